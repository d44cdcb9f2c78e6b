"""Decompiles functions of a program.

decompile.py angr|ghidra PROGRAM OUTPUT NAME...

Writes a JSON object of the texts of the functions that came out, by name, and prints the seconds on
processors that they took, with what the decompiler has to find out first.
"""

import json
import sys
import time

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection


def symbols(elf):
    """The functions of a program: address and size, by name."""
    found = {}
    for section in elf.iter_sections():
        if isinstance(section, SymbolTableSection):
            for symbol in section.iter_symbols():
                if symbol["st_info"]["type"] == "STT_FUNC" and symbol["st_size"]:
                    found[symbol.name] = (symbol["st_value"], symbol["st_size"])
    return found


def by_angr(path, names):
    """SAILR, which is angr's default structurer, with the calling conventions it recovers."""
    import logging

    import angr

    logging.disable(logging.CRITICAL)
    project = angr.Project(path, auto_load_libs=False)
    graph = project.analyses.CFGFast(normalize=True, data_references=True)
    project.analyses.CompleteCallingConventions(recover_variables=True)
    wanted = set(names)
    for function in list(graph.kb.functions.values()):
        if function.name in wanted:
            options = [("structurer_cls", "SAILR")]
            try:
                made = project.analyses.Decompiler(function, cfg=graph.model, options=options)
            except Exception as error:
                print(f"{function.name}: {error}", file=sys.stderr)
                continue
            if made.codegen is not None and made.codegen.text:
                yield function.name, made.codegen.text


def by_ghidra(path, names):
    """Ghidra's decompiler alone, without what its analysers find before."""
    from flatline import AnalysisBudget, DecompileRequest, decompile_function

    with open(path, "rb") as file:
        elf = ELFFile(file)
        found = symbols(elf)
        segments = [part for part in elf.iter_segments() if part["p_type"] == "PT_LOAD"]
        end = max(part["p_vaddr"] + part["p_memsz"] for part in segments)
        image = bytearray(end)
        for part in segments:
            start = part["p_vaddr"]
            image[start : start + part["p_filesz"]] = part.data()
    for name in names:
        if name not in found:
            continue
        address, size = found[name]
        made = decompile_function(
            DecompileRequest(
                memory_image=bytes(image),
                base_address=0,
                function_address=address,
                function_size_hint=size,
                language_id="x86:LE:64:default",
                compiler_spec="gcc",
                analysis_budget=AnalysisBudget(max_instructions=1_000_000),
            )
        )
        if made.error is not None or made.c_code is None:
            print(f"{name}: {made.error}", file=sys.stderr)
        else:
            yield name, made.c_code


def main():
    decompiler, path, output, *names = sys.argv[1:]
    start = time.process_time()
    texts = dict({"angr": by_angr, "ghidra": by_ghidra}[decompiler](path, names))
    print(f"{time.process_time() - start:.1f}")
    with open(output, "w") as file:
        json.dump(texts, file)


main()
