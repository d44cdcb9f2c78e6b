"""Runs a WebAssembly command in Wasmtime: see README.md. The package stands on PYTHONPATH."""

import sys
import time

from wasmtime import Engine, ExitTrap, Linker, Module, Store, WasiConfig


def run(path, arguments):
    """Returns the exit status, and how long compiling and running took, in milliseconds."""
    engine = Engine()
    with open(path, "rb") as file:
        code = file.read()
    start = time.monotonic()
    module = Module(engine, code)
    compiled = time.monotonic()
    wasi = WasiConfig()
    wasi.argv = [path, *arguments]
    wasi.inherit_stdin()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    store = Store(engine)
    store.set_wasi(wasi)
    linker = Linker(engine)
    linker.define_wasi()
    instance = linker.instantiate(store, module)
    status = 0
    try:
        instance.exports(store)["_start"](store)
    except ExitTrap as ended:
        status = ended.code
    end = time.monotonic()
    return status, 1000 * (compiled - start), 1000 * (end - compiled)


def main():
    arguments = sys.argv[1:]
    timed = arguments[0] == "--times"
    if timed:
        arguments = arguments[1:]
    try:
        status, compiling, running = run(arguments[0], arguments[1:])
    except Exception as error:
        print(error, file=sys.stderr)
        sys.exit(125)
    if timed:
        print(f"times {compiling:.3f} {running:.3f}", file=sys.stderr)
    sys.exit(status)


main()
