//! Python skeletons in CPython.
//!
//! *Needs:* `python3` on the path, from version 3.10 on. *Gives:* what every program showed on
//! every tape. *Cost:* one process for a batch.

use super::engine::{Answers, Case, answers, converse, numbers};
use std::process::Command;

const TOOL: &str = "python3";

/// The host in Python, as strict as [`super::Host`]. Its input is the number of skeletons, for each
/// the number of its lines and the lines, and then the numbers.
///
/// A wrong skeleton may run on without a block that would count: after a second of its own time
/// it is stopped. Warnings are errors.
const HOST: &str = r#"
import signal, sys, warnings

warnings.simplefilter("error")


class Stop(BaseException):
    pass


def stop_endless(number, frame):
    raise Stop("wrong: it does not end")


def show(run, limit, arms, tape):
    blocks = []
    read = 0
    undecided = None

    def block(index):
        nonlocal undecided
        if undecided is not None:
            raise Stop(f"wrong: block {undecided} was not asked")
        if not 0 <= index < len(arms):
            raise Stop(f"wrong: there is no block {index}")
        if len(blocks) == limit:
            raise Stop("long enough")
        blocks.append(index)
        undecided = None if arms[index] == -1 else index

    def decide(index):
        nonlocal read, undecided
        if undecided != index:
            raise Stop(f"wrong: block {index} is asked out of turn")
        undecided = None
        if arms[index] < 2:
            return 0
        if read == len(tape):
            raise Stop("tape used")
        read += 1
        return tape[read - 1] % arms[index]

    end = "returned"
    signal.setitimer(signal.ITIMER_VIRTUAL, 1)
    try:
        run(block, decide)
    except Stop as stop:
        end = str(stop)
    except Exception as error:
        is_unreachable = type(error) is RuntimeError and str(error) == "unreachable"
        end = "unreachable" if is_unreachable else "wrong: " + repr(error)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return "".join(f"{index} " for index in blocks) + end


def compiled(text):
    names = {}
    try:
        exec(compile(text, "skeleton", "exec"), names)
        return names["run"]
    except Exception as error:
        # The loop variable is gone when the function is called.
        refusal = error

    def refused(block, decide):
        raise refusal

    return refused


signal.signal(signal.SIGVTALRM, stop_endless)
line = sys.stdin.readline
texts = ["".join(line() for _ in range(int(line()))) for _ in range(int(line()))]
numbers = map(int, sys.stdin.read().split())
limit = next(numbers)
for text in texts:
    run = compiled(text)
    arms = [next(numbers) for _ in range(next(numbers))]
    for _ in range(next(numbers)):
        tape = [next(numbers) for _ in range(next(numbers))]
        print(show(run, limit, arms, tape))
"#;

/// Runs every case on each of its tapes, up to `limit` blocks, in one process.
pub fn run(cases: &[Case], limit: usize) -> Answers {
    let mut input = format!("{}\n", cases.len());
    for Case { text, .. } in cases {
        let (count, end) = (
            text.lines().count(),
            if text.ends_with('\n') { "" } else { "\n" },
        );
        input += &format!("{count}\n{text}{end}");
    }
    input += &numbers(cases, limit);
    let text = converse(TOOL, Command::new(TOOL).args(["-c", HOST]), input)?;
    answers(TOOL, cases, &text)
}
