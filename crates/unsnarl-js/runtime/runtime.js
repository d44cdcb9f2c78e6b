// The runtime of the functions of a module. Only the definitions that are used are written.
// A 64-bit integer is two words, the lower one first; the upper word of a result is in `high`.

var imul = Math.imul;
var clz32 = Math.clz32;
var fround = Math.fround;
var abs = Math.abs;
var sqrt = Math.sqrt;
var ceil = Math.ceil;
var floor = Math.floor;
var trunc = Math.trunc;
var min = Math.min;
var max = Math.max;

var EMPTY = [];

var scratch = new DataView(new ArrayBuffer(64));

// Traps as WebAssembly does.
function trap(message) {
  throw new WebAssembly.RuntimeError(message);
}

function trailingZeros(a) {
  return a === 0 ? 32 : 31 - clz32(a & -a);
}

function ones(a) {
  a = a - (a >>> 1 & 0x55555555) | 0;
  a = (a & 0x33333333) + (a >>> 2 & 0x33333333) | 0;
  return imul(a + (a >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function rotateLeft(a, by) {
  return a << by | a >>> -by;
}

function rotateRight(a, by) {
  return a >>> by | a << -by;
}

function divideSigned(a, b) {
  if (b === 0) trap("integer divide by zero");
  if (b === -1 && a === -2147483648) trap("integer overflow");
  return a / b | 0;
}

function divideUnsigned(a, b) {
  if (b === 0) trap("integer divide by zero");
  return (a >>> 0) / (b >>> 0) | 0;
}

function remainderSigned(a, b) {
  if (b === 0) trap("integer divide by zero");
  return a % b | 0;
}

function remainderUnsigned(a, b) {
  if (b === 0) trap("integer divide by zero");
  return (a >>> 0) % (b >>> 0) | 0;
}

function leadingZeros64(a, h) {
  return h === 0 ? 32 + clz32(a) : clz32(h);
}

function trailingZeros64(a, h) {
  return a === 0 ? 32 + trailingZeros(h) : trailingZeros(a);
}

function ones64(a, h) {
  return ones(a) + ones(h);
}

function shiftLeft64(a, h, by) {
  by = by & 63;
  if (by === 0) {
    high = h;
    return a;
  }
  if (by > 31) {
    high = a << by - 32;
    return 0;
  }
  high = h << by | a >>> 32 - by;
  return a << by;
}

function shiftRightSigned64(a, h, by) {
  by = by & 63;
  if (by === 0) {
    high = h;
    return a;
  }
  if (by > 31) {
    high = h >> 31;
    return h >> by - 32;
  }
  high = h >> by;
  return a >>> by | h << 32 - by;
}

function shiftRightUnsigned64(a, h, by) {
  by = by & 63;
  if (by === 0) {
    high = h;
    return a;
  }
  if (by > 31) {
    high = 0;
    return h >>> by - 32 | 0;
  }
  high = h >>> by;
  return a >>> by | h << 32 - by;
}

function rotateLeft64(a, h, by) {
  by = by & 63;
  if (by > 31) {
    var t = a;
    a = h;
    h = t;
  }
  by = by & 31;
  if (by === 0) {
    high = h;
    return a;
  }
  high = h << by | a >>> 32 - by;
  return a << by | h >>> 32 - by;
}

function rotateRight64(a, h, by) {
  return rotateLeft64(a, h, 64 - (by & 63));
}

function multiply64(a, h, b, i) {
  var al = a & 65535, ah = a >>> 16, bl = b & 65535, bh = b >>> 16;
  var t = (imul(ah, bl) >>> 0) + (imul(al, bl) >>> 16);
  var u = (imul(al, bh) >>> 0) + (t & 65535);
  var carried = (t / 65536 | 0) + (u / 65536 | 0) | 0;
  high = imul(ah, bh) + carried + imul(a, i) + imul(h, b) | 0;
  return imul(a, b);
}

var restLow = 0;
var restHigh = 0;

// The quotient of two unsigned integers; the remainder is in `restLow` and `restHigh`.
function quotient64(a, h, b, i) {
  var q, r, t, m;
  if (h >>> 0 < 0x200000 && i >>> 0 < 0x200000) {
    // Both are exact as floats, and so is the truncated quotient.
    t = (h >>> 0) * 4294967296 + (a >>> 0);
    m = (i >>> 0) * 4294967296 + (b >>> 0);
    q = floor(t / m);
    r = t - q * m;
    restHigh = r / 4294967296 | 0;
    restLow = r | 0;
    high = q / 4294967296 | 0;
    return q | 0;
  }
  if (i === 0) {
    // Four digits of 16 bits.
    m = b >>> 0;
    h = h >>> 0;
    a = a >>> 0;
    r = h % m;
    high = h / m | 0;
    t = r * 65536 + (a >>> 16);
    q = floor(t / m);
    r = t - q * m;
    t = r * 65536 + (a & 65535);
    m = floor(t / m);
    restHigh = 0;
    restLow = t - m * (b >>> 0) | 0;
    return q * 65536 + m | 0;
  }
  // The quotient is below 2³². The quotient of the floats, a little less, is at most two less.
  t = (h >>> 0) * 4294967296 + (a >>> 0);
  m = (i >>> 0) * 4294967296 + (b >>> 0);
  q = floor(t / m * 0.9999999999999991);
  t = multiply64(q | 0, 0, b, i);
  restLow = a - t | 0;
  restHigh = h - high - (a >>> 0 < t >>> 0 ? 1 : 0) | 0;
  while (restHigh >>> 0 > i >>> 0 || restHigh === i && restLow >>> 0 >= b >>> 0) {
    q = q + 1;
    t = restLow >>> 0 < b >>> 0 ? 1 : 0;
    restLow = restLow - b | 0;
    restHigh = restHigh - i - t | 0;
  }
  high = 0;
  return q | 0;
}

function divideUnsigned64(a, h, b, i) {
  if ((b | i) === 0) trap("integer divide by zero");
  return quotient64(a, h, b, i);
}

function remainderUnsigned64(a, h, b, i) {
  if ((b | i) === 0) trap("integer divide by zero");
  quotient64(a, h, b, i);
  high = restHigh;
  return restLow;
}

function divideSigned64(a, h, b, i) {
  if ((b | i) === 0) trap("integer divide by zero");
  if ((b & i) === -1 && a === 0 && h === -2147483648) trap("integer overflow");
  var negative = (h ^ i) < 0;
  if (h < 0) {
    h = ~h + (a === 0 ? 1 : 0) | 0;
    a = -a | 0;
  }
  if (i < 0) {
    i = ~i + (b === 0 ? 1 : 0) | 0;
    b = -b | 0;
  }
  var q = quotient64(a, h, b, i);
  if (negative) {
    high = ~high + (q === 0 ? 1 : 0) | 0;
    q = -q | 0;
  }
  return q;
}

function remainderSigned64(a, h, b, i) {
  if ((b | i) === 0) trap("integer divide by zero");
  var negative = h < 0;
  if (negative) {
    h = ~h + (a === 0 ? 1 : 0) | 0;
    a = -a | 0;
  }
  if (i < 0) {
    i = ~i + (b === 0 ? 1 : 0) | 0;
    b = -b | 0;
  }
  quotient64(a, h, b, i);
  a = restLow;
  high = restHigh;
  if (negative) {
    high = ~high + (a === 0 ? 1 : 0) | 0;
    a = -a | 0;
  }
  return a;
}

function truncateSigned(x) {
  if (!(x > -2147483649 && x < 2147483648)) unfit(x);
  return ~~x;
}

function truncateUnsigned(x) {
  if (!(x > -1 && x < 4294967296)) unfit(x);
  return ~~x;
}

function truncateSigned64(x) {
  if (!(x >= -9223372036854775808 && x < 9223372036854775808)) unfit(x);
  return words64(x);
}

function truncateUnsigned64(x) {
  if (!(x > -1 && x < 18446744073709551616)) unfit(x);
  return words64(x);
}

function unfit(x) {
  trap(x !== x ? "invalid conversion to integer" : "integer overflow");
}

// The words of a truncated float.
function words64(x) {
  x = trunc(x);
  var h = floor(x / 4294967296);
  high = h | 0;
  return x - h * 4294967296 | 0;
}

function saturateSigned(x) {
  return x > 2147483647 ? 2147483647 : x < -2147483648 ? -2147483648 : ~~x;
}

function saturateUnsigned(x) {
  return x > 4294967295 ? -1 : x > 0 ? ~~x : 0;
}

function saturateSigned64(x) {
  if (x >= 9223372036854775808) {
    high = 2147483647;
    return -1;
  }
  if (x >= -9223372036854775808) return words64(x);
  high = x !== x ? 0 : -2147483648;
  return 0;
}

function saturateUnsigned64(x) {
  if (x >= 18446744073709551616) {
    high = -1;
    return -1;
  }
  if (x > 0) return words64(x);
  high = 0;
  return 0;
}

// A 32-bit float of an integer whose lower word is unsigned: rounded once.
function wholeToFloat(a, h) {
  if (h < 2097152 && h > -2097153) return fround(h * 4294967296 + a);
  // The lowest bits only tell whether any of them is set.
  a = a & 65535 ? (a >>> 16 | 1) * 65536 : a;
  return fround(h * 4294967296 + a);
}

function floatToBits(x) {
  scratch.setFloat32(0, x, true);
  return scratch.getInt32(0, true);
}

function bitsToFloat(a) {
  scratch.setInt32(0, a, true);
  return scratch.getFloat32(0, true);
}

function doubleToBits(x) {
  scratch.setFloat64(0, x, true);
  high = scratch.getInt32(4, true);
  return scratch.getInt32(0, true);
}

function bitsToDouble(a, h) {
  scratch.setInt32(0, a, true);
  scratch.setInt32(4, h, true);
  return scratch.getFloat64(0, true);
}

function copySign(x, y) {
  scratch.setFloat64(0, y, true);
  return scratch.getInt8(7) < 0 ? -abs(x) : abs(x);
}

// Rounds to the nearest integer, ties to even.
function nearest(x) {
  if (x > 0 && x < 4503599627370496) return x + 4503599627370496 - 4503599627370496;
  if (x < 0 && x > -4503599627370496) return -(4503599627370496 - x - 4503599627370496);
  return x;
}

// Checks that an access is inside of a memory, and gives its address.
function bounded(bytes, a, offset, size) {
  a = (a >>> 0) + offset;
  if (a + size > bytes.length) trap("out of bounds memory access");
  return a;
}

function fillMemory(bytes, to, value, count) {
  to = to >>> 0;
  count = count >>> 0;
  if (to + count > bytes.length) trap("out of bounds memory access");
  bytes.fill(value, to, to + count);
}

function copyMemory(bytes, source, to, from, count) {
  to = to >>> 0;
  from = from >>> 0;
  count = count >>> 0;
  if (to + count > bytes.length || from + count > source.length) trap("out of bounds memory access");
  if (bytes === source) bytes.copyWithin(to, from, from + count);
  else if (count > 0) bytes.set(source.subarray(from, from + count), to);
}

function tableGet(table, at) {
  if (at >>> 0 >= table.length) trap("out of bounds table access");
  return table[at];
}

function tableSet(table, at, value) {
  if (at >>> 0 >= table.length) trap("out of bounds table access");
  table[at] = value;
}

function tableGrow(table, value, count) {
  var size = table.length;
  if (size + (count >>> 0) > table.most || size + (count >>> 0) > 10000000) return -1;
  for (var at = 0; at < count >>> 0; at++) table.push(value);
  return size;
}

function tableFill(table, to, value, count) {
  to = to >>> 0;
  count = count >>> 0;
  if (to + count > table.length) trap("out of bounds table access");
  table.fill(value, to, to + count);
}

function copyTable(table, source, to, from, count) {
  to = to >>> 0;
  from = from >>> 0;
  count = count >>> 0;
  if (to + count > table.length || from + count > source.length) trap("out of bounds table access");
  if (table === source) table.copyWithin(to, from, from + count);
  else for (var at = 0; at < count; at++) table[to + at] = source[from + at];
}

// The function at a place of a table, which must have the given type.
function callee(table, at, type) {
  if (at >>> 0 >= table.length) trap("undefined element");
  var f = table[at];
  if (f === null) trap("uninitialized element");
  if (f.type !== type) trap("indirect call type mismatch");
  return f;
}

var following = null;
var followingArguments = null;

// Records the call to make when the function has returned.
function bounce(f, operands) {
  following = f;
  followingArguments = operands;
}

// Makes the recorded calls until none is left.
function finished(result) {
  while (following !== null) {
    var f = following, operands = followingArguments;
    following = null;
    followingArguments = null;
    result = f(...operands);
  }
  return result;
}

class Tag {
  constructor(type) {
    this.type = type;
  }
}

// An exception of a tag, with the words of its values. An exception of the host has no tag.
class Exception {
  constructor(tag, words, original) {
    this.tag = tag;
    this.words = words;
    this.original = original;
  }
  is(tag) {
    return this.tag === tag;
  }
  getArg(tag, at) {
    if (tag !== this.tag) throw new TypeError("the exception has another tag");
    return toHost(tag.type.slice(0, -1), this.words)[at];
  }
}

function raise(tag, ...words) {
  throw new Exception(tag, words, null);
}

function raiseAgain(exception) {
  if (exception === null) trap("null reference");
  throw exception.tag === null ? exception.original : exception;
}

// The caught value as an exception. A trap is not an exception.
function caught(error) {
  // It may belong to another module, which has a class of its own.
  if (error && error.words && error.original !== undefined) return error;
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw error;
  if (typeof InternalError === "function" && error instanceof InternalError) throw error;
  return new Exception(null, [], error);
}

// Gives functions the type that calls through a table check.
function typed(type, ...functions) {
  for (var f of functions) f.type = type;
}

// Says of functions that return several words where those after the first are: each text of a
// module has variables of its own for them.
function several(...functions) {
  for (var f of functions) f.higher = higherWords;
}

var adaptedFunctions = new WeakMap();

// A function that may be another text's as one that leaves the words of its results in this one.
function adapted(f) {
  if (!f || !f.higher || f.higher === higherWords) return f;
  var own = adaptedFunctions.get(f);
  if (own === undefined) {
    own = (...words) => leaveWords([f(...words), ...f.higher()]);
    own.type = f.type;
    own.higher = higherWords;
    own.outer = exported(f);
    adaptedFunctions.set(f, own);
  }
  return own;
}

// Gives a function the part that others call that end in a call of it.
function bouncing(f, tail) {
  f.tail = tail;
  f.bouncer = bounce;
}

// The entry of a function that may be another text's, which knows nothing of this text's calls.
function tailOf(f) {
  return f && f.bouncer === bounce ? f.tail : f;
}

// Values of the host as words.
function fromHost(types, values) {
  var words = [];
  for (var at = 0; at < types.length; at++) {
    var value = values[at];
    switch (types[at]) {
      case "i":
        words.push(value | 0);
        break;
      case "l":
        value = BigInt.asIntN(64, BigInt(value));
        words.push(Number(BigInt.asIntN(32, value)), Number(value >> 32n));
        break;
      case "f":
        words.push(fround(value));
        break;
      case "d":
        words.push(+value);
        break;
      case "F":
        if (value !== null && (typeof value !== "function" || !value.inner)) {
          throw new TypeError("a function that is no export of a module");
        }
        words.push(value === null ? null : value.inner);
        break;
      case "E":
        words.push(value);
        break;
      default:
        throw new TypeError("a vector or an exception cannot cross to JavaScript");
    }
  }
  return words;
}

// Words as values of the host.
function toHost(types, words) {
  var values = [], at = 0;
  for (var type of types) {
    switch (type) {
      case "l":
        values.push(BigInt(words[at + 1]) << 32n | BigInt(words[at] >>> 0));
        at += 2;
        break;
      case "F":
        values.push(exported(words[at++]));
        break;
      case "v":
      case "X":
        throw new TypeError("a vector or an exception cannot cross to JavaScript");
      default:
        values.push(words[at++]);
    }
  }
  return values;
}

// The words of a result whose first one is given.
function resultWords(first) {
  return [first, ...higherWords()];
}

// A function as the host sees it.
function exported(f) {
  if (f === null || f.outer) return f && f.outer;
  var [parameters, results] = f.type.split(":");
  return exportedAs(f, (...values) => {
    var first = f(...fromHost(parameters, values));
    if (results === "") return;
    var all = toHost(results, resultWords(first));
    return results.length === 1 ? all[0] : all;
  });
}

function exportedAs(f, outer) {
  outer.inner = f;
  f.outer = outer;
  return outer;
}

// A function of the host as functions of the module call it.
function imported(value, type, name) {
  if (typeof value !== "function") throw new WebAssembly.LinkError(name + " is no function");
  if (value.inner) {
    if (value.inner.type !== type) throw new WebAssembly.LinkError(name + " has another type");
    return value.inner;
  }
  var [parameters, results] = type.split(":"), f;
  if (/^[id]*:i?$/.test(type)) {
    var any = results === "i";
    switch (parameters.length) {
      case 0:
        f = any ? () => value() | 0 : () => void value();
        break;
      case 1:
        f = any ? (a) => value(a) | 0 : (a) => void value(a);
        break;
      case 2:
        f = any ? (a, b) => value(a, b) | 0 : (a, b) => void value(a, b);
        break;
      default:
        f = any ? (...a) => value(...a) | 0 : (...a) => void value(...a);
    }
  } else if (type === "d:d") {
    f = (a) => +value(a);
  } else {
    f = (...words) => {
      var result = value(...toHost(parameters, words));
      if (results === "") return;
      if (results.length > 1) {
        result = [...result];
        if (result.length !== results.length) throw new TypeError("not as many results");
      } else result = [result];
      return leaveWords(fromHost(results, result));
    };
  }
  f.type = type;
  return f;
}

// The bytes that a text encodes: a character is a byte. The places and texts of parts follow.
function bytesOf(length, parts) {
  var bytes = new Uint8Array(length);
  for (var part = 0; part < parts.length; part += 2) {
    var at = parts[part], text = parts[part + 1];
    for (var index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  }
  return bytes;
}

// A larger buffer with the same bytes. The other one is detached where the engine can do so: hosts
// ask their views for that.
function larger(buffer, size) {
  if (buffer.transfer) return buffer.transfer(size);
  var copy = new ArrayBuffer(size);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  if (typeof structuredClone === "function") structuredClone(buffer, { transfer: [buffer] });
  return copy;
}

// A memory, as `WebAssembly.Memory`. It grows by copying.
class Memory {
  constructor(pages, most, shared) {
    this.buffer = shared ? new SharedArrayBuffer(min(most, 32767) * 65536) : new ArrayBuffer(pages * 65536);
    this.pages = pages;
    this.most = most;
    this.shared = shared;
    this.watchers = [];
  }
  grow(pages) {
    var size = this.add(pages);
    if (size < 0) throw new RangeError("the memory cannot grow so much");
    return size;
  }
  // Adds pages; -1 if there is no room.
  add(pages) {
    var size = this.buffer.byteLength / 65536, sum = size + (pages >>> 0);
    if (sum > this.most || sum > 32767) return -1;
    if (pages !== 0) {
      try {
        this.buffer = larger(this.buffer, sum * 65536);
      } catch (error) {
        return -1;
      }
      for (var watcher of this.watchers) watcher();
    }
    return size;
  }
  // Calls a function now, and whenever the buffer changes.
  watch(watcher) {
    this.watchers.push(watcher);
  }
}

// Adds pages to any memory.
function addPages(memory, pages) {
  if (memory.add) return memory.add(pages);
  try {
    return memory.grow(pages >>> 0);
  } catch (error) {
    return -1;
  }
}

// Checks that an imported memory is a memory, and large enough.
function importedMemory(memory, least, most, shared, name) {
  if (!memory || !memory.buffer || typeof memory.grow !== "function") {
    throw new WebAssembly.LinkError(name + " is no memory");
  }
  if (memory.buffer.byteLength < least * 65536) throw new WebAssembly.LinkError(name + " is too small");
  // The maximal size of a memory of the host is unknown.
  if (memory.most > most) throw new WebAssembly.LinkError(name + " may become too large");
  if (memory.buffer instanceof ArrayBuffer === shared) {
    throw new WebAssembly.LinkError(name + (shared ? " is not shared" : " is shared"));
  }
  return memory;
}

// A table, as `WebAssembly.Table`.
class Table {
  constructor(type, length, most, first) {
    this.type = type;
    this.elements = Array(length).fill(first);
    this.elements.most = most;
  }
  get length() {
    return this.elements.length;
  }
  get(at) {
    if (!(at >= 0 && at < this.elements.length)) throw new RangeError("out of bounds table access");
    return toHost(this.type, [this.elements[at]])[0];
  }
  set(at, value) {
    if (!(at >= 0 && at < this.elements.length)) throw new RangeError("out of bounds table access");
    this.elements[at] = fromHost(this.type, [value === undefined ? null : value])[0];
  }
  grow(count, value) {
    var size = tableGrow(this.elements, fromHost(this.type, [value === undefined ? null : value])[0], count);
    if (size < 0) throw new RangeError("the table cannot grow so much");
    return size;
  }
}

function importedTable(table, type, least, most, name) {
  if (!table || !table.elements) throw new WebAssembly.LinkError(name + " is no table of this kind of module");
  if (table.type !== type) throw new WebAssembly.LinkError(name + " has another type");
  if (table.elements.length < least) throw new WebAssembly.LinkError(name + " is too small");
  if (table.elements.most > most) throw new WebAssembly.LinkError(name + " may become too large");
  return table;
}

// A tag of another module, which may have a class of its own, or of the host.
function importedTag(tag, type, name) {
  if (!tag || typeof tag !== "object" || typeof tag.type === "string" && tag.type !== type) {
    throw new WebAssembly.LinkError(name + " is no such tag");
  }
  return tag;
}

// A global, as `WebAssembly.Global`. Its words are `w0` and so on.
class Global {
  constructor(type, mutable, ...words) {
    this.type = type;
    this.mutable = mutable;
    words.forEach((word, at) => (this["w" + at] = word));
  }
  get value() {
    return toHost(this.type, [this.w0, this.w1, this.w2, this.w3])[0];
  }
  set value(value) {
    if (!this.mutable) throw new TypeError("the global cannot change");
    fromHost(this.type, [value]).forEach((word, at) => (this["w" + at] = word));
  }
  valueOf() {
    return this.value;
  }
}

// A global of the host that host and module may set.
class OtherGlobal {
  constructor(type, other) {
    this.type = type;
    this.other = other;
  }
  get words() {
    return fromHost(this.type, [this.other.value]);
  }
  replace(at, word) {
    var words = this.words;
    words[at] = word;
    this.other.value = toHost(this.type, words)[0];
  }
  get w0() {
    return this.words[0];
  }
  set w0(word) {
    this.replace(0, word);
  }
  get w1() {
    return this.words[1];
  }
  set w1(word) {
    this.replace(1, word);
  }
}

// Whether the host may give a value for a global that does not change.
function isValueOf(type, value) {
  switch (type) {
    case "l":
      return typeof value === "bigint";
    case "F":
      return value === null || typeof value === "function" && Boolean(value.inner);
    case "E":
      return true;
    case "v":
    case "X":
      return false;
    default:
      return typeof value === "number";
  }
}

function importedGlobal(value, type, mutable, name) {
  // It may belong to another module, which has a class of its own.
  if (value && typeof value === "object" && "w0" in value) {
    if (value.type !== type || value.mutable !== mutable) {
      throw new WebAssembly.LinkError(name + " has another type");
    }
    return value;
  }
  if (value instanceof WebAssembly.Global) {
    if (mutable) return new OtherGlobal(type, value);
    value = value.value;
  } else if (mutable || !isValueOf(type, value)) {
    throw new WebAssembly.LinkError(name + " is no such global");
  }
  return new Global(type, false, ...fromHost(type, [value]));
}

// The import with these two names.
function importOf(imports, from, name) {
  var all = imports[from];
  if (all === undefined || all === null) throw new TypeError("nothing is imported from " + from);
  return all[name];
}

var lanesBuffer = new ArrayBuffer(64);
var lanesI8 = new Int8Array(lanesBuffer);
var lanesU8 = new Uint8Array(lanesBuffer);
var lanesI16 = new Int16Array(lanesBuffer);
var lanesU16 = new Uint16Array(lanesBuffer);
var lanesI32 = new Int32Array(lanesBuffer);
var lanesU32 = new Uint32Array(lanesBuffer);
var lanesI64 = new BigInt64Array(lanesBuffer);
var lanesU64 = new BigUint64Array(lanesBuffer);
var lanesF32 = new Float32Array(lanesBuffer);
var lanesF64 = new Float64Array(lanesBuffer);

function putVectors1(a, b, c, d) {
  lanesI32[0] = a;
  lanesI32[1] = b;
  lanesI32[2] = c;
  lanesI32[3] = d;
}

function putVectors2(a, b, c, d, e, f, g, h) {
  putVectors1(a, b, c, d);
  lanesI32[4] = e;
  lanesI32[5] = f;
  lanesI32[6] = g;
  lanesI32[7] = h;
}

function putVectors3(a, b, c, d, e, f, g, h, i, j, k, l) {
  putVectors2(a, b, c, d, e, f, g, h);
  lanesI32[8] = i;
  lanesI32[9] = j;
  lanesI32[10] = k;
  lanesI32[11] = l;
}

function madeVector() {
  high = lanesI32[13];
  high2 = lanesI32[14];
  high3 = lanesI32[15];
  return lanesI32[12];
}

// The address of an atomic access.
function atomicAt(bytes, a, offset, size) {
  a = (a >>> 0) + offset;
  if (a + size > bytes.length) trap("out of bounds memory access");
  if (a % size !== 0) trap("unaligned atomic access");
  return a;
}

// An atomic operation on an element of a view; returns the old value.
function atomic(operation, view, at, value) {
  return Atomics[operation](view, at, value);
}

function atomicExchangeIf(view, at, expected, value) {
  return Atomics.compareExchange(view, at, expected, value);
}

function atomic64(operation, view, at, a, h) {
  return words64Of(Atomics[operation](view, at, wide(a, h)));
}

function atomicExchangeIf64(view, at, a, h, b, i) {
  return words64Of(Atomics.compareExchange(view, at, wide(a, h), wide(b, i)));
}

function wide(a, h) {
  return BigInt(h) << 32n | BigInt(a >>> 0);
}

function words64Of(value) {
  high = Number(BigInt.asIntN(32, value >> 32n));
  return Number(BigInt.asIntN(32, value));
}

function atomicNotify(view, at, count) {
  return Atomics.notify(view, at, count >>> 0);
}

function atomicWait(view, at, expected, a, h) {
  if (typeof SharedArrayBuffer !== "function" || !(view.buffer instanceof SharedArrayBuffer)) {
    trap("expected shared memory");
  }
  var time = h < 0 ? Infinity : (h * 4294967296 + (a >>> 0)) / 1000000;
  return ["ok", "not-equal", "timed-out"].indexOf(Atomics.wait(view, at, expected, time));
}

function atomicWait64(view, at, a, h, b, i) {
  return atomicWait(view, at, wide(a, h), b, i);
}
