-- same_game in Lua: see game.c.
local carom = require "carom"

local MOVERS, STEPS, WALL = 60, 400, 2
local SIDES = {{-11, 0, 0}, {11, 0, 0}, {0, -11, 0}, {0, 11, 0}, {0, 0, -11}, {0, 0, 11}}
local SHAPES = {
  carom.shape_sphere(0.5),
  carom.shape_box(0.5, 0.25, 0.75),
  carom.shape_capsule({0, -0.5, 0}, {0, 0.5, 0}, 0.25),
  carom.shape_cone(0.5, 0.5),
}

local seed = 1
local function next_number(count)
  seed = seed * 16807 % 2147483647
  return seed % count
end

local function next_vector(limit)
  local made = {}
  for i = 1, 3 do made[i] = next_number(16 * limit + 1) / 8 - limit end
  return made
end

local function add(world, def, shape, category)
  local body = carom.body_create(world, carom.new("body_def", def))
  local with = carom.new("collider_def", {shape = shape, filter = {category = category}})
  carom.collider_create(world, body, with)
end

local function add_room(world)
  for _, at in ipairs(SIDES) do
    local half = {}
    for i = 1, 3 do half[i] = at[i] ~= 0 and 1 or 11 end
    add(world, {kind = carom.STATIC, pose = {position = at}}, carom.shape_box(unpack(half)), WALL)
  end
  add(world, {kind = carom.STATIC}, carom.shape_cylinder(10, 1), WALL)
end

local function add_movers(world)
  for i = 0, MOVERS - 1 do
    local at, velocity, spin = next_vector(8), next_vector(6), next_vector(3)
    local def = {pose = {position = at}, linear_velocity = velocity, angular_velocity = spin}
    add(world, def, SHAPES[i % 4 + 1], 1)
  end
end

-- Reflects the velocity of a body at a normal that points to it. Walls have none.
local v, spin = carom.new("vec3[1]"), carom.new("vec3[1]")
local function bounce(world, side, normal, sign)
  if side.category == WALL then return end
  carom.body_get_velocity(world, side.body, v, spin)
  local x, y, z = sign * normal.x, sign * normal.y, sign * normal.z
  local speed = v[0].x * x + v[0].y * y + v[0].z * z
  if speed >= 0 then return end
  local turned = {v[0].x - 2 * speed * x, v[0].y - 2 * speed * y, v[0].z - 2 * speed * z}
  carom.body_set_velocity(world, side.body, turned, spin[0])
end

local function bounce_all(world)
  local begins = 0
  for event in carom.events(world) do
    if event.kind == carom.EVENT_BEGIN then
      begins = begins + 1
      bounce(world, event.contact.a, event.contact.manifold.normal, -1)
      bounce(world, event.contact.b, event.contact.manifold.normal, 1)
    end
  end
  return begins
end

local hit, filter = carom.new("ray_hit[1]"), carom.new("query_filter", {mask = 1})
local function shoot(world)
  local ray = carom.new("ray", {{0, 5, 0}, next_vector(20)})
  carom.world_cast_ray(world, ray, filter, hit)
  if hit[0].body.bits == 0 then return 0 end
  carom.body_destroy(world, hit[0].body)
  return 1
end

local world, begins, shots = carom.world(), 0, 0
add_room(world)
add_movers(world)
for _ = 1, STEPS do
  carom.world_step(world, 1 / 64)
  begins = begins + bounce_all(world)
  shots = shots + shoot(world)
end
local counts = carom.new("counts[1]")
carom.world_get_counts(world, counts)
print(string.format("%d begins, %d ends, %d shots", begins, tonumber(counts[0].ends), shots))
print("hash " .. bit.tohex(carom.world_hash(world)))
