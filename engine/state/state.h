/* state.h: what a world is made of, and how a call on it is refused.
 *
 * The main file of the room, which holds the data of a world and what keeps it consistent: objects by slot,
 * rows by value, the journal of changes, the lifetime of a world. It uses the layers below and no other room
 * of the engine. All rooms of the engine use it, and only they see this file. */
#ifndef CAROM_ENGINE_STATE_H
#define CAROM_ENGINE_STATE_H

#include "arena.h"
#include "bits.h"
#include "body_index.h"
#include "box_tree.h"
#include "broadphase.h"
#include "carom/draw.h"
#include "carom/query.h"
#include "carom/swept.h"
#include "contact_index.h"
#include "idpool.h"
#include "narrowphase.h"
#include "obb_tree.h"
#include "step_data.h"
#include "tasks.h"

/* A body of more colliders than this has a tree over them. */
#define CAROM__TREE_MIN 8

enum carom__body_flag {
  CAROM__BODY_STATIC = 1,
  CAROM__BODY_DISABLED = 2,
  CAROM__BODY_DYING = 4,        /* destroyed; its slot is released after the next dispatch */
  CAROM__BODY_TREE_STALE = 8,   /* the tree does not fit the colliders */
  CAROM__BODY_POSE_SET = 16,    /* the game has put it somewhere else since the last step */
  CAROM__BODY_SEES_STATIC = 32, /* one of its colliders sees static ones, or did */
  CAROM__BODY_SWEPT = 64,
  CAROM__BODY_STOPPING = 128, /* a swept one stays where it hits */
  CAROM__BODY_GHOST = 256     /* meets what is neither a ghost nor static */
};

enum carom__collider_flag {
  CAROM__COLLIDER_SENSOR = 1,
  CAROM__COLLIDER_SEES_SENSORS = 2,
  CAROM__COLLIDER_DYING = 4,
  CAROM__COLLIDER_RESHAPED = 8,  /* shape or local pose were replaced since the last step */
  CAROM__COLLIDER_CENTERED = 16, /* its frame is its body's */
  CAROM__COLLIDER_ALIGNED = 32,  /* the axes and the middle of its tight box are its own */
  CAROM__COLLIDER_SEES_STATIC = 64,
  CAROM__COLLIDER_STATIC = 128,   /* its body is */
  CAROM__COLLIDER_SHARP = 256,    /* a box or a rectangle without a radius: its tight box is the shape */
  CAROM__COLLIDER_ENDLESS = 512,  /* a half-space: its box tells nothing */
  CAROM__COLLIDER_INERT = 1024,   /* its body is static or a ghost */
  CAROM__COLLIDER_FILTERED = 2048 /* its filter says something */
};

typedef struct carom__velocity {
  carom_vec3 linear, angular;
} carom__velocity;

typedef CAROM__ARRAY(uint32_t) carom__slots;

/* The colliders of a body that has had more than one. They keep their places, by which the tree, the boxes
 * and the marks know them, until too many places are empty. */
typedef struct carom__several {
  carom__slots colliders; /* in order of creation, CAROM__NO_INDEX where one is gone; none is gone of one */
  size_t live;            /* how many there are */
  carom__bits changed;    /* places whose collider is not the one that the tree and the boxes hold */
  carom__obb_tree *tree;  /* over the places, in the body's frame; NULL for few */
  bool boxed;             /* the boxes hold all bounds in the world, and frames fit, for this pose */
  carom_pose pose;
  carom__box_pyramid boxes;
} carom__several;

/* The cold part of a body: what a step seldom reads. */
typedef struct carom__body_cold {
  void *user;
  carom__atomic begins, ends; /* events of its contacts, also the untold ones */
} carom__body_cold;

/* The BEGINs and ENDs that bodies have counted though no handler was told of them yet: event_counts.c. */
typedef struct carom__untold {
  size_t begin, end;
} carom__untold;

/* Some colliders by slot, to be read; CAROM__NO_INDEX where one is gone. */
typedef struct carom__slots_view {
  const uint32_t *data;
  size_t count; /* of places */
} carom__slots_view;

/* A walk over those that are there: for (size_t at = 0; slots_next(&view, &at, &slot);) */
static inline bool slots_next(const carom__slots_view *view, size_t *at, uint32_t *slot) {
  while (*at < view->count && view->data[*at] == CAROM__NO_INDEX) ++*at;
  if (*at == view->count) return false;
  *slot = view->data[(*at)++];
  return true;
}

/* Bodies by slot: columns, each as long as there are slots. Columns of what many worlds have none of are
 * empty until there is some (rows.h). */
