"""Counts what the functions of texts in C, or in what looks like C, are made of.

count.py FILE...

A file that ends in .json has an object of texts by the names of their functions; any other one is a
text in C. Prints a JSON list with an object for each file: the counts of each function by name, in
the order of `COUNTS`. What is inside of an unbalanced #if, or no C, counts as far as tree-sitter
understands it.
"""

import json
import sys

import tree_sitter_c
from tree_sitter import Language, Parser

PARSER = Parser(Language(tree_sitter_c.language()))

COUNTS = ["gotos", "labels", "booleans", "casts", "lines", "cyclomatic"]

BRANCHES = {
    "if_statement",
    "while_statement",
    "for_statement",
    "do_statement",
    "conditional_expression",
}


def nodes(root):
    """All nodes below one, and itself."""
    rest = [root]
    while rest:
        node = rest.pop()
        yield node
        rest.extend(node.children)


def name(function):
    """What a definition defines."""
    declarator = function.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "identifier":
        inner = declarator.child_by_field_name("declarator")
        if inner is None:
            inner = next((child for child in declarator.named_children), None)
        declarator = inner
    return declarator.text.decode() if declarator is not None else None


def is_forever(node):
    """`while (1)` and `for (;;)` decide nothing."""
    condition = node.child_by_field_name("condition")
    if node.type == "for_statement":
        return condition is None
    return condition is not None and condition.text.strip(b"() ") in (b"1", b"true")


def is_once(node):
    """`do { … } while (0)` is a block."""
    condition = node.child_by_field_name("condition")
    return node.type == "do_statement" and condition.text.strip(b"() ") in (b"0", b"false")


def counts(function):
    """The counts of a definition."""
    made = dict.fromkeys(COUNTS, 0)
    lines = set()
    made["cyclomatic"] = 1
    for node in nodes(function):
        if node.type == "comment":
            continue
        if not node.children:
            lines.add(node.start_point.row)
        if node.type == "goto_statement":
            made["gotos"] += 1
        elif node.type == "labeled_statement":
            made["labels"] += 1
        elif node.type == "cast_expression":
            made["casts"] += 1
        elif node.type in ("&&", "||"):
            made["booleans"] += 1
            made["cyclomatic"] += 1
        elif node.type in BRANCHES:
            made["cyclomatic"] += 0 if is_forever(node) or is_once(node) else 1
        elif node.type == "case_statement":
            made["cyclomatic"] += node.children[0].type == "case"
    made["lines"] = len(lines)
    return [made[what] for what in COUNTS]


def functions(text):
    """The definitions of a text, with their counts."""
    tree = PARSER.parse(text.encode())
    found = {}
    for node in nodes(tree.root_node):
        if node.type == "function_definition":
            own = name(node)
            if own is not None:
                found[own] = counts(node)
    return found


def of_file(path):
    """The counts of a file's functions."""
    with open(path, encoding="utf-8", errors="replace") as file:
        if not path.endswith(".json"):
            return functions(file.read())
        made = {}
        for own, text in json.load(file).items():
            # Decompilers may give a function another name, and write declarations before it.
            found = list(functions(text).values())
            if found:
                made[own] = found[-1]
        return made


def main():
    json.dump([of_file(path) for path in sys.argv[1:]], sys.stdout)


main()
