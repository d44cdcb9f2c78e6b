// Lua: coroutines, errors that are caught, patterns, metatables, and calls in both directions.
import { createRequire } from "node:module";

const { LuaFactory } = createRequire(import.meta.url)("wasmoon");
const lua = await new LuaFactory().createEngine();
lua.global.set("host", (x) => x * 2 + 1);
console.log(await lua.doString(`
local out = {}
local function say(...) out[#out + 1] = table.concat({...}, " ") end
local co = coroutine.wrap(function(a) for i = 1, 3 do a = coroutine.yield(a * i) end end)
say(co(2), co(3), co(4))
say(tostring(pcall(error, { code = 7 })), select(2, pcall(function() local x = nil; return x.y end)))
say(("key = value; k2=v2"):gsub("(%w+)%s*=%s*(%w+)", "%2:%1"))
say(string.format("%5.2f|%q|%x", math.pi, "a\\nb", 255), 7 // 2, -7 % 3, 2^53 | 0, 10 / 4)
local V = setmetatable({}, { __index = function(_, k) return k .. "!" end, __call = function(_, x) return x + 1 end })
say(V.field, V(41), host(20))
local t = {}
for i = 1, 500 do t[i] = (i * 7919) % 1009 end
table.sort(t, function(a, b) return a > b end)
say(t[1], t[250], t[500], #t, math.type(1 << 40), string.rep("ab", 3, "-"))
local ok, message = pcall(string.rep, "x", -1 >> 1)
say(tostring(ok), message)
local function depth(n) if n == 0 then error("deep") end return 1 + depth(n - 1) end
say(select(2, pcall(depth, 100)))
return table.concat(out, "\\n")
`));
const sum = await lua.doString("return function(a, b) return a + b end");
console.log(sum(2, 3));
await lua.doString("error('to the host')").catch((error) => console.log(error.message));
lua.global.close();
