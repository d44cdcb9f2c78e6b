-- Makes and counts perfect binary trees, which is work for the allocator and the collector; `arg[1]` is the largest depth.

local function grow(depth)
  if depth == 0 then
    return {}
  end
  return { grow(depth - 1), grow(depth - 1) }
end

local function count(tree)
  if tree[1] then
    return 1 + count(tree[1]) + count(tree[2])
  end
  return 1
end

local deepest = tonumber(arg[1])
print("one of depth", deepest + 1, "nodes", count(grow(deepest + 1)))
local lasting = grow(deepest)
for depth = 4, deepest, 2 do
  local trees = 1 << (deepest - depth + 4)
  local total = 0
  for _ = 1, trees do
    total = total + count(grow(depth))
  end
  print(trees, "of depth", depth, "nodes", total)
end
print("lasting one of depth", deepest, "nodes", count(lasting))
collectgarbage()
