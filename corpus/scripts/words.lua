-- Strings, patterns, tables, closures, metatables, integers and floats; `arg[1]` is how often.

local rounds = tonumber(arg[1])

local words = {}
for word in string.gmatch("a loop is a cycle with one way in, and an edge back to its header is a back edge", "%a+") do
  words[#words + 1] = word
end
table.sort(words, function(a, b)
  if #a ~= #b then return #a < #b end
  return a < b
end)
print(table.concat(words, " "))

-- How often each word comes, in order.
local counts, order = {}, {}
for _, word in ipairs(words) do
  if not counts[word] then
    counts[word] = 0
    order[#order + 1] = word
  end
  counts[word] = counts[word] + 1
end
for _, word in ipairs(order) do
  if counts[word] > 1 then print(word, counts[word]) end
end

-- Vectors with operators.
local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return setmetatable({ a[1] + b[1], a[2] + b[2] }, Vector) end
Vector.__eq = function(a, b) return a[1] == b[1] and a[2] == b[2] end
Vector.__tostring = function(a) return string.format("(%g, %g)", a[1], a[2]) end
Vector.__call = function(a, scale) return setmetatable({ a[1] * scale, a[2] * scale }, Vector) end
Vector.__concat = function(a, b) return tostring(a) .. tostring(b) end
local sum = setmetatable({ 0, 0 }, Vector)
for i = 1, rounds do
  sum = sum + setmetatable({ i, 0.5 * i }, Vector)(2)
end
print(tostring(sum), sum == sum(1), sum .. sum)

-- Integers wrap, and divide towards minus infinity; floats do not.
local mixed = 1
for i = 1, rounds do
  mixed = (mixed * 6364136223846793005 + i) ~ (mixed >> 29)
end
print(mixed, mixed // 1000003, mixed % 1000003, -7 // 2, -7 % 3, 7.5 // -2, 7.5 % -2, 1 << 62, 1 << 64, ~0)
print(math.maxinteger + 1 == math.mininteger, 2 ^ 53, 10 / 4, 3 | 0, math.tointeger(8.0), math.type(1), math.type(1.0))
print(math.floor(-3.5), math.ceil(-3.5), math.fmod(-7, 3), math.ult(1, -1), 1e15, 1e100, 0.1, -0.0, 1 / 0, -1 / 0)
print(string.format("%5d|%-5d|%05d|%x|%X|%o|%c|%q|%s|%10.3f|%e|%g|%a", 42, 42, 42, 255, 255, 8, 65, 'q"', nil, 3.14159, 12345.678, 1e-5, 1.0))

-- Strings.
local text = string.rep("unsnarl ", 5)
print(#text, text:upper(), text:find("snarl", 10, true), text:sub(-8, -2), text:byte(1, 3))
print(text:gsub("(%w+) (%w+)", "%2-%1", 2))
print(("x = 12, y = -7"):match("x = (%d+), y = (%-?%d+)"), ("%d"):rep(3, ","), ("héllo"):len(), utf8.len("héllo"))
print(string.pack("<i4>i2z", 1, 2, "three"):byte(1, -1))
print(string.unpack("<d", string.pack("<d", 0.1)), tonumber("0x1p4"), tonumber("  12  "), tonumber("12x"), tonumber("zz", 36))

-- Closures, varargs, goto, and a queue.
local function counter(...)
  local steps, count, n = { ... }, select("#", ...), 0
  return function()
    n = n + 1
    return steps[(n - 1) % count + 1]
  end
end
local step, total = counter(3, 1, 4, 1, 5), 0
for _ = 1, rounds do
  total = total + step()
end
print(total)
local i, made = 0, {}
::again::
i = i + 1
if i % 3 == 0 then goto again end
made[#made + 1] = i
if i < 10 then goto again end
print(table.unpack(made))
table.insert(made, 1, 99)
print(table.remove(made), table.remove(made, 1), #made, table.concat(made, ",", 2, 4))

-- Compiled at run time.
print(load("local a, b = ... return a * b, b - a")(6, 7))
