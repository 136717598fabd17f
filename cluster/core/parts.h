/* parts.h: what the part of a rank consists of.
 *
 * A step of a cluster is: what each own body may reach (reach.c), what other ranks must hear (send.c), one
 * exchange (exchange.c), what the others have sent (receive.c), a step of the world, and what to tell
 * (tell.c). Bodies that are deep inside of the block come while the messages of the others are under way. */
#ifndef CAROM_CLUSTER_PARTS_H
#define CAROM_CLUSTER_PARTS_H

#include "blocks.h"
#include "carom_cluster/cluster.h"
#include "carom_cluster/handler.h"
#include "mail.h"

/* A map that is out of memory is not the end of the process. */
#define HASH_NONFATAL_OOM 1
#include <string.h>

/* Ids that follow each other lie beside each other, as they are mostly looked up one after the other. */
static inline unsigned carom__id_hash(const void *key) {
  uint64_t id;
  memcpy(&id, key, sizeof id);
  const uint64_t mixed = (id >> 3) * UINT64_C(0x9E3779B97F4A7C15);
  return (unsigned)(mixed ^ mixed >> 32) << 3 | (id & 7);
}
#define HASH_FUNCTION(key, length, value) ((void)(length), (value) = carom__id_hash(key))
#include <uthash.h>

/* A rank that has a ghost of a body, and the last step in which the body could reach the block of the rank.
 */
typedef struct holder {
  uint32_t rank;
  bool added; /* in this step */
  uint64_t wanted;
} holder;

/* What has changed since the last step, as bits. */
enum {
  DIRTY_POSE = 1,
  DIRTY_VELOCITY = 2,
  DIRTY_ENABLED = 4,
  DIRTY_SWEPT = 8,
  DIRTY_LARGE = 16,
  DIRTY_FADING = 32
};

/* A rounded pose takes so many bytes. */
enum { CAROM__CODE_SIZE = 20 };

/* A line of the cache. What is asked of a body most is in its first one. */
enum { CAROM__LINE = 64 };

/* A body, as owner or as ghost. The user pointer of the carom body is this. */
typedef struct thing {
  uint64_t id;
  carom_body body;
  uint32_t owner;
  uint32_t place; /* in the list of own bodies */
  uint64_t since; /* the step before which it came here */
  bool is_static, swept;
  uint32_t holder_count; /* of holders */
  bool sprawls;          /* reaches farther than `reach` from its position; known to the owner */
  bool doomed, gone;     /* destroyed by this step; no longer to be found */
  bool large;            /* is on all ranks, as it was in the last step or is in this one */
  bool was_large;        /* in the last step; known to the owner */
  bool fading;           /* large for the last time, unless it reaches far again */
  uint64_t large_until;  /* the step; known to the owner */
  uint32_t dirty;
  bool coded; /* the pose that was set is that of the code */
  unsigned char code[CAROM__CODE_SIZE];
  uint32_t next_owner;
  carom_pos start;    /* where the last step left it; known to the owner */
  carom_region reach; /* where it may be found in this step */
  holder *holders;
  uint32_t holder_room;
  uint32_t meetings; /* the first one in the list, counted from 1; 0: none */
  uint64_t met;      /* the last step that found meetings of it, or in which some were adopted */
  UT_hash_handle hh;
} thing;

/* A contact of the last step with a body of the border: a ghost, or one that is a ghost elsewhere. */
typedef struct meeting {
  const carom_contact *contact;
  uint32_t next[2]; /* of the bodies a and b, as thing.meetings */
} meeting;

/* In place of an owner: the rank needs the ghost no longer; the body is destroyed. */
#define CAROM__NOT_NEEDED UINT32_MAX
#define CAROM__DESTROYED (UINT32_MAX - 1)
/* Changes of a collider, beside the bits above. */
#define CAROM__CHANGE_FILTER 64
#define CAROM__CHANGE_SHAPE 65

/* What a mail consists of, in the order in which it is used. */
enum { MAIL_DROPPED, MAIL_BODIES, MAIL_CONTACTS, MAIL_CHANGES, MAIL_POSES, MAIL_OWNERS, MAIL_PARTS };
typedef struct mail {
  bytes_out parts[MAIL_PARTS];
} mail;

