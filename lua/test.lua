-- Tests of carom.lua: LUA_PATH must lead to what `./carom lua FOLDER` has made. The last line has the counts.
local carom = require "carom"
local ffi = carom.ffi
local passed, failed = 0, 0

local function test(name, run)
  local good, why = pcall(run)
  if good then passed = passed + 1 else failed = failed + 1 end
  if not good then print("FAILED: " .. name .. ": " .. tostring(why)) end
end

-- refused: sees that a call raises this status, and returns its text.
local function refused(status, call, ...)
  local good, why = pcall(call, ...)
  assert(not good, "was not refused")
  assert(why.status == tonumber(status), tostring(why))
  return tostring(why)
end

local function ball(world, x, y)
  local def = carom.new("body_def", {pose = {position = {x, y, 0}}, linear_velocity = {0, -1, 0}})
  local body = carom.body_create(world, def)
  carom.collider_create(world, body, carom.new("collider_def", {shape = carom.shape_sphere(0.5)}))
  return body
end

test("structs have the sizes of the library", function()
  assert(ffi.sizeof("carom_contact") == 272 and ffi.offsetof("carom_contact", "value") == 264)
end)

test("constants have their values", function()
  assert(carom.STATIC == 1 and carom.EVENT_END == 4 and carom.SIZE_MAX == 1e6)
  assert(ffi.string(carom.version()):match("^%d+%.%d+%.%d+$"))
  assert(carom.VERSION_MINOR == tonumber(ffi.string(carom.version()):match("%.(%d+)%.")))
end)

test("what does not exist is an error", function()
  local good, why = pcall(function() return carom.no_such_thing end)
  assert(not good and why:find("carom has no no_such_thing"))
end)

test("refused calls are errors with their sentence", function()
  local world = carom.world()
  local text = refused(carom.OUT_OF_RANGE, carom.world_step, world, -1)
  assert(text:find("CAROM_OUT_OF_RANGE: A number lies outside", 1, true), text)
  refused(carom.NOT_FINITE, carom.world_step, world, 0 / 0)
  refused(carom.STALE_ID, carom.body_destroy, world, carom.new("body"))
end)

test("null ids are errors", function()
  local world = carom.world()
  refused(carom.UNKNOWN_KIND, carom.body_create, world, carom.new("body_def", {kind = 7}))
  local wrong = carom.new("collider_def", {shape = carom.shape_sphere(-1)})
  refused(carom.BAD_SIZE, carom.collider_create, world, ball(world, 0, 0), wrong)
end)

test("events and contacts are walked", function()
  local world = carom.world()
  ball(world, 0, 0)
  ball(world, 0.75, 0)
  for _ = 1, 3 do carom.world_step(world, 1 / 64) end
  local events, contacts = 0, 0
  for event in carom.events(world) do
    events = events + 1
    assert(event.kind == carom.EVENT_STAY and event.contact.manifold.normal.x == 1)
  end
  for contact in carom.contacts(world) do contacts = contacts + contact.manifold.point_count end
  assert(events == 1 and contacts == 1)
end)

test("worlds are collected", function()
  for _ = 1, 200 do ball(carom.world(), 0, 0) end
  collectgarbage()
end)

print(string.format("%d passed, %d failed", passed, failed))
os.exit(failed == 0 and 0 or 1)
