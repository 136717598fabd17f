/* terrain: hills as a height field, with the mouth of a cave. Balls are dropped along a line: they land on
 * the ground, and one falls into the cave. Then the game fills the cave by an edit of the field, which leaves
 * the rest of the ground as it is, and drops them again. */
#include <carom/carom.h>
#include <stdio.h>

enum { CELLS = 100 };

static uint16_t heights[CELLS + 1][CELLS + 1]; /* in centimetres */
static uint8_t flags[CELLS][CELLS];

static carom_field *make_hills(void) {
  carom_field_def def = {.cells = {.columns = CELLS, .rows = CELLS, .heights = heights, .flags = flags[0]},
                         .format = CAROM_FIELD_U16,
                         .scale = 0.01f};
  carom_field *hills = NULL;
  for (int j = 0; j <= CELLS; j++)
    for (int i = 0; i <= CELLS; i++) heights[j][i] = (uint16_t)((i % 50) * (50 - i % 50) / 2 + 3 * j);
  for (int j = 48; j < 52; j++)
    for (int i = 23; i < 27; i++) flags[j][i] = CAROM_FIELD_HOLE;
  return carom_field_create(NULL, &def, &hills) ? NULL : hills;
}

/* A ball of 1 m falls from 20 m. */
static void drop(const carom_world *world, double x) {
  carom_moving_shape ball = {
      carom_shape_sphere(1), {{x, 20, 50}, {0, 0, 0, 1}}, {0, -30, 0}}; /* 30 m down at most */
  carom_shape_hit hit;
  if (carom_world_cast_shape(world, &ball, NULL, &hit)) return;
  if (hit.body.bits)
    printf("  at x = %2.0f the ball stops at y = %.2f\n", x, 20 - 30 * hit.fraction);
  else
    printf("  at x = %2.0f it falls into the cave\n", x);
}

static void drop_all(const carom_world *world, const char *when) {
  printf("%s\n", when);
  for (double x = 5; x <= 65; x += 20) drop(world, x);
}

int main(void) {
  static const uint8_t closed[4 * 4]; /* no hole in any of them */
  carom_world *world;
  carom_field *hills = make_hills(), *filled;
  if (!hills || carom_world_create(NULL, &world)) return 1;
  carom_body ground = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  carom_collider collider =
      carom_collider_create(world, ground, &(carom_collider_def){.shape = carom_shape_field(hills)});
  drop_all(world, "with a cave");

  carom_field_cells mouth = {.columns = 4, .rows = 4, .flags = closed};
  if (carom_field_edit(NULL, hills, 23, 48, &mouth, &filled)) return 1;
  carom_shape shape = carom_shape_field(filled);
  if (carom_collider_set_shape(world, collider, &shape)) return 1;
  drop_all(world, "filled");

  carom_field_release(filled); /* the world keeps what it uses */
  carom_field_release(hills);
  return carom_world_destroy(world) != CAROM_OK;
}