typedef struct asset asset;

/* An event that this rank tells, by the orders of its sides. */
typedef struct telling {
  uint64_t a, b;
  const carom_event *event;
} telling;

typedef struct handler_entry {
  uint32_t handler;
  carom_cluster_handler_def def;
} handler_entry;

/* Another rank. */
typedef struct peer {
  bool neighbour;
  carom_region block; /* what it may own in this step and in the next one, and the reach around it */
  mail mail;
  bytes_out calls;   /* of handlers, about bodies that it owns (calls.c) */
  asset *sent, *got; /* what it has from here, and what came from it */
} peer;

struct carom_cluster {
  carom_transport transport; /* watches `inner`, which is the game's */
  carom_transport inner;
  bool has_ended; /* the others know of it */
  double reach, patience, round;
  double (*clock)(void);
  double width;         /* of the widest axis of space */
  uint64_t asset_steps; /* after so many in which nothing needed it, an asset is dropped */
  carom_world *world;
  carom_world_def settings;
  cut *past, *cuts, *coming; /* of the last step, of this one, and of the next one */
  peer *peers;               /* one a rank */
  uint32_t *neighbours, neighbour_count;
  carom_region home;     /* own bodies start in it, but for those that came from far off */
  carom_region interior; /* what lies in it is in reach of no other rank */
  thing *things;
  carom_region deep; /* who starts in it, and is not large, stays in the interior */
  thing **own;       /* first those that others may have to hear of, then those that are deep */
  size_t own_count, own_room, front_count;
  thing **busy; /* own bodies that others must hear of in this step */
  size_t busy_count;
  thing **poses; /* own bodies with new poses, by id */
  size_t pose_count, pose_room;
  thing **graves; /* destroyed in this step: the events still name them */
  size_t grave_count, grave_room;
  uint64_t *fading; /* ids of others' bodies that were fading in the last step */
  size_t fading_count, fading_room;
  carom_body *bodies; /* of own bodies, in their order, and their state */
  carom_aabb *bounds;
  carom_pose *now;
  carom_vec3 *linear, *angular;
  size_t body_room;
  carom_cluster_event *events;
  size_t event_count, event_room;
  handler_entry *handlers;
  size_t handler_count, handler_room;
  uint32_t last_handler;
  bool handled;                        /* a rank has handlers in this step */
  const carom_cluster_event *handling; /* the event that handlers hear; NULL: none runs */
  uint32_t turn;                       /* calls in it */
  bytes_out *noted;                    /* where the last of them is noted, and from which byte on */
  size_t noted_from;
  meeting *meetings;
  size_t meeting_count, meeting_room;
  bool unmet; /* the last step left contacts that had no event, so that its meetings are not all */
  telling *tellings;
  size_t telling_room;
  carom_user_map users;
  bytes_out packet, far, gathered;
  struct asking *asking; /* what the last query over all ranks left (asking.h) */
  carom_cluster_status status;
  carom_cluster_counts counts;
  uint64_t first_step; /* of a restart */
  char *last_name;     /* of the last good checkpoint, and its step */
  uint64_t last_step;
};

/* With room for what all ranks know of each other; NULL: memory is out. */
struct asking *carom__asking_create(uint32_t ranks);
void carom__asking_destroy(struct asking *asking);

/* Makes room for count elements; false: memory is out. */
bool carom__room_for(void *list, size_t *room, size_t count, size_t size);

thing *carom__thing_find(const carom_cluster *c, uint64_t id);
thing *carom__thing_add(carom_cluster *c, uint64_t id, uint32_t owner);
void carom__thing_free(carom_cluster *c, thing *t);
/* Whether a body is large, and fading, as bits of a byte; and a body of another rank is so from now on.
 * False: memory is out. */
