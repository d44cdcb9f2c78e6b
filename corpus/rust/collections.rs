//! Collections, strings, sorting, formatting and closures of Rust's library.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::fmt;
use std::rc::Rc;

/// Numbers without a pattern.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Item {
    Nothing,
    Number(i64),
    Word(String),
    Pair(Box<Item>, Box<Item>),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Nothing => f.write_str("-"),
            Item::Number(number) => write!(f, "{number:+}"),
            Item::Word(word) => write!(f, "{word:?}"),
            Item::Pair(one, other) => write!(f, "({one} {other})"),
        }
    }
}

fn item(random: &mut Random, depth: u32) -> Item {
    match random.below(if depth == 0 { 3 } else { 4 }) {
        0 => Item::Nothing,
        1 => Item::Number(random.below(200) as i64 - 100),
        2 => Item::Word(word(random)),
        _ => Item::Pair(
            Box::new(item(random, depth - 1)),
            Box::new(item(random, depth - 1)),
        ),
    }
}

fn word(random: &mut Random) -> String {
    const LETTERS: [char; 8] = ['a', 'e', 'k', 'n', 'o', 'r', 'ß', '語'];
    let length = 1 + random.below(6);
    (0..length)
        .map(|_| LETTERS[random.below(8) as usize])
        .collect()
}

fn trees(random: &mut Random) {
    let mut map: BTreeMap<Item, Vec<usize>> = BTreeMap::new();
    for at in 0..300 {
        map.entry(item(random, 2)).or_default().push(at);
    }
    for key in map
        .keys()
        .cloned()
        .collect::<Vec<_>>()
        .into_iter()
        .step_by(3)
    {
        map.remove(&key);
    }
    println!("{} keys", map.len());
    for (key, places) in map.iter().filter(|(_, places)| places.len() > 2) {
        println!("{key}: {places:?}");
    }
    let words: BTreeSet<&str> = map
        .keys()
        .filter_map(|key| match key {
            Item::Word(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    println!("{words:?}");
    let range: Vec<_> = words.range("k".."o").collect();
    println!("{range:#?}");
}

fn hashes(random: &mut Random) {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for _ in 0..2_000 {
        let mut short = word(random);
        short.truncate(
            short
                .char_indices()
                .nth(2)
                .map_or(short.len(), |(at, _)| at),
        );
        *counts.entry(short).or_insert(0) += 1;
    }
    let mut all: Vec<(&String, &u32)> = counts.iter().collect();
    all.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    for (word, count) in all.iter().take(5) {
        println!("{word:>4} {count:05}");
    }
    let odd: HashSet<u32> = counts
        .values()
        .copied()
        .filter(|count| count % 2 == 1)
        .collect();
    println!(
        "{} different odd counts, sum {}",
        odd.len(),
        odd.iter().sum::<u32>()
    );
}

/// The shortest ways in a random graph, by a heap.
fn ways(random: &mut Random) {
    let count = 60;
    let edges: Vec<Vec<(usize, u64)>> = (0..count)
        .map(|_| {
            (0..3)
                .map(|_| (random.below(count as u64) as usize, 1 + random.below(20)))
                .collect()
        })
        .collect();
    let mut best = vec![u64::MAX; count];
    let mut heap = BinaryHeap::from([(std::cmp::Reverse(0), 0)]);
    while let Some((std::cmp::Reverse(cost), at)) = heap.pop() {
        if cost >= best[at] {
            continue;
        }
        best[at] = cost;
        heap.extend(
            edges[at]
                .iter()
                .map(|&(to, more)| (std::cmp::Reverse(cost + more), to)),
        );
    }
    let reached: Vec<u64> = best.into_iter().filter(|&cost| cost != u64::MAX).collect();
    let mean = reached.iter().sum::<u64>() as f64 / reached.len() as f64;
    println!(
        "{} reached, at most {:?}, {mean:.3} in the mean",
        reached.len(),
        reached.iter().max()
    );
}

fn numbers(random: &mut Random) {
    let mut queue: VecDeque<f64> = (0..8).map(|at| (at as f64).sqrt()).collect();
    for _ in 0..5 {
        let first = queue.pop_front().unwrap_or_default();
        queue.push_back(first * 1.5 - 0.25);
        queue.rotate_left(2);
    }
    for number in &queue {
        println!("{number} {number:e} {number:8.2} {:?}", number.to_bits());
    }
    let wide = (1_u32..=30).map(u128::from).product::<u128>();
    println!(
        "{wide} {:x} {} {}",
        wide,
        wide / 7_777_777_777,
        wide % 1_000_000_007
    );
    let signed = -(wide as i128) / 3;
    println!("{signed} {} {}", signed >> 40, signed.leading_zeros());
    for text in [
        "12",
        "-7",
        "1e3",
        "0x10",
        "3.25",
        "inf",
        "99999999999999999999",
    ] {
        println!(
            "{text}: {:?} {:?}",
            text.parse::<i64>().ok(),
            text.parse::<f64>().ok()
        );
    }
    let mut floats: Vec<f32> = (0..10).map(|_| random.below(1_000) as f32 / 7.0).collect();
    floats.sort_by(f32::total_cmp);
    println!(
        "{floats:.2?} {}",
        floats.iter().copied().fold(f32::NAN, f32::min)
    );
    let bytes: [i8; 4] = [i8::MIN, -1, 0, i8::MAX];
    for byte in bytes {
        println!(
            "{:?} {:?} {} {} {}",
            byte.checked_neg(),
            byte.checked_add(1),
            byte.wrapping_mul(3),
            byte.saturating_sub(2),
            byte.rotate_left(3)
        );
    }
}

fn closures() {
    let shared = Rc::new(std::cell::Cell::new(0));
    let steps: Vec<Box<dyn Fn(i32) -> i32>> = vec![
        Box::new(|x| x + 1),
        {
            let shared = shared.clone();
            Box::new(move |x| {
                shared.set(shared.get() + x);
                x * 2
            })
        },
        Box::new(i32::abs),
    ];
    let last = (-3..4)
        .map(|x| steps.iter().fold(x, |x, step| step(x)))
        .collect::<Vec<_>>();
    println!("{last:?} {} {}", shared.get(), Rc::strong_count(&shared));
    let text = "one two  three\tfour\nfive";
    let lengths: Vec<_> = text
        .split_whitespace()
        .map(str::len)
        .zip("abc".chars())
        .collect();
    println!("{lengths:?} {}", text.replace("  ", " ").to_uppercase());
    let mut lines: Vec<String> = text
        .lines()
        .rev()
        .map(|line| line.chars().rev().collect())
        .collect();
    lines.dedup();
    println!("{}", lines.join(" | "));
    let mut windows = [5, 3, 8, 1, 9, 2].to_vec();
    windows.sort_unstable_by_key(|x| std::cmp::Reverse(*x));
    println!(
        "{:?} {:?}",
        windows,
        windows.windows(2).map(|two| two[0] - two[1]).max()
    );
    println!("{:?}", windows.binary_search_by(|x| 8.cmp(x)));
}

fn main() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    trees(&mut random);
    hashes(&mut random);
    ways(&mut random);
    numbers(&mut random);
    closures();
    std::process::exit(random.below(64) as i32);
}
