/* bsp.c: IBSP version 46. The header is a magic, a version and seventeen lumps (offset and length in bytes);
 * each lump is an array of fixed records of little-endian words. Nothing in the file is trusted: a lump must
 * lie in the file, and every index must lie in its array. */
#include "bsp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"

enum {
  LUMP_ENTITIES,
  LUMP_SHADERS,
  LUMP_PLANES,
  LUMP_NODES,
  LUMP_LEAFS,
  LUMP_MODELS = 7,
  LUMP_BRUSHES,
  LUMP_SIDES
};
enum { LUMP_POINTS = 10, LUMP_SURFACES = 13 };
enum { SURFACE_CURVE = 2 };
enum { HEADER_SIZE = 8 + 17 * 8 };

/* An array of records in the file. */
typedef struct lump {
  const unsigned char *records;
  size_t count, record_size;
} lump;

static uint32_t word_at(const unsigned char *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static int32_t int_at(const unsigned char *at) {
  uint32_t word = word_at(at);
  return word <= INT32_MAX ? (int32_t)word : -(int32_t)(UINT32_MAX - word) - 1;
}

static float float_at(const unsigned char *at) {
  uint32_t word = word_at(at);
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static carom_vec3 vec_at(const unsigned char *at) {
  return (carom_vec3){float_at(at), float_at(at + 4), float_at(at + 8)};
}

static const unsigned char *record(const lump *l, size_t index) {
  return l->records + index * l->record_size;
}

static bool find_lump(lump *out, const unsigned char *bytes, size_t size, int number, size_t record_size) {
  const unsigned char *entry = bytes + 8 + 8 * number;
  size_t offset = word_at(entry), length = word_at(entry + 4);
  *out = (lump){bytes + (offset <= size ? offset : 0), length / record_size, record_size};
  return offset <= size && length <= size - offset && length % record_size == 0 && length > 0;
}

static const char *read_shaders(bsp *out, const lump *l) {
  out->shaders = memory_zeroed(l->count, sizeof *out->shaders);
  out->shader_count = l->count;
  for (size_t i = 0; i < l->count; i++) {
    memcpy(out->shaders[i].name, record(l, i), BSP_NAME_SIZE);
    out->shaders[i].contents = word_at(record(l, i) + BSP_NAME_SIZE + 4);
  }
  return NULL;
}

static const char *read_planes(bsp *out, const lump *l) {
  out->planes = memory_zeroed(l->count, sizeof *out->planes);
  out->plane_count = l->count;
  for (size_t i = 0; i < l->count; i++)
    out->planes[i] = (carom_plane){vec_at(record(l, i)), float_at(record(l, i) + 12)};
  return NULL;
}

/* What a leaf's record says that matters here. */
typedef struct leaf {
  int32_t cluster; /* negative: in a solid, or in the void around the level */
  int32_t area;
  int32_t surface_count;
} leaf;

static leaf leaf_at(const lump *l, size_t index) {
  const unsigned char *at = record(l, index);
  return (leaf){int_at(at), int_at(at + 4), int_at(at + 36)};
}

static bool has_area(const lump *l, leaf at) { return at.area >= 0 && (size_t)at.area < l->count; }

/* Sealed pockets that the level's compiler forgot to fill are areas in which there is nothing to see. */
static const char *read_leafs(bsp *out, const lump *l) {
  bool *area_is_seen = memory_zeroed(l->count, sizeof *area_is_seen);
  out->leaf_is_open = memory_zeroed(l->count, sizeof *out->leaf_is_open);
  out->leaf_count = l->count;
  for (size_t i = 0; i < l->count; i++) {
    leaf at = leaf_at(l, i);
    if (has_area(l, at) && at.surface_count > 0) area_is_seen[at.area] = true;
  }
  for (size_t i = 0; i < l->count; i++) {
    leaf at = leaf_at(l, i);
    out->leaf_is_open[i] = at.cluster >= 0 && has_area(l, at) && area_is_seen[at.area];
  }
  free(area_is_seen);
  return NULL;
}

static bool child_exists(const bsp *map, int32_t child) {
  return child >= 0 ? (size_t)child < map->node_count : (size_t)(-(child + 1)) < map->leaf_count;
}

/* Comes after the planes and the leafs, which nodes name. */
static const char *read_nodes(bsp *out, const lump *l) {
  out->nodes = memory_zeroed(l->count, sizeof *out->nodes);
  out->node_count = l->count;
  for (size_t i = 0; i < l->count; i++) {
    const unsigned char *at = record(l, i);
    bsp_node node = {word_at(at), {int_at(at + 4), int_at(at + 8)}};
    if (node.plane >= out->plane_count) return "A node names a plane that is not there.";
    if (!child_exists(out, node.children[0]) || !child_exists(out, node.children[1]))
      return "A node names a child that is not there.";
    out->nodes[i] = node;
  }
  return NULL;
}

static const char *read_sides(bsp *out, const lump *l) {
  out->side_planes = memory_zeroed(l->count, sizeof *out->side_planes);
  out->side_count = l->count;
  for (size_t i = 0; i < l->count; i++) {
    out->side_planes[i] = word_at(record(l, i));
    if (out->side_planes[i] >= out->plane_count) return "A brush side names a plane that is not there.";
  }
  return NULL;
}

/* Comes after the sides and the shaders. */
static const char *read_brushes(bsp *out, const lump *l) {
  out->brushes = memory_zeroed(l->count, sizeof *out->brushes);
  out->brush_count = l->count;
  for (size_t i = 0; i < l->count; i++) {
    const unsigned char *at = record(l, i);
    bsp_brush brush = {word_at(at), word_at(at + 4), word_at(at + 8)};
    if (brush.first_side > out->side_count || brush.side_count > out->side_count - brush.first_side)
      return "A brush names sides that are not there.";
    if (brush.shader >= out->shader_count) return "A brush names a shader that is not there.";
    out->brushes[i] = brush;
  }
  return NULL;
}

/* Magnitudes of floats are ordered as their bits are. A comparison of floats might meet a signalling NaN. */
static bool is_within(const float *value, float most) {
  uint32_t bits, limit;
  memcpy(&bits, value, sizeof bits);
  memcpy(&limit, &most, sizeof limit);
  return (bits & INT32_MAX) <= limit;
}

static bool is_near(carom_vec3 p) {
  return is_within(&p.x, CAROM_SIZE_MAX) && is_within(&p.y, CAROM_SIZE_MAX) &&
         is_within(&p.z, CAROM_SIZE_MAX);
}

static const char *read_points(bsp *out, const lump *l) {
  out->points = memory_zeroed(l->count, sizeof *out->points);
  out->point_count = l->count;
  for (size_t i = 0; i < l->count; i++) {
    out->points[i] = vec_at(record(l, i));
    if (!is_near(out->points[i])) return "A vertex is too far away or not a number.";
  }
  return NULL;
}

/* Both sides are odd and at least three. */
static bool curve_is_sound(const bsp *map, const bsp_curve *c) {
  if (c->width < 3 || c->height < 3 || c->width % 2 == 0 || c->height % 2 == 0) return false;
  if (c->first_point > map->point_count || c->shader >= map->shader_count) return false;
  return c->height <= (map->point_count - c->first_point) / c->width;
}

/* Comes after the points and the shaders. Only curved surfaces are kept: the flat ones are faces of brushes,
 * or for the eye alone. */
static const char *read_surfaces(bsp *out, const lump *l) {
  out->curves = memory_zeroed(l->count, sizeof *out->curves);
  for (size_t i = 0; i < l->count; i++) {
    const unsigned char *at = record(l, i);
    bsp_curve curve = {word_at(at + 12), word_at(at + 96), word_at(at + 100), word_at(at)};
    if (word_at(at + 8) != SURFACE_CURVE) continue;
    if (!curve_is_sound(out, &curve)) return "A curved surface has an even side or names what is not there.";
    out->curves[out->curve_count++] = curve;
  }
  return NULL;
}

/* A word in quotes, or a brace. */
typedef struct token {
  const char *text;
  size_t length;
  char brace; /* 0: a word */
} token;

/* The next token of a text that need not end with a zero; false at its end. */
static bool next_token(const char **at, const char *end, token *out) {
  while (*at < end && **at != '"' && **at != '{' && **at != '}') ++*at;
  if (*at == end) return false;
  bool is_word = **at == '"';
  out->brace = is_word ? '\0' : **at;
  out->text = ++*at;
  if (is_word) {
    while (*at < end && **at != '"') ++*at;
  }
  out->length = (size_t)(*at - out->text);
  if (is_word && *at < end) ++*at;
  return true;
}

static bool token_begins(const token *t, const char *with) {
  size_t length = strlen(with);
  return t->length >= length && memcmp(t->text, with, length) == 0;
}

/* Reads "x y z". */
static bool read_place(const token *t, carom_vec3 *out) {
  char text[64] = {0};
  if (t->length >= sizeof text) return false;
  memcpy(text, t->text, t->length);
  return sscanf(text, "%f %f %f", &out->x, &out->y, &out->z) == 3 && is_near(*out);
}

/* What has been read of an entity, a list of words and their values in braces. */
typedef struct entity {
  bool is_start, has_place;
  carom_vec3 place;
} entity;

static void take_pair(entity *e, const token *key, const token *value) {
  if (token_begins(key, "classname"))
    e->is_start = token_begins(value, "info_player_deathmatch") || token_begins(value, "team_CTF_");
  if (token_begins(key, "origin")) e->has_place = read_place(value, &e->place);
}

static void take_entity(bsp *out, const entity *e, size_t *capacity) {
  if (!e->is_start || !e->has_place) return;
  out->starts = memory_grow(out->starts, out->start_count, capacity, sizeof *out->starts);
  out->starts[out->start_count++] = e->place;
}

static const char *read_entities(bsp *out, const lump *l) {
  const char *at = (const char *)l->records, *end = at + l->count;
  size_t capacity = 0;
  entity e = {0};
  for (token key, value; next_token(&at, end, &key);) {
    if (key.brace == '}') take_entity(out, &e, &capacity);
    if (key.brace)
      e = (entity){0};
    else if (next_token(&at, end, &value))
      take_pair(&e, &key, &value);
  }
  return NULL;
}

static bool is_range(float low, float high) {
  return isgreaterequal(low, -CAROM_SIZE_MAX) && isless(low, high) && islessequal(high, CAROM_SIZE_MAX);
}

/* The first model is the level itself, the others are its doors and lifts. */
static const char *read_bounds(bsp *out, const lump *l) {
  carom_aabb box = {vec_at(record(l, 0)), vec_at(record(l, 0) + 12)};
  out->bounds = box;
  bool good =
      is_range(box.min.x, box.max.x) && is_range(box.min.y, box.max.y) && is_range(box.min.z, box.max.z);
  return good ? NULL : "The level's bounds are empty or too wide.";
}

/* Which lump is read by what, in an order in which everything that is named comes first. */
static const struct {
  int number;
  size_t record_size;
  const char *(*read)(bsp *out, const lump *l);
} lump_readers[] = {
    {LUMP_ENTITIES, 1, read_entities}, {LUMP_SHADERS, 72, read_shaders}, {LUMP_PLANES, 16, read_planes},
    {LUMP_LEAFS, 48, read_leafs},      {LUMP_NODES, 36, read_nodes},     {LUMP_SIDES, 8, read_sides},
    {LUMP_BRUSHES, 12, read_brushes},  {LUMP_POINTS, 44, read_points},   {LUMP_SURFACES, 104, read_surfaces},
    {LUMP_MODELS, 40, read_bounds},
};

static const char *read_lumps(bsp *out, const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < sizeof lump_readers / sizeof *lump_readers; i++) {
    lump l;
    if (!find_lump(&l, bytes, size, lump_readers[i].number, lump_readers[i].record_size))
      return "A lump is empty, broken or reaches beyond the end of the file.";
    const char *wrong = lump_readers[i].read(out, &l);
    if (wrong) return wrong;
  }
  return NULL;
}

static const char *check_header(const unsigned char *bytes, size_t size) {
  if (size < HEADER_SIZE) return "The file is too short to be a level.";
  if (memcmp(bytes, "IBSP", 4) != 0) return "The file does not begin with IBSP.";
  return word_at(bytes + 4) == 46 ? NULL : "The level is not of version 46.";
}

bool bsp_parse(bsp *out, const unsigned char *bytes, size_t size, const char **why) {
  *out = (bsp){0};
  *why = check_header(bytes, size);
  if (!*why) *why = read_lumps(out, bytes, size);
  if (*why) bsp_free(out);
  return !*why;
}

void bsp_free(bsp *map) {
  free(map->planes);
  free(map->shaders);
  free(map->side_planes);
  free(map->brushes);
  free(map->curves);
  free(map->points);
  free(map->starts);
  free(map->nodes);
  free(map->leaf_is_open);
  *map = (bsp){0};
}

static bool is_behind(const carom_plane *plane, carom_pos p) {
  carom_vec3 n = plane->normal;
  return (double)n.x * p.x + (double)n.y * p.y + (double)n.z * p.z < (double)plane->offset;
}

/* No path is longer than there are nodes; in a broken file, where one may run in circles, the count ends
 * it. */
bool bsp_is_open(const bsp *map, carom_pos point) {
  int32_t at = 0;
  for (size_t depth = 0; at >= 0 && depth < map->node_count; depth++) {
    const bsp_node *node = &map->nodes[at];
    at = node->children[is_behind(&map->planes[node->plane], point)];
  }
  return at < 0 && map->leaf_is_open[-(at + 1)];
}
