-- carom for LuaJIT. `./carom lua FOLDER` puts the declarations of all functions above these lines.
--
--   local carom = require "carom"
--   local world = carom.world()
--   local body = carom.body_create(world, carom.new("body_def", {linear_velocity = {0, -1, 0}}))
--   carom.collider_create(world, body, carom.new("collider_def", {shape = carom.shape_sphere(0.5)}))
--   carom.world_step(world, 1 / 60)
--   for event in carom.events(world) do print(event.kind, event.contact.manifold.normal.y) end
--
-- carom.NAME is the function carom_NAME or the constant CAROM_NAME. A call that carom refuses is an error: a
-- table with `status`, `name` and `sentence`, which prints as text. carom.lib has the functions as they are.
local ffi = require "ffi"
ffi.cdef(declarations)

-- load_library: the library beside this file, the one that CAROM_LIBRARY names, or that of the system.
local function load_library()
  local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
  local named = os.getenv("CAROM_LIBRARY")
  if named then return ffi.load(named) end
  local beside, library = pcall(ffi.load, folder .. (ffi.os == "Windows" and "carom.dll" or "libcarom.so"))
  return beside and library or ffi.load("carom")
end

local lib = load_library()
local carom = {ffi = ffi, lib = lib}
local status_type, world_type = ffi.typeof("carom_status"), ffi.typeof("carom_world *")
local id_types = {ffi.typeof("carom_body"), ffi.typeof("carom_collider"), ffi.typeof("carom_handler")}

local failure = {__tostring = function(self) return self.name .. ": " .. self.sentence end}

-- fail: raises a status as an error.
local function fail(status)
  local name, sentence = lib.carom_status_name(status), lib.carom_status_text(status)
  local made = {status = tonumber(status), name = ffi.string(name), sentence = ffi.string(sentence)}
  error(setmetatable(made, failure), 0)
end

local function is_null_id(value)
  for _, id_type in ipairs(id_types) do
    if ffi.istype(id_type, value) then return value.bits == 0 end
  end
  return false
end

-- checked: a function that raises the status that it returns, or the reason of a null id.
local function checked(call)
  return function(...)
    local first, result = (...), call(...)
    if type(result) ~= "cdata" then return result end
    if ffi.istype(status_type, result) then
      if result ~= lib.CAROM_OK then fail(result) end
    elseif ffi.istype(world_type, first) and is_null_id(result) then
      fail(lib.carom_world_get_last_status(first))
    end
    return result
  end
end

-- new: a struct, e.g. new("body_def", {kind = carom.STATIC}); what is left out is zero.
function carom.new(name, ...) return ffi.new("carom_" .. name, ...) end

-- world: a world that the garbage collector destroys. `def` may be nil.
function carom.world(def)
  local out = ffi.new("carom_world *[1]")
  carom.world_create(def, out)
  return ffi.gc(out[0], lib.carom_world_destroy)
end

local function each(get, world)
  local count = ffi.new("size_t[1]")
  local first, i = get(world, count), -1
  return function()
    i = i + 1
    if i < count[0] then return first[i] end
  end
end

-- events, contacts: what the last step has found, for a loop that does not step.
function carom.events(world) return each(lib.carom_world_get_events, world) end
function carom.contacts(world) return each(lib.carom_world_get_contacts, world) end

-- find: a function or a constant of the library.
local function find(name)
  if constants[name] then return constants[name] end
  local is_function, call = pcall(function() return lib["carom_" .. name] end)
  if is_function then return checked(call) end
  local is_constant, value = pcall(function() return lib["CAROM_" .. name] end)
  if is_constant then return value end
  error("carom has no " .. tostring(name), 3)
end

return setmetatable(carom, {
  __index = function(self, name)
    local found = find(name)
    rawset(self, name, found)
    return found
  end,
})
