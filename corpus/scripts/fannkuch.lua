-- Fannkuch: of all permutations of 1..n, how many flips of the first p elements, where p is the first, until a 1 is first.
-- `arg[1]` is n. Permutations come by rotating ever longer prefixes, as the counts of a mixed-radix number say.

local function flips(permutation, n)
  local copy = table.move(permutation, 1, n, 1, {})
  local count = 0
  while copy[1] ~= 1 do
    local low, high = 1, copy[1]
    while low < high do
      copy[low], copy[high] = copy[high], copy[low]
      low, high = low + 1, high - 1
    end
    count = count + 1
  end
  return count
end

-- Steps to the next permutation; false after the last.
local function advance(permutation, counts, n)
  for length = 2, n do
    local first = permutation[1]
    for i = 1, length - 1 do
      permutation[i] = permutation[i + 1]
    end
    permutation[length] = first
    counts[length] = counts[length] + 1
    if counts[length] < length then
      return true
    end
    counts[length] = 0
  end
  return false
end

local function fannkuch(n)
  local permutation, counts = {}, {}
  for i = 1, n do
    permutation[i], counts[i] = i, 0
  end
  local most, checksum, sign = 0, 0, 1
  repeat
    local count = flips(permutation, n)
    most = math.max(most, count)
    checksum = checksum + sign * count
    sign = -sign
  until not advance(permutation, counts, n)
  return most, checksum
end

for n = 2, tonumber(arg[1]) do
  local most, checksum = fannkuch(n)
  print(string.format("fannkuch(%d): at most %d flips, checksum %d", n, most, checksum))
end
