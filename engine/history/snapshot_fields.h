/* snapshot_fields.h: a world on its way to bytes or back, and the one list of what is in each of its parts.
 */
#ifndef CAROM_ENGINE_SNAPSHOT_FIELDS_H
#define CAROM_ENGINE_SNAPSHOT_FIELDS_H

#include "asset.h"
#include "carom/snapshot.h"
#include "map.h"
#include "rows.h"

typedef struct carom__snapshot {
  carom__archive archive;
  const carom_world *from; /* what is saved, or NULL */
  carom_world *into;       /* what is loaded, or NULL */
  const carom_user_map *users;
  const carom__bits *chosen;                 /* saving: the bodies by slot; NULL: all */
  bool margined;                             /* there is a margin of the world and of each collider */
  bool ordered;                              /* each collider has an order, or 0 */
  bool handed;                               /* what is read is of another world, and names no slots */
  bool handed_static;                        /* the body that is read is static */
  bool shares;                               /* the bytes stay in this process: pointers go as they are */
  carom__map numbers;                        /* saving: of the assets */
  CAROM__ARRAY(const carom__asset *) assets; /* by number; loading, with a count each */
  size_t assets_used;          /* loading: how many some shape has referred to, the first first */
  carom__patch_array *patches; /* loading: where those of contacts go; NULL: into the world */
} carom__snapshot;

/* The fields of one body, collider or contact, and what they must be when they are read. */
void carom__snapshot_body(carom__snapshot *s, carom__body_row *row);
void carom__snapshot_collider(carom__snapshot *s, carom__collider_row *row);
void carom__snapshot_contact(carom__snapshot *s, uint64_t *key, carom_contact *contact);
/* The same without the colliders. */
void carom__snapshot_contact_state(carom__snapshot *s, uint64_t key, carom_contact *contact);
/* What a world with persistent manifolds keeps of the points of a contact. */
void carom__snapshot_points(carom__snapshot *s, const carom_contact *contact, carom__point_cells *cells,
                            carom_point_values *values);
void carom__snapshot_asset(carom__snapshot *s, const carom__asset **asset);
void carom__snapshot_pose(carom__snapshot *s, carom_pose *pose);
void carom__snapshot_velocity(carom__snapshot *s, carom__velocity *velocity);
void carom__snapshot_local_pose(carom__snapshot *s, carom_local_pose *pose);
void carom__snapshot_filter(carom__snapshot *s, carom_filter *filter);
/* A shape, whose asset was numbered before, and a pointer of the game's, as the number that the game has for
 * it. */
void carom__snapshot_shape(carom__snapshot *s, carom_shape *shape);
void carom__snapshot_user(carom__snapshot *s, void **user);

/* --- The whole: snapshot.c --- */

/* What assets are told apart by. In a body that is handed over that is their content: equal ones are in the
 * bytes once, so that these do not depend on where the assets came from. */
static inline uint64_t carom__snapshot_key(const carom__snapshot *s, const carom__asset *asset) {
  return s->handed ? asset->hash : (uintptr_t)asset;
}
/* Gives an asset the next number when it has none yet, and tells so. */
bool carom__snapshot_number(carom__snapshot *s, const carom__asset *asset);
/* Takes back a count of each asset that has a number, and frees their list. */
void carom__snapshot_release_assets(carom__snapshot *s, const carom_allocator *allocator);

/* Writes the world; archive.at tells how much it is. */
carom_status carom__snapshot_save(carom__snapshot *s);
/* Creates a world of what the archive reads. */
carom_status carom__snapshot_load(carom__snapshot *s, const carom_world_def *def, carom_world **out);

#endif
