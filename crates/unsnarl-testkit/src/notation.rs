//! Prints a graph in `.cfg` notation, for messages of failed tests.
//!
//! *Needs:* a graph. *Gives:* a row a block, the entry's first. *Cost:* O(blocks + edges).

use unsnarl::{BlockId, Cfg, Exit};

/// Prints `cfg` as a `.cfg` file.
pub fn show(cfg: &Cfg) -> String {
    let mut text = row(cfg, cfg.entry());
    for block in cfg.blocks().filter(|&block| block != cfg.entry()) {
        text.push_str(&row(cfg, block));
    }
    text
}

fn row(cfg: &Cfg, block: BlockId) -> String {
    let arms: Vec<String> = cfg
        .successors(block)
        .iter()
        .map(ToString::to_string)
        .collect();
    let exit = match (cfg.exit(block), arms.split_last()) {
        (Exit::Switch, Some((default, []))) => format!("switch | {default}"),
        (Exit::Switch, Some((default, cases))) => {
            format!("switch {} | {default}", cases.join(" "))
        }
        (Exit::Return | Exit::Unreachable, _) => cfg.exit(block).to_string(),
        _ => arms.join(" | "),
    };
    format!("{block} -> {exit}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rows;

    #[test]
    fn the_entry_comes_first_and_every_exit_has_its_form() {
        let arms = [vec![], vec![0, 1, 0], vec![1, 2], vec![2]];
        let mut rows = Rows::of(arms.into());
        rows.blocks.push((Exit::Switch, vec![3]));
        rows.entry = 3;
        assert_eq!(
            show(&rows.cfg()),
            "b3 -> b2\nb0 -> return\nb1 -> switch b0 b1 | b0\nb2 -> b1 | b2\nb4 -> switch | b3\n"
        );
    }
}