typedef struct carom__bodies {
  carom__idpool ids;
  CAROM__ARRAY(uint32_t) flags;
  CAROM__ARRAY(carom_pose) poses;
  CAROM__ARRAY(carom__velocity) velocities; /* of those that have one; empty: none ever had */
  CAROM__ARRAY(carom__several *) several;   /* NULL for most; empty until `grouped` */
  CAROM__ARRAY(carom__proxy) proxies; /* for the broad phase: the slot, and the bounds of all colliders */
  CAROM__ARRAY(uint32_t) only;        /* the collider of a body that has one; CAROM__NO_INDEX for others */
  CAROM__ARRAY(carom__body_cold) cold;
  /* What was created, moved, changed or destroyed since the last step that was completed. All others rest,
   * and the passes leave them out. */
  carom__bits touched;
  carom__bits seen;     /* what was touched when the last step that was completed ran */
  carom__bits restored; /* a load or restore put it where it is: its boxes may not fit, but it may rest */
  carom__bits moving;   /* one of its velocities is not zero */
  carom__bits awake;    /* was touched once, and does not rest in the broad phase yet */
} carom__bodies;

/* A box in the world; box.center is not used. */
typedef struct carom__world_box {
  carom_pos center;
  carom_obb box;
} carom__world_box;

/* What passes need of a collider that may touch another: whom it meets, how large it is, and what contacts
 * tell of it; a cache line, as a pair of colliders may be anywhere. */
typedef struct carom__gate {
  carom_filter filter; /* as it was given */
  uint32_t flags;
  uint32_t body; /* the slot of its body */
  union {
    carom_box box;             /* the half extents of the tight box; it has no radius */
    carom_rectangle rectangle; /* the same of a sharp rectangle: the box has no height */
  } size;
  void *body_user, *user;
} carom__gate;

/* Colliders by slot: columns, one for each pass that reads it. */
typedef struct carom__colliders {
  carom__idpool ids;
  CAROM__ARRAY(carom__gate) gates;
  CAROM__ARRAY(carom_shape) shapes;      /* empty while gates tell all: carom__collider_shape */
  CAROM__ARRAY(carom_frame) frames;      /* in the world */
  CAROM__ARRAY(carom_local_pose) locals; /* on the body, of those not centered; empty: all ever were */
  CAROM__ARRAY(float) margins;           /* that each asks for; empty until `margins_differ` */
  CAROM__ARRAY(uint64_t) orders;         /* 0: none; empty until `ordered` */
  CAROM__ARRAY(uint32_t) places; /* among the several of the body, of those that are; until `grouped` */
  carom__bits reshaped;          /* those that have CAROM__COLLIDER_RESHAPED, or had it */
} carom__colliders;

/* How a contact of the last step is on the way out. */
enum carom__ended {
  CAROM__NOT_ENDED,
  CAROM__ENDED,   /* all is delivered that is due, or its BEGIN never was */
  CAROM__FAR_DUE, /* the same but for its FAR */
  CAROM__DROPPED, /* its END is due */
  CAROM__OVER     /* its END is due, though the pair may have met anew */
};

/* Where the points of a manifold are on both colliders, as cells of a grid that is fixed to each
 * (point_cells.h). */
typedef struct carom__point_cells {
  uint32_t on_a[CAROM_MANIFOLD_POINTS], on_b[CAROM_MANIFOLD_POINTS];
} carom__point_cells;

/* The contacts of one step, ascending by key. */
typedef struct carom__contacts {
  CAROM__ARRAY(carom_contact) list;
  carom__keys keys;            /* of the colliders (sides_key) */
  CAROM__ARRAY(uint8_t) ended; /* one a contact: carom__ended */
  /* In a world with persistent manifolds one a contact, with eight points two, and in others none. */
  CAROM__ARRAY(carom__point_cells) cells;
  CAROM__ARRAY(carom_point_values) values;
} carom__contacts;

typedef struct carom__handler_entry {
  uint64_t id; /* 0: removed */
  carom_handler_def def;
} carom__handler_entry;

typedef struct carom__journal_entry carom__journal_entry;
typedef struct carom__recorder carom__recorder;
typedef struct carom__recorder_class carom__recorder_class;

/* What can be taken back: journal.h. */
typedef struct carom__journal {
  CAROM__ARRAY(carom__journal_entry) entries; /* of the latest changes, from `first` on */
  size_t first;
  carom__keys scratch; /* two words an entry: carom__past_look */
  uint32_t steps;      /* how many they are kept for; 0: none is */
  uint64_t changes;    /* how many there ever were */
  uint64_t lost;       /* the name of the latest change before the entries */
  uint64_t reached;    /* the most steps that were taken before a rewind */
} carom__journal;

