/* parts.h: what the part of a rank consists of.
 *
 * A step of a cluster is: what each own body may reach (reach.c), what other ranks must hear (send.c), one
 * exchange (exchange.c), what the others have sent (receive.c), a step of the world, and what to tell
 * (tell.c). */
#ifndef CAROM_CLUSTER_PARTS_H
#define CAROM_CLUSTER_PARTS_H

#include "blocks.h"
#include "carom_cluster/cluster.h"
#include "mail.h"

#include <uthash.h>

/* A rank that has a ghost of a body, and the last step in which the body could reach the block of the rank.
 */
typedef struct holder {
  uint32_t rank;
  bool added; /* in this step */
  uint64_t wanted;
} holder;

/* What has changed since the last step, as bits. */
enum { DIRTY_POSE = 1, DIRTY_VELOCITY = 2, DIRTY_ENABLED = 4, DIRTY_SWEPT = 8, DIRTY_LARGE = 16 };

/* A body, as owner or as ghost. The user pointer of the carom body is this. */
typedef struct thing {
  uint64_t id;
  carom_body body;
  uint32_t owner;
  uint32_t place; /* in the list of own bodies */
  uint64_t since; /* the step before which it came here */
  bool is_static, swept;
  bool doomed, gone;    /* destroyed by this step; no longer to be found */
  bool large;           /* is on all ranks, as it was in the last step or is in this one */
  uint64_t large_until; /* the step; known to the owner */
  uint32_t dirty;
  uint32_t next_owner;
  carom_pos start;    /* where the last step left it; known to the owner */
  carom_region reach; /* where it may be found in this step */
  holder *holders;
  uint32_t holder_count, holder_room;
  UT_hash_handle hh;
} thing;

/* In place of an owner: the rank needs the ghost no longer; the body is destroyed. */
#define CAROM__NOT_NEEDED UINT32_MAX
#define CAROM__DESTROYED (UINT32_MAX - 1)
/* Changes of a collider, beside the bits above. */
#define CAROM__CHANGE_FILTER 64
#define CAROM__CHANGE_SHAPE 65

/* What a mail consists of, in the order in which it is used. */
enum { MAIL_BODIES, MAIL_CONTACTS, MAIL_CHANGES, MAIL_POSES, MAIL_OWNERS, MAIL_PARTS };
typedef struct mail {
  bytes_out parts[MAIL_PARTS];
} mail;

/* Another rank. */
typedef struct peer {
  bool neighbour;
  carom_region block; /* what it may own, and the reach around it */
  mail mail;
} peer;

struct carom_cluster {
  carom_transport transport;
  double reach, patience;
  carom_world *world;
  carom_world_def settings;
  cut *cuts;
  peer *peers; /* one a rank */
  thing *things;
  thing **own;
  size_t own_count, own_room;
  thing **poses; /* own bodies with new poses, by id */
  size_t pose_count, pose_room;
  thing **graves; /* destroyed in this step: the events still name them */
  size_t grave_count, grave_room;
  carom_body *bodies; /* of own bodies, in their order, and their state */
  carom_aabb *bounds;
  carom_pose *now;
  carom_vec3 *linear, *angular;
  size_t body_room;
  carom_cluster_event *events;
  size_t event_count, event_room;
  carom_user_map users;
  bytes_out packet, far, gathered;
  struct asking *asking; /* what the last query over all ranks left (asking.h) */
  carom_cluster_status status;
  carom_cluster_counts counts;
};

/* With room for what all ranks know of each other; NULL: memory is out. */
struct asking *carom__asking_create(uint32_t ranks);
void carom__asking_destroy(struct asking *asking);

/* Makes room for count elements; false: memory is out. */
bool carom__room_for(void *list, size_t *room, size_t count, size_t size);

thing *carom__thing_find(const carom_cluster *c, uint64_t id);
thing *carom__thing_add(carom_cluster *c, uint64_t id, uint32_t owner);
void carom__thing_free(carom_cluster *c, thing *t);
bool carom__own_add(carom_cluster *c, thing *t);
void carom__own_remove(carom_cluster *c, thing *t);
bool carom__holder_set(thing *t, uint32_t rank, uint64_t wanted, bool added);

static inline uint64_t carom__now(const carom_cluster *c) { return c->counts.steps + 1; }

/* The rank that tells what happens to two bodies. */
uint32_t carom__teller(const thing *a, const thing *b);

/* Fills in `bodies` and `bounds`. */
bool carom__bounds_find(carom_cluster *c);
bool carom__reach_find(carom_cluster *c, float dt);
bool carom__send_write(carom_cluster *c);
bool carom__exchange(carom_cluster *c);
bool carom__receive(carom_cluster *c, uint32_t from, const void *bytes, size_t size, int pass);
bool carom__receive_own(carom_cluster *c);
bool carom__tell(carom_cluster *c);
double carom__seconds(void);

#endif
