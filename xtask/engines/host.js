// The functions of the module `host`, by which a program meets exceptions of JavaScript: see README.md. All scripts load this.
"use strict";

/// What is thrown by number: any value may be. With `null`, the legacy instructions make node 20 trap and SpiderMonkey 102
/// crash.
const THROWN = [new Error("of the host"), Object.freeze({ frozen: true }), "text", 42, NaN, undefined, Symbol("symbol")];

/// How a call ended, as a number.
const ENDING = { returned: 0, sameThrown: 1, ofWebAssembly: 2, trapped: 3, another: 4 };

/// The functions, and what gives them the program's exports, of which they call `back`.
function makeHost() {
  let exported, lastThrown, kept;
  let passed = 0;

  function endingOf(call) {
    try {
      call();
    } catch (error) {
      kept = error;
      if (Object.is(error, THROWN[lastThrown])) return ENDING.sameThrown;
      if (error instanceof WebAssembly.Exception) return ENDING.ofWebAssembly;
      if (error instanceof WebAssembly.RuntimeError) return ENDING.trapped;
      return ENDING.another;
    }
    return ENDING.returned;
  }

  const functions = {
    /// Throws the value with this number.
    throw_value(which) {
      lastThrown = which;
      throw THROWN[which];
    },
    /// Calls the program, and tells how the call ended.
    call: (which) => endingOf(() => exported.back(which)),
    /// Calls the program, and lets through what it throws.
    call_through(which) {
      try {
        exported.back(which);
      } finally {
        passed++;
      }
    },
    /// Throws what `call` caught last.
    throw_kept() {
      throw kept;
    },
    /// How many calls of `call_through` have ended.
    passed: () => passed,
    values: () => THROWN.length,
  };
  return { functions, attach: (exports) => (exported = exports) };
}