unsigned char carom__thing_flags(const thing *t);
bool carom__thing_mark(carom_cluster *c, thing *t, unsigned char flags);
bool carom__own_add(carom_cluster *c, thing *t);
void carom__own_remove(carom_cluster *c, thing *t);
/* Others may have to hear of an own body in the coming step; and which ones of all, after a step. */
void carom__own_to_front(carom_cluster *c, thing *t);
void carom__own_divide(carom_cluster *c);
holder *carom__holder_find(thing *t, uint32_t rank);
bool carom__holder_set(thing *t, uint32_t rank, uint64_t wanted, bool added);

static inline uint64_t carom__order(uint64_t id, uint64_t number) { return id << 16 | number; }
static inline uint64_t carom__now(const carom_cluster *c) { return c->counts.steps + 1; }

/* Finds the neighbours and their blocks, of the cuts as they are. */
void carom__peers_find(carom_cluster *c);

/* A step has ended: the cuts of the next one count. */
void carom__cuts_turn(carom_cluster *c);

/* carom_cluster_create, with CAROM_CLUSTER_BROKEN when memory is out. */
carom_cluster_status carom__cluster_make(const carom_cluster_def *def, carom_cluster **out);

/* A cluster that has ended tells the others at once, so that they do not wait for it. */
void carom__watch(carom_cluster *c);
void carom__tell_end(const carom_transport *t, carom_cluster_status status);
carom_cluster_status carom__end(carom_cluster *c, carom_cluster_status status);

/* Writes the collider with an order, or the null id. False: memory is out. */
bool carom__thing_collider(const carom_cluster *c, uint64_t order, carom_collider *out);

/* The rank that tells what happens to two bodies. */
uint32_t carom__teller(const thing *a, const thing *b);
/* The one that told it in the last step, while the changes of this step have not been read. */
uint32_t carom__last_teller(const carom_cluster *c, const thing *a, const thing *b);

/* The bytes of a pose that is rounded; false: it is too far off or wrong. */
bool carom__round_encode(double unit, const carom_pose *pose, unsigned char code[CAROM__CODE_SIZE]);
carom_pose carom__round_decode(double unit, const unsigned char code[CAROM__CODE_SIZE]);

/* Assets of a body that are not in a table of a peer yet. False: memory is out. */
bool carom__assets_keep(const carom_cluster *c, asset **table, carom_body body);
carom_handover carom__assets_handover(const carom_cluster *c, peer *p);
void carom__assets_drop(carom_cluster *c);
bool carom__assets_read_dropped(peer *p, bytes_in *in);
void carom__assets_free(peer *p);

/* Fills in `bodies` and `bounds` of all own bodies. */
bool carom__bounds_find(carom_cluster *c);
/* Finds the reach of the own bodies begin..end - 1, and adds those that others must hear of to `busy`. */
bool carom__reach_find(carom_cluster *c, float dt, size_t begin, size_t end);
/* Writes the mails about the busy bodies from one on. */
bool carom__send_write(carom_cluster *c, size_t first);
bool carom__exchange(carom_cluster *c, float dt);
bool carom__receive(carom_cluster *c, uint32_t from, const void *bytes, size_t size, int pass);
bool carom__receive_own(carom_cluster *c);
/* Before what others have sent is read. */
bool carom__receive_prepare(carom_cluster *c);
/* Of an own body that was large in the last step, and a small one of another rank: that rank has told of
 * them, and may have had them for longer. A swept body hits what it has not touched before, so it matters.
 * Read before the changes of this step. */
bool carom__other_knows_better(const thing *t, const thing *other);
bool carom__tell(carom_cluster *c);
bool carom__is_own(const carom_cluster *c, const thing *t);

/* The place of a kind in the order of events: END, FAR, NEAR, BEGIN, STAY. */
uint32_t carom__event_group(carom_event_kind kind);
/* Lets handlers hear what this rank tells, and ends what they have changed as it would in one world. */
bool carom__handlers_run(carom_cluster *c);

/* Bytes for a rank that all ranks get; and those for this one among what was gathered. */
typedef bool far_reader(void *user, uint32_t from, const void *bytes, size_t size);
void carom__far_put(carom_cluster *c, uint32_t rank, const bytes_out *bytes);
bool carom__far_each(const carom_cluster *c, far_reader *read, void *user);

#endif
