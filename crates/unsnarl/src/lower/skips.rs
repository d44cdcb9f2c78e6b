//! Frames to whose ends unwritten jumps lead.
//!
//! *Needs:* nothing. *Gives:* [`Skips`], a collection of frames, and [`Pool`], which holds them.
//! *Cost:* O(log n) to unite collections of n frames or to remove the innermost frame, O(1) to copy
//! a collection.
//! *Source:* leftist heaps, [Crane72]: the innermost frame is on top, and the path that a union
//! copies has logarithmic length.
//!
//! At its end, a bracket has the frames of all its arms, and the code after a scope may be skipped
//! for each frame that remains. In a nest of n scopes, plain sets would be copied n times.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// A collection of frames. A frame may be in it more than once.
#[derive(Clone, Copy, Default)]
pub(super) struct Skips(Option<u32>);

impl Skips {
    pub(super) fn is_empty(self) -> bool {
        self.0.is_none()
    }
}

/// A leftist heap: its rightmost path is a shortest path down.
#[derive(Clone, Copy)]
struct Heap {
    frame: usize,
    /// The number of nodes on the rightmost path.
    rank: u32,
    left: Skips,
    right: Skips,
    /// Whether its frames have been [told](Pool::untold).
    is_told: bool,
}

/// The nodes of all collections. Nodes never change, so collections can share them.
#[derive(Default)]
pub(super) struct Pool {
    heaps: Vec<Heap>,
}

impl Pool {
    fn heap(&self, number: u32) -> Heap {
        self.heaps[number as usize]
    }

    fn rank(&self, skips: Skips) -> u32 {
        skips.0.map_or(0, |number| self.heap(number).rank)
    }

    fn make(&mut self, frame: usize, one: Skips, other: Skips) -> Skips {
        let (left, right) = match self.rank(one) < self.rank(other) {
            true => (other, one),
            false => (one, other),
        };
        let number = u32::try_from(self.heaps.len()).expect("a program has fewer than 2³² steps");
        self.heaps.push(Heap {
            frame,
            rank: self.rank(right) + 1,
            left,
            right,
            is_told: false,
        });
        Skips(Some(number))
    }

    /// Adds a frame.
    pub(super) fn insert(&mut self, skips: Skips, frame: usize) -> Skips {
        match skips.0 {
            Some(top) if self.heap(top).frame == frame => skips,
            _ => {
                let one = self.make(frame, Skips(None), Skips(None));
                self.unite(skips, one)
            }
        }
    }

    /// Unites two collections.
    pub(super) fn unite(&mut self, one: Skips, other: Skips) -> Skips {
        let mut path = Vec::new();
        let mut pair = (one.0, other.0);
        while let (Some(one), Some(other)) = pair {
            let (top, below) = match self.heap(one).frame < self.heap(other).frame {
                true => (other, one),
                false => (one, other),
            };
            path.push(top);
            pair = (self.heap(top).right.0, Some(below));
        }
        let mut united = Skips(pair.0.or(pair.1));
        while let Some(top) = path.pop() {
            let Heap { frame, left, .. } = self.heap(top);
            united = self.make(frame, left, united);
        }
        united
    }

    /// Removes a frame, inside which no frame is open any more, and tells whether it was there.
    pub(super) fn remove(&mut self, skips: &mut Skips, frame: usize) -> bool {
        let mut found = false;
        while let Some(top) = skips.0.map(|top| self.heap(top))
            && top.frame >= frame
        {
            found |= top.frame == frame;
            *skips = self.unite(top.left, top.right);
        }
        found
    }

    /// Lists the frames, outermost first, if there are at most `most`; a frame counts as often as
    /// it is in the collection. O(most).
    pub(super) fn few(&self, skips: Skips, most: usize) -> Option<BTreeSet<usize>> {
        let mut frames = BTreeSet::new();
        let mut rest: Vec<u32> = skips.0.into_iter().collect();
        let mut left = most;
        while let Some(number) = rest.pop() {
            left = left.checked_sub(1)?;
            let Heap {
                frame,
                left: one,
                right: other,
                ..
            } = self.heap(number);
            frames.insert(frame);
            rest.extend(one.0.into_iter().chain(other.0));
        }
        Some(frames)
    }

    /// Lists the frames that have not been told before; some that have been told may be listed
    /// again. All lists together take O(heaps).
    pub(super) fn untold(&mut self, skips: Skips) -> Vec<usize> {
        let mut frames = Vec::new();
        let mut rest: Vec<u32> = skips.0.into_iter().collect();
        while let Some(number) = rest.pop() {
            let heap = &mut self.heaps[number as usize];
            if !core::mem::replace(&mut heap.is_told, true) {
                frames.push(heap.frame);
                rest.extend(heap.left.0.into_iter().chain(heap.right.0));
            }
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_and_go_as_in_sets() {
        // A pseudorandom sequence of numbers.
        let mut seed = 7_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let mut pool = Pool::default();
        let mut all = alloc::vec![(Skips::default(), BTreeSet::new()); 4];
        for _ in 0..1_000 {
            let [at, from, frame] = [next(4), next(4), next(60)];
            match next(4) {
                0 | 1 => {
                    all[at].0 = pool.insert(all[at].0, frame);
                    all[at].1.insert(frame);
                }
                2 => {
                    let (other, others) = core::mem::take(&mut all[from]);
                    all[at].0 = pool.unite(all[at].0, other);
                    all[at].1.extend(others);
                }
                _ => {
                    let (skips, set) = &mut all[at];
                    let found = pool.remove(skips, frame);
                    assert_eq!(found, set.contains(&frame));
                    set.retain(|&other| other < frame);
                }
            }
            for (skips, set) in &all {
                assert_eq!(pool.few(*skips, usize::MAX).as_ref(), Some(set));
                let few = pool.few(*skips, 8);
                assert!(few.is_none_or(|few| few.len() <= 8 && few == *set));
                assert_eq!(skips.is_empty(), set.is_empty());
            }
        }
        let [few, many] = [7, 9].map(|count| {
            let numbers = 0..count;
            let skips = numbers.fold(Skips::default(), |skips, frame| pool.insert(skips, frame));
            pool.few(skips, 8)
        });
        assert!(few.is_some() && many.is_none());
        let (skips, set) = &all[0];
        let mut fresh = Pool {
            heaps: pool.heaps.clone(),
        };
        fresh.heaps.iter_mut().for_each(|heap| heap.is_told = false);
        let told: BTreeSet<usize> = fresh.untold(*skips).into_iter().collect();
        assert_eq!(&told, set);
        assert!(fresh.untold(*skips).is_empty());
    }

    #[test]
    fn a_nest_is_no_deeper_than_memory() {
        let mut pool = Pool::default();
        let mut skips = Skips::default();
        for frame in 0..100_000 {
            skips = pool.insert(skips, frame);
        }
        for frame in (0..100_000).rev() {
            assert!(pool.remove(&mut skips, frame));
        }
        assert!(skips.is_empty());
    }
}
