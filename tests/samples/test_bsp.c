/* test_bsp.c: the reader of levels: a small good file, and everything that can be wrong with it. */
#include "bsp.h"

#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* A file of one box brush and one curved surface in one room: the plane x = 0 parts an open leaf (in front)
 * from a solid one. */
enum { LUMPS = 17, HEADER = 8 + 8 * LUMPS, ROOM = 2048 };
enum { ENTITIES, SHADERS, PLANES, NODES, LEAFS, MODELS = 7, BRUSHES, SIDES, POINTS, SURFACES = 13 };

typedef struct level_file {
  unsigned char bytes[ROOM];
  size_t size;
  size_t starts[LUMPS + 1]; /* the last is that of the file */
} level_file;

static void put_word(level_file *f, size_t at, uint32_t word) {
  for (int i = 0; i < 4; i++) f->bytes[at + (size_t)i] = (unsigned char)(word >> (8 * i));
}

static void add_word(level_file *f, uint32_t word) {
  put_word(f, f->size, word);
  f->size += 4;
}

static void add_float(level_file *f, float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  add_word(f, word);
}

static void begin_lump(level_file *f, int lump) {
  f->starts[lump] = f->size;
  put_word(f, 8 + 8 * (size_t)lump, (uint32_t)f->size);
}

static void end_lump(level_file *f, int lump) {
  put_word(f, 12 + 8 * (size_t)lump, (uint32_t)(f->size - f->starts[lump]));
}

static void add_shader(level_file *f) {
  begin_lump(f, SHADERS);
  memcpy(f->bytes + f->size, "textures/stone", 14);
  f->size += BSP_NAME_SIZE;
  add_word(f, 0);
  add_word(f, BSP_CONTENTS_SOLID);
  end_lump(f, SHADERS);
}

static void add_planes(level_file *f) {
  begin_lump(f, PLANES);
  for (int i = 0; i < 6; i++) {
    float sign = i % 2 ? -1.0f : 1.0f;
    for (int axis = 0; axis < 3; axis++) add_float(f, axis == i / 2 ? sign : 0);
    add_float(f, i == 0 ? 0 : 8);
  }
  end_lump(f, PLANES);
}

static void add_node(level_file *f) {
  begin_lump(f, NODES);
  add_word(f, 0);
  add_word(f, (uint32_t)-1);
  add_word(f, (uint32_t)-2);
  for (int i = 0; i < 6; i++) add_word(f, 0);
  end_lump(f, NODES);
}

static void add_leafs(level_file *f) {
  static const int32_t leafs[2][12] = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0}, {-1, -1}};
  begin_lump(f, LEAFS);
  for (int i = 0; i < 24; i++) add_word(f, (uint32_t)leafs[i / 12][i % 12]);
  end_lump(f, LEAFS);
}

static void add_model(level_file *f) {
  begin_lump(f, MODELS);
  for (int i = 0; i < 6; i++) add_float(f, i < 3 ? -64.0f : 64.0f);
  for (int i = 0; i < 4; i++) add_word(f, 0);
  end_lump(f, MODELS);
}

static void add_brush(level_file *f) {
  begin_lump(f, BRUSHES);
  add_word(f, 0);
  add_word(f, 6);
  add_word(f, 0);
  end_lump(f, BRUSHES);
  begin_lump(f, SIDES);
  for (uint32_t i = 0; i < 6; i++) {
    add_word(f, i);
    add_word(f, 0);
  }
  end_lump(f, SIDES);
}

/* Three by three control points, and the surface that names them. */
static void add_curve(level_file *f) {
  begin_lump(f, POINTS);
  for (int i = 0; i < 9; i++) {
    for (int axis = 0; axis < 3; axis++) add_float(f, (float)(i + axis));
    for (int word = 3; word < 11; word++) add_word(f, 0);
  }
  end_lump(f, POINTS);
  begin_lump(f, SURFACES);
  for (uint32_t word = 0; word < 26; word++) add_word(f, word == 2 ? 2 : word >= 24 ? 3 : 0);
  end_lump(f, SURFACES);
}

static void add_entities(level_file *f) {
  static const char text[] = "{\n\"classname\" \"worldspawn\"\n}\n{\n\"origin\" \"5 -1 2.5\"\n"
                             "\"classname\" \"info_player_deathmatch\"\n}\n{\"origin\" \"1 1 1\"}";
  begin_lump(f, ENTITIES);
  memcpy(f->bytes + f->size, text, sizeof text - 1);
  f->size += sizeof text - 1;
  end_lump(f, ENTITIES);
}

