// The runtime where floats keep their bits: these definitions take the place of others. A float
// that crosses to or from functions is its bits: "g" those of 32, "e" those of 64.

// A number of which the bits are stored. A NaN becomes the canonical NaN.
function settled(x) {
  return x === x ? x : NaN;
}

// The bits of a number; for any NaN, the bits of the canonical NaN.
function floatToBits(x) {
  if (x !== x) return 2143289344;
  scratch.setFloat32(0, x, true);
  return scratch.getInt32(0, true);
}

function doubleToBits(x) {
  if (x !== x) {
    high = 2146959360;
    return 0;
  }
  scratch.setFloat64(0, x, true);
  high = scratch.getInt32(4, true);
  return scratch.getInt32(0, true);
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
      case "g":
        words.push(floatToBits(fround(value)));
        break;
      case "e":
        words.push(doubleToBits(+value), high);
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
      case "g":
        values.push(bitsToFloat(words[at++]));
        break;
      case "e":
        values.push(bitsToDouble(words[at], words[at + 1]));
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
