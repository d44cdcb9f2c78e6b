//! Elimination of one goto: it moves to its label and is replaced.
//!
//! *Needs:* a [`Tree`] of statements; a goto in it that has not been moved yet.
//! *Gives:* the tree with guards, loops and breaks in place of the goto.
//! *Cost:* O(levels between the goto and its label + statements that are newly enclosed).
//! *Source:* [ErosaHendren94] §3.
//!
//! ## One flag at a time
//! The flag of a label is set on an edge to the label and cleared at the label, and no block runs
//! in between. So while one flag is true, all others are false, and only tests run:
//! - a guard on another flag lets control in, so a goto that moves into such a guard changes no
//!   condition;
//! - at the end of a loop on another flag, control leaves the loop, so only statements after the
//!   goto need a break;
//! - a goto has arrived wherever control reaches its label anyway: see [`Movement::leads`].

use super::tree::{Kind, Marks, Tree};
use crate::ids::{Id, NodeId};
use crate::reduce::TooLarge;
use alloc::vec::Vec;

/// Whether the goto must move on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Moves,
    Arrived,
}

/// The goal of an outward movement.
#[derive(Clone, Copy)]
enum Goal {
    /// The statement whose list contains the label, directly or in a statement of the list.
    Meeting(NodeId),
    /// The end of the list of a loop that repeats at its label.
    LoopEnd(NodeId),
}

/// The statements between a goto and a place after it in its list.
struct Between {
    /// The statements to be guarded, from the first to the last.
    guarded: Option<(NodeId, NodeId)>,
    /// Whether control reaches the label before it comes to the place.
    leads: bool,
}

/// The tree, and the facts that are needed to move gotos in it.
pub(super) struct Movement {
    pub(super) tree: Tree,
    /// The place of each label.
    places: Vec<NodeId>,
    /// By label: the loop whose end leads to it.
    repeats: Vec<Option<NodeId>>,
    /// By statement: the label to which control goes from the end of its list.
    ends: Vec<Option<u32>>,
    marks: Marks,
}

impl Movement {
    pub(super) fn new(tree: Tree) -> Movement {
        let place = |(node, kind)| matches!(kind, Kind::Place(_)).then_some(node);
        let places: Vec<NodeId> = tree.all().filter_map(place).collect();
        Movement {
            tree,
            repeats: alloc::vec![None; places.len()],
            ends: Vec::new(),
            places,
            marks: Marks::new(),
        }
    }

    /// Eliminates a goto to a label after it.
    pub(super) fn eliminate_forward(&mut self, goto: NodeId, label: u32) -> Result<(), TooLarge> {
        let meeting = self.meeting(goto, label)?;
        if self.move_out(goto, label, Goal::Meeting(meeting))? == Progress::Moves {
            let way = self.way_down(meeting, self.places[label as usize])?;
            self.move_in(goto, label, &way)?;
        }
        self.tree.take_out(goto);
        Ok(())
    }

    /// Eliminates a goto to a label before it.
    pub(super) fn eliminate_backward(&mut self, goto: NodeId, label: u32) -> Result<(), TooLarge> {
        if let Some(repeat) = self.loop_around(goto, label)? {
            if self.move_out(goto, label, Goal::LoopEnd(repeat))? == Progress::Moves {
                self.guard(goto, label, None)?;
            }
            self.tree.take_out(goto);
            return Ok(());
        }
        let meeting = self.meeting(goto, label)?;
        if self.move_out(goto, label, Goal::Meeting(meeting))? == Progress::Moves {
            let way = self.way_down(meeting, self.places[label as usize])?;
            self.repeat(goto, label, way[0])?;
            if way.len() > 1 {
                self.move_in(goto, label, &way)?;
            }
        }
        self.tree.take_out(goto);
        Ok(())
    }

    /// Gives the loop around a goto whose end leads to the label of the goto.
    fn loop_around(&mut self, goto: NodeId, label: u32) -> Result<Option<NodeId>, TooLarge> {
        let Some(repeat) = self.repeats[label as usize] else {
            return Ok(None);
        };
        let mut around = self.tree.holder(goto);
        while let Some(holder) = around.filter(|&holder| holder != repeat) {
            self.tree.look()?;
            around = self.tree.holder(holder);
        }
        Ok(around)
    }

    /// Gives the innermost statement whose list contains both a goto and its label, at any depth.
    ///
    /// If the end of a list on the path leads to the label anyway, gives the statement around that
    /// list: the goto need not move further.
    fn meeting(&mut self, goto: NodeId, label: u32) -> Result<NodeId, TooLarge> {
        let ends = |node: NodeId| ends_lead(&self.ends, node, label);
        let place = self.places[label as usize];
        self.marks.meeting(&mut self.tree, goto, place, ends)
    }

    /// Outward movement: moves a goto out of all statements inside its goal.
    fn move_out(&mut self, goto: NodeId, label: u32, goal: Goal) -> Result<Progress, TooLarge> {
        let (Goal::Meeting(around) | Goal::LoopEnd(around)) = goal;
        let way = self.way_up(goto, around)?;
        let mut level = 0;
        // The position on the path of the next enclosing loop.
        let mut next_loop = 0;
        while level < way.len() {
            next_loop = next_loop.max(level);
            while next_loop < way.len() && !self.is_loop(way[next_loop]) {
                next_loop += 1;
            }
            let between = self.between(goto, label, None)?;
            let stops = between.leads
                || self.tree.kind(way[level]) == Kind::Guard(label)
                || ends_lead(&self.ends, way[level], label);
            let left = match between.guarded {
                _ if stops => {
                    self.enclose(between, label)?;
                    return Ok(Progress::Arrived);
                }
                None => {
                    self.mark_end(way[level], label, goal);
                    level
                }
                Some(_) if next_loop < way.len() => {
                    self.tree.add_after(goto, Kind::Break(label))?;
                    if ends_lead(&self.ends, way[next_loop], label) {
                        return Ok(Progress::Arrived);
                    }
                    next_loop
                }
                Some(_) => {
                    self.enclose(between, label)?;
                    self.mark_end(way[level], label, goal);
                    level
                }
            };
            self.tree.move_after(goto, way[left]);
            level = left + 1;
        }
        Ok(Progress::Moves)
    }

