// What scripts of the suite need in JavaScript. A result is 0 if it is as it should be, 1 if it
// differs in the bits of NaNs alone, and 2 otherwise.

var show = typeof print === "function" ? print : console.log;
var instances = [], registered = {}, passed = 0, deviations = 0;
var bits = new DataView(new ArrayBuffer(16));
var things = new Map();

function thing(number) {
  if (!things.has(number)) things.set(number, { thing: number });
  return things.get(number);
}
function bitsToFloat(a) {
  bits.setUint32(0, a);
  return bits.getFloat32(0);
}
function bitsToDouble(a) {
  bits.setBigUint64(0, a);
  return bits.getFloat64(0);
}
function isNaN32(a) {
  return (a & 0x7f800000) === 0x7f800000 && (a & 0x007fffff) !== 0;
}
function isNaN64(a) {
  return (a & 0x7ff0000000000000n) === 0x7ff0000000000000n && (a & 0x000fffffffffffffn) !== 0n;
}
// An integer of 32 bits may be a float, or the upper half of one.
function i(due) {
  return (a) =>
    a === due ? 0 : isNaN32(a) && isNaN32(due) || (a & due & 0x7ff80000) === 0x7ff80000 ? 1 : 2;
}
function l(due) {
  return (a) => (a === due ? 0 : isNaN64(a) && isNaN64(due) ? 1 : 2);
}
function f(due) {
  if (isNaN32(due)) {
    return (a) => {
      if (typeof a !== "number" || a === a) return 2;
      bits.setFloat32(0, a);
      return bits.getInt32(0) === due ? 0 : 1;
    };
  }
  var float = bitsToFloat(due);
  return (a) => (Object.is(a, float) ? 0 : 2);
}
function d(due) {
  if (isNaN64(due)) {
    return (a) => {
      if (typeof a !== "number" || a === a) return 2;
      bits.setFloat64(0, a);
      return bits.getBigUint64(0) === due ? 0 : 1;
    };
  }
  var float = bitsToDouble(due);
  return (a) => (Object.is(a, float) ? 0 : 2);
}
// The bits of a NaN are not seen from outside.
function nan(a) {
  return typeof a === "number" && a !== a ? 0 : 2;
}
function word(a) {
  return a === (a | 0) || a === a >>> 0 ? a | 0 : NaN;
}
function lane32(due) {
  return (a) => (a === due ? 0 : isNaN32(a) && isNaN32(due) ? 1 : 2);
}
function lane32c(a) {
  return (a & 0x7fffffff) === 0x7fc00000 ? 0 : isNaN32(a) ? 1 : 2;
}
function lane32a(a) {
  return isNaN32(a) && a & 0x00400000 ? 0 : isNaN32(a) ? 1 : 2;
}
function lane64(due) {
  return (a) => (a === due ? 0 : isNaN64(a) && isNaN64(due) ? 1 : 2);
}
function lane64c(a) {
  return (a & 0x7fffffffffffffffn) === 0x7ff8000000000000n ? 0 : isNaN64(a) ? 1 : 2;
}
function lane64a(a) {
  return isNaN64(a) && a & 0x0008000000000000n ? 0 : isNaN64(a) ? 1 : 2;
}
function worst(results) {
  return results.reduce((a, b) => (a > b ? a : b), 0);
}
function v32(...lanes) {
  return (words) => (Array.isArray(words) ? worst(lanes.map((lane, at) => lane(word(words[at])))) : 2);
}
function v64(...lanes) {
  var pair = (low, high) => BigInt.asUintN(64, (BigInt(high) << 32n) | BigInt(low >>> 0));
  return (words) =>
    Array.isArray(words) ? worst(lanes.map((lane, at) => lane(pair(words[2 * at], words[2 * at + 1])))) : 2;
}
function v(...due) {
  return (words) =>
    !Array.isArray(words) || words.length !== 4 ? 2 : worst(due.map((lane, at) => (word(words[at]) === lane ? 0 : 2)));
}
function none(a) {
  return a === null ? 0 : 2;
}
function code(a) {
  return typeof a === "function" ? 0 : 2;
}
function anything(a) {
  return a !== null && a !== undefined ? 0 : 2;
}
function same(due) {
  return (a) => (a === due ? 0 : 2);
}
function either(...all) {
  return (a) => all.map((one) => one(a)).reduce((a, b) => (a < b ? a : b));
}

function kindOf(error) {
  if (error instanceof WebAssembly.RuntimeError) return "trap " + error.message;
  if (error instanceof WebAssembly.LinkError) return "link";
  if (error instanceof RangeError && /call stack/.test(error.message)) return "exhausted";
  if (typeof InternalError === "function" && error instanceof InternalError) return "exhausted";
  if (error && error.words && "tag" in error) return "exception";
  return "error " + error + " " + (error && error.stack);
}
function text(value) {
  if (typeof value === "bigint") return value + "n";
  if (Array.isArray(value)) return "[" + value.map(text).join(", ") + "]";
  return Object.is(value, -0) ? "-0" : String(value);
}
function attempt(body) {
  try {
    return { kind: "end", value: body() };
  } catch (error) {
    return { kind: kindOf(error) };
  }
}
function failed(line, what) {
  show("FAILED " + line + ": " + what);
}
// The kind of end that is due begins like this.
function ends(line, due, body) {
  var seen = attempt(body);
  if (seen.kind === due) passed++;
  else failed(line, seen.kind + ", and not " + due);
}
// The message of a trap may go on, here or in the script.
function traps(line, due, body) {
  var seen = attempt(body), message = seen.kind.slice(5);
  var fits = (message.startsWith(due) || due.startsWith(message)) && message !== "";
  if (seen.kind.startsWith("trap ") && fits) passed++;
  else failed(line, seen.kind + ", and not trap " + due);
}
function returns(line, body, ...due) {
  var seen = attempt(body);
  if (seen.kind !== "end") return failed(line, seen.kind);
  var values = due.length === 1 ? [seen.value] : due.length === 0 ? [] : seen.value;
  if (due.length === 0 && seen.value !== undefined || values.length !== due.length) {
    return failed(line, "another number of results: " + text(seen.value));
  }
  var result = worst(due.map((is, at) => is(values[at])));
  if (result === 0) passed++;
  else if (result === 1) deviations++;
  else failed(line, "results " + text(values));
}
// Calls a function with words, where values of JavaScript cannot be given: vectors are four words.
function inner(instance, name, types, ...words) {
  var own = instances[instance], first = own.exports[name].inner(...words);
  if (types === "") return;
  var all = [first, ...own.higher()], values = [], at = 0;
  for (var type of types) {
    if (type === "v") values.push(all.slice(at, at += 4));
    else if (type === "l") values.push((BigInt(all[at + 1]) << 32n) | BigInt(all[at++] >>> 0)), at++;
    else values.push(all[at++]);
  }
  return values.length === 1 ? values[0] : values;
}
function call(instance, name, ...values) {
  return instances[instance].exports[name](...values);
}
function value(instance, name) {
  return instances[instance].exports[name].value;
}
function start(number, made) {
  instances[number] = { exports: made.instantiate(registered), higher: made.higher };
}