static level_file good_file(void) {
  level_file f = {.size = HEADER};
  memcpy(f.bytes, "IBSP", 4);
  put_word(&f, 4, 46);
  add_shader(&f);
  add_planes(&f);
  add_node(&f);
  add_leafs(&f);
  add_model(&f);
  add_brush(&f);
  add_curve(&f);
  add_entities(&f);
  return f;
}

/* Parses from a block of exactly that size, so that a sanitizer sees each byte read beyond it. */
static bool parse(bsp *out, const unsigned char *bytes, size_t size, const char **why) {
  unsigned char *copy = malloc(size ? size : 1);
  memcpy(copy, bytes, size);
  bool good = bsp_parse(out, copy, size, why);
  free(copy);
  return good;
}

static bool indices_hold(const bsp *map) {
  for (size_t i = 0; i < map->brush_count; i++) {
    const bsp_brush *b = &map->brushes[i];
    if ((uint64_t)b->first_side + b->side_count > map->side_count || b->shader >= map->shader_count)
      return false;
  }
  for (size_t i = 0; i < map->side_count; i++)
    if (map->side_planes[i] >= map->plane_count) return false;
  for (size_t i = 0; i < map->curve_count; i++) {
    const bsp_curve *c = &map->curves[i];
    if ((uint64_t)c->first_point + (uint64_t)c->width * c->height > map->point_count ||
        c->shader >= map->shader_count)
      return false;
  }
  return true;
}

START_TEST(reads_a_good_file) {
  level_file f = good_file();
  bsp map;
  const char *why;
  ck_assert_msg(parse(&map, f.bytes, f.size, &why), "%s", why);
  ck_assert_uint_eq(map.brush_count, 1);
  ck_assert_uint_eq(map.brushes[0].side_count, 6);
  ck_assert_uint_eq(map.plane_count, 6);
  ck_assert(map.planes[3].normal.y == -1);
  ck_assert(map.planes[3].offset == 8);
  ck_assert_str_eq(map.shaders[0].name, "textures/stone");
  ck_assert_uint_eq(map.shaders[0].contents, BSP_CONTENTS_SOLID);
  ck_assert(map.bounds.max.z == 64);
  ck_assert_uint_eq(map.curve_count, 1);
  ck_assert_uint_eq(map.curves[0].width, 3);
  ck_assert_uint_eq(map.curves[0].height, 3);
  ck_assert(map.points[8].z == 10);
  ck_assert_uint_eq(map.start_count, 1);
  ck_assert(map.starts[0].x == 5 && map.starts[0].y == -1 && map.starts[0].z == 2.5f);
  ck_assert(bsp_is_open(&map, (carom_pos){5, 1, 2}));
  ck_assert(!bsp_is_open(&map, (carom_pos){-5, 1, 2}));
  bsp_free(&map);
}
END_TEST

START_TEST(an_area_without_surfaces_is_not_open) {
  level_file f = good_file();
  bsp map;
  const char *why;
  put_word(&f, f.starts[LEAFS] + 36, 0);
  ck_assert(parse(&map, f.bytes, f.size, &why));
  ck_assert(!bsp_is_open(&map, (carom_pos){5, 1, 2}));
  bsp_free(&map);
}
END_TEST

START_TEST(refuses_every_shorter_file) {
  level_file f = good_file();
  size_t accepted = 0, unexplained = 0;
  for (size_t size = 0; size < f.size; size++) {
    bsp map;
    const char *why = NULL;
    if (parse(&map, f.bytes, size, &why)) accepted++;
    if (!why) unexplained++;
  }
  ck_assert_uint_eq(accepted, 0);
  ck_assert_uint_eq(unexplained, 0);
}
END_TEST

