//! Waiting: the call behind `sleep`, `poll` and `select`.

use super::guest::{Answer, Errno, Guest};
use super::{Host, calls};
use std::thread;
use std::time::Duration;
use wasmi::Linker;
use wasmi::errors::LinkerError;

/// Bytes that describe a thing to wait for, and one that has happened.
const SUBSCRIPTION: i32 = 48;
const EVENT: i32 = 32;

/// What a program waits for.
struct Wait {
    /// By which the program knows it.
    own: u64,
    kind: u8,
    /// How long a clock still takes; an error if there is no such clock or descriptor.
    left: Result<Duration, Errno>,
}

pub(super) fn define(linker: &mut Linker<Host>) -> Result<(), LinkerError> {
    calls! { linker;
        poll_oneoff(guest, from: i32, to: i32, count: i32, happened: i32) {
            poll(&mut guest, from, to, count, happened)
        };
    }
    Ok(())
}

/// Waits for the first of what the program names, and stores all that have happened by then.
/// Streams and files are always ready.
fn poll(guest: &mut Guest<'_, '_>, from: i32, to: i32, count: i32, happened: i32) -> Answer {
    let number = u32::try_from(count).map_err(|_| Errno::Invalid)?;
    if number == 0 {
        return Err(Errno::Invalid);
    }
    guest.bytes(from, number as usize * SUBSCRIPTION as usize)?;
    let waits = (0..count).map(|at| wait(guest, from.wrapping_add(at * SUBSCRIPTION)));
    let waits = waits.collect::<Result<Vec<Wait>, Errno>>()?;
    let first = waits.iter().map(|wait| wait.left.unwrap_or_default()).min();
    let first = first.unwrap_or_default();
    thread::sleep(first);
    let mut events = 0;
    for wait in &waits {
        if wait.left.is_ok_and(|left| left > first) {
            continue;
        }
        let mut event = [0; EVENT as usize];
        event[..8].copy_from_slice(&wait.own.to_le_bytes());
        let errno = wait.left.err().map_or(0, |errno| errno as u16);
        event[8..10].copy_from_slice(&errno.to_le_bytes());
        event[10] = wait.kind;
        // How many bytes can be read is not known; one at least, or the end.
        event[16] = u8::from(wait.kind != CLOCK);
        guest.store(to.wrapping_add(events * EVENT), &event)?;
        events += 1;
    }
    guest.store_u32(happened, events as u32)
}

/// The kind of a wait for a clock; others are for descriptors.
const CLOCK: u8 = 0;

fn wait(guest: &mut Guest<'_, '_>, at: i32) -> Result<Wait, Errno> {
    let own = guest.load_u64(at)?;
    let [kind] = guest.load(at.wrapping_add(8))?;
    let subject = guest.load_u32(at.wrapping_add(16))? as i32;
    let left = if kind == CLOCK {
        let until = Duration::from_nanos(guest.load_u64(at.wrapping_add(24))?);
        let flags = u16::from_le_bytes(guest.load(at.wrapping_add(40))?);
        let now = guest.host().time(subject);
        now.map(|now| match flags & 1 {
            0 => until,
            _ => until.saturating_sub(now),
        })
    } else {
        let descriptor = guest.host().table.get(subject);
        descriptor.map(|_| Duration::ZERO)
    };
    Ok(Wait { own, kind, left })
}
