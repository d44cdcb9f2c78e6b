//! The packages.

/// A package of npm with a module in it.
pub(crate) struct Package {
    /// Its name, without a scope, which is that of its script.
    pub(crate) script: &'static str,
    /// What made the module.
    pub(crate) compiler: &'static str,
    /// Whether it is among those of a short run.
    pub(crate) is_small: bool,
    pub(crate) javascript: JavaScript,
    /// Modules that are refused, and stay as they are: what the command says of them contains this.
    pub(crate) left: Option<&'static str>,
}

/// What JavaScript in place of a package's modules does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JavaScript {
    /// The same.
    Same,
    /// It is not written: what the command says contains this.
    Refused(&'static str),
    /// It is written, and the program that uses it ends with an error that contains this.
    Fails(&'static str),
}

const fn small(script: &'static str, compiler: &'static str) -> Package {
    Package {
        script,
        compiler,
        is_small: true,
        javascript: JavaScript::Same,
        left: None,
    }
}

const fn large(script: &'static str, compiler: &'static str, javascript: JavaScript) -> Package {
    Package {
        script,
        compiler,
        is_small: false,
        javascript,
        left: None,
    }
}

/// All of them.
pub(crate) const PACKAGES: &[Package] = &[
    small("xxhash-wasm", "text of WebAssembly"),
    small("rabin-wasm", "AssemblyScript"),
    small("source-map", "Rust"),
    large("as-sha256", "AssemblyScript", JavaScript::Same),
    large("cjs-module-lexer", "C", JavaScript::Same),
    large("argon2-browser", "C, Emscripten", JavaScript::Same),
    large("vscode-oniguruma", "C, Emscripten", JavaScript::Same),
    large("yoga-layout", "C++, Emscripten", JavaScript::Same),
    large("gofmt", "Go, TinyGo", JavaScript::Same),
    large("wasmoon", "C, Emscripten", JavaScript::Same),
    large(
        "web-tree-sitter",
        "C, Emscripten, with a library that is loaded",
        JavaScript::Fails("is no table of this kind of module"),
    ),
    large("sql.js", "C, Emscripten", JavaScript::Same),
    large(
        "quickjs-emscripten",
        "C, Emscripten, also with Asyncify",
        JavaScript::Same,
    ),
    large("brotli-wasm", "Rust, wasm-bindgen", JavaScript::Same),
    large("zxing-wasm", "C++, Emscripten", JavaScript::Same),
    large("graphviz", "C and C++, Emscripten", JavaScript::Same),
    large("tiktoken", "Rust, wasm-bindgen", JavaScript::Same),
    // It makes small modules at run time, one of which asks for the types of functions.
    Package {
        left: Some("a garbage-collected type"),
        ..large(
            "pyodide",
            "C, Emscripten, with exceptions",
            // That one imports the memory.
            JavaScript::Fails("memory import must be a WebAssembly.Memory object"),
        )
    },
    large("esbuild-wasm", "Go", JavaScript::Same),
    large(
        "duckdb-wasm",
        "C++, Emscripten, with exceptions",
        JavaScript::Same,
    ),
    large(
        "z3-solver",
        "C++, Emscripten, with threads",
        JavaScript::Refused("a memory of 32768 pages is not supported in JavaScript"),
    ),
    large("biome", "Rust, wasm-bindgen", JavaScript::Same),
];
