"""Writes a C header with modules of the standard library as frozen code: `freeze.py LIB > modules.h`.

LIB is the folder `Lib` of CPython's source; the version that runs this must be that of the source.
"""

import marshal
import pathlib
import sys

MODULES = ["encodings", "encodings.aliases", "encodings.ascii", "encodings.latin_1", "encodings.utf_8"]


def main(library):
    entries = []
    for name in MODULES:
        path = pathlib.Path(library, *name.split("."))
        is_package = path.is_dir()
        source = path / "__init__.py" if is_package else path.with_suffix(".py")
        code = compile(source.read_bytes(), f"<frozen {name}>", "exec", dont_inherit=True, optimize=2)
        code = marshal.dumps(code)
        symbol = "code_" + name.replace(".", "_")
        print(f"static const unsigned char {symbol}[] = {{")
        for start in range(0, len(code), 24):
            print(",".join(map(str, code[start : start + 24])) + ",")
        print("};")
        entries.append(f'{{"{name}", {symbol}, sizeof {symbol}, {int(is_package)}, 0}},')
    print("static const struct _frozen modules[] = {", *entries, "{0, 0, 0, 0, 0}};", sep="\n")


main(sys.argv[1])
