//! WebAssembly skeletons in wasmi.
//!
//! *Needs:* a module that imports `env.block` and `env.decide`. *Gives:* [`run`]. *Cost:* that of
//! the run.

use super::{End, Host, Seen};
use wasmi::{Caller, Engine, Error, Linker, Module, Store, TrapCode};

/// Runs the function of this name; an error says why the module is no skeleton.
pub fn run(engine: &Engine, module: &Module, name: &str, host: Host) -> Result<Seen, Error> {
    let mut store = Store::new(engine, host);
    let mut linker = <Linker<Host>>::new(engine);
    linker.func_wrap(
        "env",
        "block",
        |mut caller: Caller<'_, Host>, index: u32| {
            caller.data_mut().block(index as usize).map_err(stop)
        },
    )?;
    linker.func_wrap(
        "env",
        "decide",
        |mut caller: Caller<'_, Host>, index: u32| {
            let slot = caller.data_mut().decide(index as usize).map_err(stop)?;
            Ok::<u32, Error>(slot as u32)
        },
    )?;
    let instance = linker.instantiate_and_start(&mut store, module)?;
    let run = instance.get_typed_func::<(), ()>(&store, name)?;
    let end = match run.call(&mut store, ()) {
        Ok(()) => End::Returned,
        Err(error) => why(&error),
    };
    let blocks = store.into_data().blocks;
    Ok(Seen { blocks, end })
}

fn stop(end: End) -> Error {
    Error::host(Stop(end))
}

#[derive(Debug)]
struct Stop(End);

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Stop {}

impl wasmi::errors::HostError for Stop {}

fn why(error: &Error) -> End {
    if let Some(Stop(end)) = error.downcast_ref::<Stop>() {
        return end.clone();
    }
    match error.as_trap_code() {
        Some(TrapCode::UnreachableCodeReached) => End::Unreachable,
        _ => End::Wrong(error.to_string()),
    }
}
