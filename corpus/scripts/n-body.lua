-- N bodies that attract each other, from fixed starting points; `arg[1]` is the number of steps. Only sums, products,
-- quotients and square roots, which are rounded alike everywhere.

local STEP = 1 / 256

local function body(mass, x, y, z, vx, vy, vz)
  return { mass = mass, x = x, y = y, z = z, vx = vx, vy = vy, vz = vz }
end

local bodies = {
  body(40.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
  body(0.0375, 4.75, -1.125, -0.1, 0.625, 2.8125, -0.025),
  body(0.0125, 8.25, 4.0, -0.375, -1.0, 1.75, 0.0078125),
  body(0.00171875, 12.75, -15.0, -0.25, 1.0625, 0.84375, -0.01171875),
  body(0.00203125, 15.25, -25.75, 0.1875, 0.96875, 0.59375, -0.03515625),
}

-- Makes the total momentum zero.
local function rest(all)
  local px, py, pz = 0.0, 0.0, 0.0
  for _, b in ipairs(all) do
    px, py, pz = px + b.vx * b.mass, py + b.vy * b.mass, pz + b.vz * b.mass
  end
  local sun = all[1]
  sun.vx, sun.vy, sun.vz = -px / sun.mass, -py / sun.mass, -pz / sun.mass
end

local function energy(all)
  local total = 0.0
  for i, a in ipairs(all) do
    total = total + 0.5 * a.mass * (a.vx ^ 2 + a.vy ^ 2 + a.vz ^ 2)
    for j = i + 1, #all do
      local b = all[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      total = total - a.mass * b.mass / math.sqrt(dx * dx + dy * dy + dz * dz)
    end
  end
  return total
end

local function advance(all, dt)
  local count = #all
  for i = 1, count do
    local a = all[i]
    for j = i + 1, count do
      local b = all[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      local squared = dx * dx + dy * dy + dz * dz
      local pull = dt / (squared * math.sqrt(squared))
      local of_b, of_a = b.mass * pull, a.mass * pull
      a.vx, a.vy, a.vz = a.vx - dx * of_b, a.vy - dy * of_b, a.vz - dz * of_b
      b.vx, b.vy, b.vz = b.vx + dx * of_a, b.vy + dy * of_a, b.vz + dz * of_a
    end
  end
  for i = 1, count do
    local b = all[i]
    b.x, b.y, b.z = b.x + dt * b.vx, b.y + dt * b.vy, b.z + dt * b.vz
  end
end

rest(bodies)
print(string.format("energy %.15f", energy(bodies)))
for _ = 1, tonumber(arg[1]) do
  advance(bodies, STEP)
end
print(string.format("energy %.15f", energy(bodies)))
for i, b in ipairs(bodies) do
  print(string.format("body %d: %.12f %.12f %.12f", i, b.x, b.y, b.z))
end
