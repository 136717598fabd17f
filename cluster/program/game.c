/* game.c: each rank moves what it owns. */
#include "game.h"

#include <stdlib.h>

static bool create(carom_cluster *c, uint64_t id, const thing_def *def) {
  if (carom_cluster_body_create(c, id, &def->body, &def->collider, 1)) return false;
  return !def->swept || !carom_cluster_body_set_swept(c, id, true);
}

void game_resume(game *g, const setting *s, carom_cluster *cluster) {
  *g = (game){.setting = s, .cluster = cluster};
}

bool game_begin(game *g, const setting *s, carom_cluster *cluster, uint32_t rank) {
  game_resume(g, s, cluster);
  for (uint64_t id = 1; id <= (uint64_t)s->statics + s->bodies; id++) {
    thing_def def;
    setting_define(s, id, &def);
    const bool mine = id <= s->statics || carom_cluster_rank_at(cluster, def.body.pose.position) == rank;
    if (mine && !create(cluster, id, &def)) return false;
  }
  return true;
}

/* The successor begins where the body is, and elsewhere in all else. */
static bool replace(game *g, uint64_t id, carom_body body) {
  thing_def def;
  const uint64_t next = setting_successor(g->setting, id);
  setting_define(g->setting, next, &def);
  if (carom_body_get_pose(carom_cluster_get_world(g->cluster), body, &def.body.pose)) return false;
  return !carom_cluster_body_destroy(g->cluster, id) && create(g->cluster, next, &def);
}

static bool move_one(game *g, uint64_t id, uint64_t step) {
  const carom_body body = carom_cluster_get_body(g->cluster, id);
  move m;
  setting_act(g->setting, id, step, carom_cluster_get_world(g->cluster), body, &m);
  if (m.replaced) return replace(g, id, body);
  if (m.placed && carom_cluster_body_set_pose(g->cluster, id, &m.pose)) return false;
  return !m.turned || !carom_cluster_body_set_velocity(g->cluster, id, m.linear, m.angular);
}

bool game_move(game *g, uint64_t step) {
  const size_t count = carom_cluster_get_owned(g->cluster, g->ids, g->room);
  if (count > g->room) {
    uint64_t *ids = realloc(g->ids, 2 * count * sizeof *ids);
    if (!ids) return false;
    g->ids = ids;
    g->room = 2 * count;
    carom_cluster_get_owned(g->cluster, g->ids, g->room);
  }
  for (size_t i = 0; i < count; i++)
    if (!move_one(g, g->ids[i], step)) return false;
  return true;
}

void game_end(game *g) { free(g->ids); }
