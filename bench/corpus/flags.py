"""Counts what a reader of structured code has to follow besides blocks and brackets: flags, sets of
flags, tests of them and the operators in these, and sets that no test asks for. Reads what
`unsnarl structure --emit json` prints, and prints a table in Markdown.

    python3 bench/corpus/flags.py UNSNARL NAME=FOLDER...

A folder is searched for modules of LLVM IR. Functions that an algorithm refuses are counted as
refused."""

import json
import re
import subprocess
import sys
from pathlib import Path

ALGORITHMS = ["regions", "goto-elimination", "patterns-goto", "guarded"]


def main():
    unsnarl, *named = sys.argv[1:]
    print("| modules | algorithm | functions with flags | flags | sets | tests | operators | idle sets | steps | refused |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for argument in named:
        name, folder = argument.split("=", 1)
        files = sorted(Path(folder).rglob("*.ll"))
        if not files:
            sys.exit(f"{folder} has no modules")
        for algorithm in ALGORITHMS:
            row = Row()
            for file in files:
                row.add_file(unsnarl, algorithm, file)
            print(f"| {name} | {algorithm} | {row} |", flush=True)


class Row:
    def __init__(self):
        self.functions = self.with_flags = self.refused = 0
        self.flags = self.sets = self.tests = self.operators = self.idle = self.steps = 0

    def add_file(self, unsnarl, algorithm, file):
        command = [unsnarl, "structure", "--algorithm", algorithm, "--emit", "json", file]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1) or not done.stdout:
            if "too large" not in done.stderr and "budget" not in done.stderr:
                sys.exit(f"{file}: {done.stderr}")
            self.refused += 1
            return
        for function in json.loads(done.stdout)["functions"]:
            if "program" in function:
                self.add_program(function["program"])
            else:
                self.refused += 1

    def add_program(self, steps):
        self.functions += 1
        self.steps += len(steps)
        sets = [at for at, step in enumerate(steps) if "set" in step]
        conditions = [step["test"] for step in steps if "test" in step]
        self.sets += len(sets)
        self.tests += len(conditions)
        self.operators += sum(len(re.findall(r"&&|\|\||!", condition)) for condition in conditions)
        flags = {steps[at]["set"] for at in sets}
        self.flags += len(flags)
        self.with_flags += bool(flags)
        self.idle += count_idle(steps, sets)

    def __str__(self):
        counts = [self.flags, self.sets, self.tests, self.operators, self.idle, self.steps, self.refused]
        return " | ".join(map(str, [f"{self.with_flags} of {self.functions}", *counts]))


def count_idle(steps, sets):
    """Counts the sets from which control comes to no test of the flag before it is set again."""
    if not sets:
        return 0
    nexts = flow(steps)
    asked = [set(re.findall(r"f\d+", step["test"])) if "test" in step else () for step in steps]
    return sum(not is_asked(steps, nexts, asked, at) for at in sets)


def is_asked(steps, nexts, asked, at):
    flag, seen, work = steps[at]["set"], set(), list(nexts[at])
    while work:
        node = work.pop()
        if node in seen or node == len(steps):
            continue
        seen.add(node)
        if flag in asked[node]:
            return True
        if steps[node].get("set") != flag:
            work.extend(nexts[node])
    return False


def flow(steps):
    """Gives the steps to which control goes from each."""
    ends, arms, labels, open_brackets = {}, {}, {}, []
    for at, step in enumerate(steps):
        if "arm" in step:
            arms[open_brackets[-1]].append(at)
        elif "end" in step:
            bracket = open_brackets.pop()
            ends[bracket] = at
            for arm in arms[bracket]:
                ends[arm] = at
        elif step.keys() & {"block", "loop", "if", "switch", "dispatch", "test"}:
            open_brackets.append(at)
            arms[at] = []
            label = step.get("block") or step.get("loop") or step.get("label")
            labels[label] = at
    nexts = []
    for at, step in enumerate(steps):
        if "leave" in step:
            nexts.append([])
        elif "break" in step:
            nexts.append([ends[labels[step["break"]]] + 1])
        elif "continue" in step:
            nexts.append([labels[step["continue"]] + 1])
        elif "arm" in step:
            # Control has fallen out of the arm before.
            nexts.append([ends[at] + 1])
        elif arms.get(at):
            nexts.append([arm + 1 for arm in arms[at]])
        else:
            nexts.append([at + 1])
    return nexts


if __name__ == "__main__":
    main()
