//! A graph in `.cfg` notation, for messages of failed tests.

use unsnarl::Cfg;
use unsnarl::text::{Numbered, write_cfg};

/// Prints `cfg` as a `.cfg` file, its blocks named by their ids.
pub fn show(cfg: &Cfg) -> String {
    let mut text = String::new();
    write_cfg(&mut text, cfg, &Numbered).expect("a string takes any text");
    text
}