    /// Records that the end of the list of a statement leads to a label outside the statement.
    ///
    /// It does not do so on the path to the end of a loop: a goto inside that loop whose label is
    /// also inside would repeat the loop without arriving.
    fn mark_end(&mut self, node: NodeId, label: u32, goal: Goal) {
        if let Goal::Meeting(_) = goal {
            self.ends.resize(self.tree.len(), None);
            self.ends[node.index()] = Some(label);
        }
    }

    /// Inward movement: moves a goto down a path that ends with its label. At first the goto is
    /// before the first statement of the path.
    fn move_in(&mut self, goto: NodeId, label: u32, way: &[NodeId]) -> Result<(), TooLarge> {
        for &statement in way {
            if self.guard(goto, label, Some(statement))? == Progress::Arrived {
                return Ok(());
            }
            if self.tree.kind(statement) != Kind::Place(label) {
                self.tree.move_first(goto, statement);
            }
        }
        Ok(())
    }

    /// Encloses the statements from `first` up to the goto in a loop, and moves the goto to the
    /// start of the loop.
    ///
    /// If the label is in that list, this eliminates the goto; if the label is deeper, this is the
    /// lifting of the paper.
    fn repeat(&mut self, goto: NodeId, label: u32, first: NodeId) -> Result<(), TooLarge> {
        let last = self.tree.before(goto);
        let last = last.expect("the label or the statement around it is before the goto");
        let repeat = self.tree.wrap(first, last, Kind::Repeat(label))?;
        self.repeats[label as usize] = Some(repeat);
        for label in self.tree.captured(repeat)? {
            // Those breaks left an outer loop, and must still do so.
            self.tree.add_after(repeat, Kind::Break(label))?;
        }
        self.tree.move_first(goto, repeat);
        Ok(())
    }

    /// Guards the statements between a goto and a later one, or the end of its list.
    fn guard(
        &mut self,
        goto: NodeId,
        label: u32,
        until: Option<NodeId>,
    ) -> Result<Progress, TooLarge> {
        let between = self.between(goto, label, until)?;
        let leads = between.leads;
        self.enclose(between, label)?;
        Ok(if leads {
            Progress::Arrived
        } else {
            Progress::Moves
        })
    }

    fn enclose(&mut self, between: Between, label: u32) -> Result<(), TooLarge> {
        if let Some((first, last)) = between.guarded {
            self.tree.wrap(first, last, Kind::Guard(label))?;
        }
        Ok(())
    }

    /// Examines the statements between a goto and a later one, or the end of its list.
    fn between(
        &mut self,
        goto: NodeId,
        label: u32,
        until: Option<NodeId>,
    ) -> Result<Between, TooLarge> {
        let mut guarded = None;
        let mut at = self.tree.after(goto);
        while at != until {
            self.tree.look()?;
            let node = at.expect("the statement is after the goto");
            if self.leads(node, label) {
                return Ok(Between {
                    guarded,
                    leads: true,
                });
            }
            // A jump by another flag has no effect while this flag is true.
            if !matches!(self.tree.kind(node), Kind::Goto(_) | Kind::Break(_)) {
                guarded = Some((guarded.map_or(node, |(first, _)| first), node));
            }
            at = self.tree.after(node);
        }
        Ok(Between {
            guarded,
            leads: false,
        })
    }

    /// Tells whether control that comes to a statement while the flag of the label is true reaches
    /// the label.
    ///
    /// It does so by the other gotos of the label, by the breaks that replaced gotos, and after the
    /// guards that gotos have left, because these are skipped on the path to the label.
    fn leads(&self, node: NodeId, label: u32) -> bool {
        match self.tree.kind(node) {
            Kind::Goto(other) | Kind::Break(other) | Kind::Guard(other) => other == label,
            Kind::Root | Kind::Place(_) | Kind::Repeat(_) => false,
        }
    }

    fn is_loop(&self, node: NodeId) -> bool {
        matches!(self.tree.kind(node), Kind::Repeat(_))
    }

    /// Lists the statements around a statement, from the inside out, up to `meeting`, which is not
    /// listed.
    fn way_up(&mut self, node: NodeId, meeting: NodeId) -> Result<Vec<NodeId>, TooLarge> {
        let mut way = Vec::new();
        let mut at = self.tree.holder(node);
        while let Some(holder) = at.filter(|&holder| holder != meeting) {
            self.tree.look()?;
            way.push(holder);
            at = self.tree.holder(holder);
        }
        Ok(way)
    }

    /// Lists the statements around a statement inside `meeting`, from the outside in, and at the
    /// end the statement itself.
    fn way_down(&mut self, meeting: NodeId, node: NodeId) -> Result<Vec<NodeId>, TooLarge> {
        let mut way = self.way_up(node, meeting)?;
        way.reverse();
        way.push(node);
        Ok(way)
    }
}

fn ends_lead(ends: &[Option<u32>], node: NodeId, label: u32) -> bool {
    ends.get(node.index()) == Some(&Some(label))
}
