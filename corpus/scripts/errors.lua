-- Errors that are raised and caught, through functions of C as well: each is a longjmp.
local function risky(n)
  if n % 3 == 0 then error({ code = n }) end
  if n % 3 == 1 then error("text " .. n) end
  return n
end

local sum = 0
for i = 1, tonumber(arg[1]) do
  local ok, e = pcall(risky, i)
  if ok then sum = sum + e elseif type(e) == "table" then sum = sum + 2 * e.code else sum = sum + #e end
end
print(sum)
print(select(2, xpcall(function() local x; return x.y end, function(m) return "handled: " .. m end)))
print(pcall(string.rep, "x", -1))
print(pcall(string.format, "%d", "z"))
print(pcall(table.sort, { 3, 1, 2 }, function() error("in a callback of C") end))
print(pcall(string.gsub, "abc", ".", function(c) if c == "b" then error({}) end end) == false)
local closing = setmetatable({}, { __close = function(_, e) print("closed", e) end })
print(pcall(function() local held <close> = closing; error("left") end))
local function deep(n) return n == 0 and error("bottom") or 1 + deep(n - 1) end
print(pcall(deep, 150))
print(pcall(pcall, error, "nested"))
print(load("x ="))
