//! Whether a skeleton does what its graph does, by the oracle of the testkit, in wasmi.
//!
//! *Needs:* a WebAssembly skeleton and its graph. *Gives:* nothing, or the difference in words.
//! *Limits:* [`TAPES`] random strings of decisions, of up to [`BLOCKS`] blocks: it tests, and does
//! not prove.

use unsnarl::Cfg;
use unsnarl_testkit::Rng;
use unsnarl_testkit::skeletons::wasm::run;
use unsnarl_testkit::skeletons::{Host, Seen, of_graph};
use wasmi::{Engine, Module};

/// How many strings of decisions each skeleton runs on.
const TAPES: usize = 4;
/// How many blocks one run may run.
const BLOCKS: usize = 200;

/// Runs a module's function of this name and compares what it calls with what the graph does.
pub(crate) fn replay(
    cfg: &Cfg,
    engine: &Engine,
    module: &Module,
    name: &str,
) -> Result<(), String> {
    let mut rng = Rng::new(cfg.block_count() as u64);
    for _ in 0..TAPES {
        let tape: Vec<u32> = (0..BLOCKS).map(|_| rng.next() as u32).collect();
        let expected = of_graph(cfg, &tape, BLOCKS);
        let seen = run(engine, module, name, Host::new(cfg, &tape, BLOCKS))
            .map_err(|error| format!("no module: {error}"))?;
        if seen != expected {
            return Err(difference(&seen, &expected));
        }
    }
    Ok(())
}

/// Prepares a module for its runs; an error says why it is none.
pub(crate) fn load(engine: &Engine, wasm: &[u8]) -> Result<Module, String> {
    Module::new(engine, wasm).map_err(|error| format!("no module: {error}"))
}

fn difference(seen: &Seen, expected: &Seen) -> String {
    let alike = seen.blocks.iter().zip(&expected.blocks);
    let alike = alike.take_while(|(a, b)| a == b).count();
    let next = |seen: &Seen| match seen.blocks.get(alike) {
        Some(block) => format!("block {block}"),
        None => format!("the end ({})", seen.end),
    };
    let (got, due) = (next(seen), next(expected));
    format!("wrong: after {alike} blocks comes {got}, but {due} is due")
}

#[cfg(test)]
mod tests {
    use super::*;
    use unsnarl::emit::wat;
    use unsnarl::text::Numbered;
    use unsnarl_testkit::Rows;
    use unsnarl_testkit::algorithms::plain;

    #[test]
    fn a_right_skeleton_passes_and_a_spoilt_one_does_not() {
        let cfg = Rows::of(vec![vec![1, 2], vec![2], vec![]]).cfg();
        let mut text = String::new();
        wat(&mut text, &cfg, &plain(&cfg), &Numbered).expect("a string takes any text");
        let check = |text: &str| {
            let wasm = wat::parse_str(text).expect("the text is a module");
            let engine = Engine::default();
            let module = load(&engine, &wasm)?;
            replay(&cfg, &engine, &module, "run")
        };
        assert_eq!(check(&text), Ok(()));
        let spoilt = text.replacen("i32.eqz\n", "i32.eqz\ni32.eqz\n", 1);
        assert_ne!(spoilt, text);
        assert!(check(&spoilt).is_err_and(|words| words.starts_with("wrong: ")));
    }
}