/* Where carom_world_move has moved a body from and to, and how. */
typedef struct carom__body_way {
  carom_body body;
  carom_pose before, after;
  carom__velocity velocity;
} carom__body_way;

/* What carom_world_move leaves to the step that finishes it. */
typedef struct carom__halfway {
  bool on; /* the bodies have moved, and no step has followed */
  float dt;
  size_t clamped;                     /* as in carom_counts */
  CAROM__ARRAY(carom__body_way) ways; /* ascending by the slots of the bodies */
} carom__halfway;

/* The clock of the game, what it said last, and how long each pass took. */
typedef struct carom__stopwatch {
  carom_clock_fn now; /* NULL: there is none */
  void *user;
  uint64_t last, times[CAROM_PASS_COUNT];
} carom__stopwatch;

struct carom_world {
  carom_allocator outer;     /* the user's */
  carom_allocator allocator; /* counts, then asks the user's */
  carom__atomic_size memory; /* queries may take some, on any thread */
  carom_world_def def;
  carom_shape_kind sharp_kind; /* of the boxes of its family */
  carom_status last_status;
  bool stepping;       /* in carom_world_step, clear or destroy */
  bool locked;         /* in the passes of a step: the filter callback may not change anything */
  bool deaths;         /* something was destroyed since the last look at the contacts */
  bool reshaped;       /* some collider has CAROM__COLLIDER_RESHAPED */
  bool valued;         /* some contact may have a value */
  bool passed;         /* some contact may be of a way, and its bodies apart */
  bool grouped;        /* some body has, or had, several colliders */
  bool margined;       /* the world has a margin, or some collider has, or had, one */
  bool margins_differ; /* some collider has, or had, one of its own */
  bool endless;        /* some collider is, or was, a half-space */
  bool shaped;         /* some collider is, or was, neither a sharp box nor a sharp rectangle */
  bool ordered;        /* some collider has, or had, an order */
  bool loaded;         /* from a save, and not stepped since */

  carom__bodies bodies;
  carom__colliders colliders;
  carom__slots dead_bodies, dead_colliders; /* to be released after the next dispatch */
  carom__journal journal;
  const carom__recorder_class *recorder_class; /* recorder.h */
  carom__recorder *recorder;                   /* NULL: nothing is recorded */
  carom__body_index *index;                    /* what queries may change */
  carom__contact_index *contact_index;         /* what questions about contacts may change */

  const carom__broadphase_class *broadphase_class;
  carom__broadphase *broadphase;
  carom__arena arena;       /* scratch of one step */
  carom__step_data step;    /* of the step in hand */
  carom__contacts contacts; /* of the last step */
  carom__contacts fresh;    /* what the step in hand has found; after it, what its ENDs tell of */
  carom__patch_array patches, spare_patches; /* those of the contacts, and where they are moved to */
  carom__patch_array turned_patches;        /* room for those of a contact that is seen from its other side */
  CAROM__ARRAY(carom_swept_hit) swept_hits; /* of the last step */
  CAROM__ARRAY(carom_event) events;
  carom__untold untold;                        /* among the events */
  CAROM__ARRAY(carom__handler_entry) handlers; /* in order of adding */
  CAROM__ARRAY(size_t) handler_places;         /* where that of an id is, by its slot */
  size_t handlers_removed;                     /* entries of none */
  carom__idpool handler_ids;
  carom_counts counts;
  carom__halfway halfway;
  carom__stopwatch stopwatch;
};

/* Remembers and logs why a call was refused, and returns the status. world may be NULL, detail must not. */
carom_status carom__refuse(carom_world *world, carom_status status, const char *function, const char *detail);

/* Forgets the ways of bodies that carom_world_move has moved. */
static inline void carom__halfway_forget(carom_world *world) {
  world->halfway.on = false;
  world->halfway.ways.count = 0;
}
/* Is the world in a step, or was it moved and not stepped since? */
static inline bool carom__world_is_halfway(const carom_world *world) {
  return world->stepping || world->halfway.on;
}

/* May a call change the world? CAROM_OK, CAROM_NULL_ARGUMENT or CAROM_BUSY. */
carom_status carom__world_may_change(carom_world *world, const char *function);

/* --- The lifetime of a world, without its game --- */

/* An empty world; NULL stands for the definition of all zeros. */
carom_status carom__world_create(const carom_world_def *def, carom_world **out);
/* Frees a world as it is, and tells nobody. */
void carom__world_free(carom_world *world);

/* Makes a world that has no bodies one of the plane, or of space. */
void carom__world_set_planar(carom_world *world, bool planar);
/* Gives a world that has handed out no id yet its tag. */
void carom__world_set_tag(carom_world *world, uint8_t tag);

#endif
