//! What a process writes, and what is made of it while the process ends.
//!
//! *Needs:* the output of a clang that writes LLVM IR, bitcode or text, and what to make of it.
//! *Gives:* [`Written`]: the whole output, and what was made of it if that was begun ahead.
//! *Cost:* a thread; and what is made of an output that turns out not to be whole is made in vain.
//!
//! A clang that has written its IR takes some milliseconds to end, in which its libraries are
//! unmapped, and only then does its output end. A small module is compiled in less. So an output is
//! taken for the whole when nothing more comes for a moment, and it is bitcode with all of its
//! blocks or text whose last line may end a module. If more does come, what was made is dropped:
//! the result is always that of the whole output.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// If nothing more comes for so long, the output may be whole.
const PAUSE: Duration = Duration::from_micros(200);

/// All that a process wrote.
#[derive(Debug)]
pub(super) struct Written<T> {
    pub(super) bytes: Vec<u8>,
    /// What was made of them, if that was begun before it ended.
    pub(super) made: Option<T>,
}

/// Reads to the end, and makes something of what came as soon as that may be all.
pub(super) fn read<T>(pipe: impl Read + Send, make: impl Fn(&[u8]) -> T) -> io::Result<Written<T>> {
    thread::scope(|scope| {
        let (sender, chunks) = mpsc::channel::<Vec<u8>>();
        let reader = scope.spawn(move || pass_on(pipe, &sender));
        let mut written = Written {
            bytes: Vec::new(),
            made: None,
        };
        loop {
            let next = match written.made.is_none() && may_be_whole(&written.bytes) {
                true => chunks.recv_timeout(PAUSE),
                false => chunks.recv().map_err(RecvTimeoutError::from),
            };
            match next {
                Ok(chunk) => {
                    written.bytes.extend(chunk);
                    written.made = None;
                }
                Err(RecvTimeoutError::Timeout) => written.made = Some(make(&written.bytes)),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let ended = reader.join().expect("a reader does not panic");
        ended.map(|()| written)
    })
}

/// Sends what comes out of a pipe until it ends.
fn pass_on(mut pipe: impl Read, chunks: &Sender<Vec<u8>>) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) if chunks.send(buffer[..count].to_vec()).is_err() => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Tells whether bytes could be all of a module: clang ends its text with its own name as metadata,
/// and each block of bitcode says how long it is.
fn may_be_whole(bytes: &[u8]) -> bool {
    if unsnarl_llvm::is_bitcode(bytes) {
        return unsnarl_llvm::is_whole_bitcode(bytes);
    }
    let Some((b'\n', lines)) = bytes.split_last() else {
        return false;
    };
    let mut lines = lines.rsplit(|&byte| byte == b'\n');
    lines.next().is_some_and(|last| last.starts_with(b"!"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::Receiver;

    /// A pipe that gives a piece whenever it is told to.
    struct Pipe(Receiver<&'static str>);

    impl Read for Pipe {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Ok(piece) = self.0.recv() else {
                return Ok(0);
            };
            buffer[..piece.len()].copy_from_slice(piece.as_bytes());
            Ok(piece.len())
        }
    }

    /// Writes a piece whenever something was made of those before, and tells what was made of all,
    /// or else that nothing was.
    #[track_caller]
    fn check(first: &'static str, others: &[&'static str], expected: &str) {
        let (sender, pieces) = mpsc::channel();
        sender.send(first).expect("the pipe is there");
        let mut left = others.iter();
        let sender = std::cell::RefCell::new(Some(sender));
        let left = std::cell::RefCell::new(&mut left);
        let make = |text: &[u8]| {
            // After the last piece the pipe ends.
            match left.borrow_mut().next() {
                Some(piece) => {
                    let sender = sender.borrow();
                    let sender = sender.as_ref().expect("there is one more piece");
                    sender.send(piece).expect("the pipe is there");
                }
                None => drop(sender.borrow_mut().take()),
            }
            String::from_utf8_lossy(text).into_owned()
        };
        let written = read(Pipe(pieces), make).expect("the pipe does not fail");
        assert_eq!(written.made.as_deref(), Some(expected));
        assert_eq!(written.bytes, expected.as_bytes());
    }

    #[test]
    fn a_whole_text_is_made_something_of_before_it_ends() {
        check("f\n!0 = !{}\n", &[], "f\n!0 = !{}\n");
    }

    #[test]
    fn what_was_made_of_a_part_is_dropped() {
        check("!0\n", &["!1\n", "!2\n"], "!0\n!1\n!2\n");
    }

    #[test]
    fn other_texts_are_awaited() {
        for text in ["", "\n", "!0", "define", "!0\n}\n"] {
            let written = read(text.as_bytes(), |_| ()).expect("it does not fail");
            assert_eq!(written.bytes, text.as_bytes());
            assert!(written.made.is_none() && !may_be_whole(text.as_bytes()));
        }
    }
}
