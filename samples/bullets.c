/* bullets: a pool of bodies that are bullets again and again. All are created before the game begins, and who
 * is not in flight is disabled. A shot creates nothing, so that the memory of the world stays as it is. */
#include <carom/carom.h>
#include <stdio.h>

enum { FRAMES = 300, BULLETS = 3, FRAMES_A_SHOT = 6, FRAMES_OF_FLIGHT = 36 };

typedef struct bullet {
  carom_body body;
  int frames; /* of flight that are left; 0: it waits for its next shot */
} bullet;

typedef struct game {
  carom_world *world;
  bullet bullets[BULLETS];
  int shots, hits, misses, empty;
} game;

static void create_bullets(game *g) {
  for (int i = 0; i < BULLETS; i++) {
    bullet *b = &g->bullets[i];
    b->body = carom_body_create(g->world, &(carom_body_def){.disabled = true, .user = b});
    carom_collider_create(g->world, b->body, &(carom_collider_def){.shape = carom_shape_sphere(0.1f)});
  }
}

static void put_back(game *g, bullet *b) {
  b->frames = 0;
  carom_body_set_enabled(g->world, b->body, false);
}

/* The target has no user, and the bullet of a contact has one. */
static void on_hit(void *user, carom_world *world, const carom_event *event) {
  game *g = user;
  bullet *b = carom_body_get_user(world, event->contact->a.body);
  if (!b) b = carom_body_get_user(world, event->contact->b.body);
  if (b->frames == 0) return;
  g->hits++;
  put_back(g, b);
}

static bullet *find_free(game *g) {
  for (int i = 0; i < BULLETS; i++)
    if (g->bullets[i].frames == 0) return &g->bullets[i];
  return NULL;
}

/* Every other shot goes past the target. */
static void shoot(game *g) {
  bullet *b = find_free(g);
  if (!b) {
    g->empty++;
    return;
  }
  carom_vec3 velocity = {30, g->shots++ % 2 ? 9.0f : 0.0f, 0};
  carom_body_set_pose(g->world, b->body, &(carom_pose){.rotation = {0, 0, 0, 1}});
  carom_body_set_velocity(g->world, b->body, velocity, (carom_vec3){0});
  carom_body_set_enabled(g->world, b->body, true);
  b->frames = FRAMES_OF_FLIGHT;
}

static void age(game *g) {
  for (int i = 0; i < BULLETS; i++) {
    bullet *b = &g->bullets[i];
    if (b->frames == 0 || --b->frames > 0) continue;
    g->misses++;
    put_back(g, b);
  }
}

static size_t memory_of(const game *g) {
  carom_counts counts;
  carom_world_get_counts(g->world, &counts);
  return counts.memory;
}

int main(void) {
  game g = {0};
  size_t memory = 0;
  if (carom_world_create(NULL, &g.world)) return 1;
  create_bullets(&g);
  carom_body target =
      carom_body_create(g.world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {6, 0, 0}});
  carom_collider_create(g.world, target, &(carom_collider_def){.shape = carom_shape_box(0.5f, 1, 1)});
  carom_handler_add(g.world,
                    &(carom_handler_def){.callback = on_hit, .user = &g, .events = CAROM_EVENT_BEGIN});
  for (int frame = 0; frame < FRAMES; frame++) {
    if (frame % FRAMES_A_SHOT == 0) shoot(&g);
    if (carom_world_step(g.world, 1 / 60.0f)) return 1;
    age(&g);
    if (frame == FRAMES / 2) memory = memory_of(&g);
  }
  printf("%d shots of %d bullets: %d hits, %d misses\n", g.shots, BULLETS, g.hits, g.misses);
  printf("%d times no bullet was free\n", g.empty);
  printf("the memory of the world %s\n", memory_of(&g) == memory ? "stays" : "changes");
  return carom_world_destroy(g.world);
}
