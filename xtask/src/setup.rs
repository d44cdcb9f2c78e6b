//! `cargo xtask setup`: installs what the chores call.
//!
//! *Needs:* Debian, and root or `sudo`, if anything is missing; nothing otherwise.
//! *Gives:* every requested tool on the search path.

use crate::error::Error;
use crate::process;
use crate::tools::{Tool, on_path};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Installs the packages of missing tools, and prints what it did.
pub(crate) fn setup(tools: &[Tool]) -> Result<(), Error> {
    let missing: Vec<&Tool> = tools.iter().filter(|tool| !tool.is_there()).collect();
    let there = tools.iter().filter(|tool| tool.is_there());
    let there: BTreeSet<&str> = there.map(|tool| tool.command).collect();
    if !there.is_empty() {
        let there: Vec<&str> = there.into_iter().collect();
        eprintln!("setup: already there: {}", there.join(" "));
    }
    if missing.is_empty() {
        return Ok(());
    }
    install(&missing)?;
    match missing.iter().find(|tool| !tool.is_there()) {
        Some(tool) => Err(Error::MissingTool {
            command: tool.command,
        }),
        None => Ok(()),
    }
}

fn install(tools: &[&Tool]) -> Result<(), Error> {
    let packages = tools.iter().flat_map(|tool| tool.packages).copied();
    let packages: Vec<&str> = packages.collect::<BTreeSet<_>>().into_iter().collect();
    if !Path::new("/etc/debian_version").exists() || !on_path("apt-get") {
        return Err(Error::NotDebian {
            packages: packages.join(" "),
        });
    }
    eprintln!("setup: installing {}", packages.join(" "));
    process::require(apt_get()?.arg("update"), Duration::from_secs(1200))?;
    let mut command = apt_get()?;
    command
        .args(["install", "--yes", "--no-install-recommends"])
        .args(&packages);
    process::require(&mut command, Duration::from_secs(3600))?;
    eprintln!("setup: installed {}", packages.join(" "));
    Ok(())
}

/// A call of `apt-get` that asks nothing and waits for others that install at the same time.
fn apt_get() -> Result<Command, Error> {
    let mut command = if is_root()? {
        Command::new("env")
    } else {
        Command::new("sudo")
    };
    command.args([
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "--option",
        "DPkg::Lock::Timeout=400",
    ]);
    Ok(command)
}

fn is_root() -> Result<bool, Error> {
    let id = process::require(Command::new("id").arg("-u"), Duration::from_secs(10))?;
    Ok(id.trim_ascii() == b"0")
}