/* A word of the good file that is replaced, and one of the words that are then in the sentence. */
static const struct {
  int lump;
  size_t at;
  uint32_t word;
  const char *says;
} bad_words[] = {
    {LUMPS, 0, 0x31534249, "IBSP"},
    {LUMPS, 4, 47, "46"},
    {NODES, 0, 6, "plane"},
    {NODES, 4, 1, "child"},
    {NODES, 8, (uint32_t)-3, "child"},
    {NODES, 8, 0x80000000u, "child"},
    {SIDES, 8, 6, "plane"},
    {SIDES, 16, UINT32_MAX, "plane"},
    {BRUSHES, 0, 1, "sides"},
    {BRUSHES, 0, UINT32_MAX, "sides"},
    {BRUSHES, 4, UINT32_MAX, "sides"},
    {BRUSHES, 8, 1, "shader"},
    {POINTS, 4, 0x7FC00000u, "vertex"},
    {POINTS, 8, 0x7F7FFFFFu, "vertex"},
    {SURFACES, 0, 1, "curved"},
    {SURFACES, 12, 1, "curved"},
    {SURFACES, 12, UINT32_MAX, "curved"},
    {SURFACES, 96, 1, "curved"},
    {SURFACES, 96, 4, "curved"},
    {SURFACES, 96, UINT32_MAX, "curved"},
    {SURFACES, 100, 1, "curved"},
    {SURFACES, 100, 5, "curved"},
    {MODELS, 0, 0x7FC00000u, "bounds"},
    {MODELS, 12, 0xC3000000u, "bounds"},
    {LUMPS, 8 + 8 * PLANES + 4, 95, "lump"},
    {LUMPS, 8 + 8 * PLANES + 4, 0, "lump"},
    {LUMPS, 8 + 8 * PLANES, UINT32_MAX, "lump"},
    {LUMPS, 8 + 8 * PLANES + 4, 0xFFFFFFF0u, "lump"},
};

START_TEST(says_what_is_wrong) {
  for (size_t i = 0; i < sizeof bad_words / sizeof *bad_words; i++) {
    level_file f = good_file();
    bsp map;
    const char *why = "";
    put_word(&f, f.starts[bad_words[i].lump] + bad_words[i].at, bad_words[i].word);
    ck_assert_msg(!parse(&map, f.bytes, f.size, &why), "case %zu was accepted", i);
    ck_assert_msg(strstr(why, bad_words[i].says), "case %zu: %s", i, why);
    ck_assert_msg(!map.planes && !map.brushes && !map.nodes && !map.curves && !map.points && !map.starts,
                  "case %zu leaves something to free", i);
  }
}
END_TEST

/* A node that is its own child must not hang the search. */
START_TEST(circles_end) {
  level_file f = good_file();
  bsp map;
  const char *why;
  put_word(&f, f.starts[NODES] + 4, 0);
  put_word(&f, f.starts[NODES] + 8, 0);
  ck_assert(parse(&map, f.bytes, f.size, &why));
  ck_assert(!bsp_is_open(&map, (carom_pos){5, 1, 2}));
  bsp_free(&map);
}
END_TEST

/* Whatever is scribbled into a file: it is refused with a sentence, or its indices hold. */
START_TEST(survives_scribbles) {
  enum { ROUNDS = 20000 };
  level_file good = good_file();
  uint64_t random = 1;
  size_t accepted = 0, broken = 0, first_broken = 0;
  for (size_t round = 0; round < ROUNDS; round++) {
    level_file f = good;
    bsp map;
    const char *why = NULL;
    for (uint32_t k = 1 + test_below(&random, 4); k > 0; k--)
      f.bytes[test_below(&random, (uint32_t)f.size)] = (unsigned char)test_random(&random);
    bool parsed = parse(&map, f.bytes, f.size, &why);
    bool holds = parsed ? !why && indices_hold(&map) : why != NULL;
    if (!holds && broken++ == 0) first_broken = round;
    if (parsed) bsp_is_open(&map, (carom_pos){5, 1, 2});
    accepted += parsed;
    bsp_free(&map);
  }
  ck_assert_msg(broken == 0, "%zu rounds of %d, first %zu", broken, ROUNDS, first_broken);
  ck_assert_msg(accepted > ROUNDS / 10 && accepted < ROUNDS, "%zu of %d accepted", accepted, ROUNDS);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("bsp");
  TCase *tests = tcase_create("bsp");
  tcase_add_test(tests, reads_a_good_file);
  tcase_add_test(tests, an_area_without_surfaces_is_not_open);
  tcase_add_test(tests, refuses_every_shorter_file);
  tcase_add_test(tests, says_what_is_wrong);
  tcase_add_test(tests, circles_end);
  tcase_add_test(tests, survives_scribbles);
  suite_add_tcase(suite, tests);
  return suite;
}
