/* stopping.h: the ways of bodies within a step, when two of their colliders first meet, and bodies on their
 * way to where they stop: what the files of the room stand on. */
#ifndef CAROM_ENGINE_STOPPING_H
#define CAROM_ENGINE_STOPPING_H

#include "candidates.h"
#include "objects.h"

/* --- The way of a body within a step: swept_way.c --- */

/* What slides along something leaves the part of its way out that leads into it, up to this part of all. */
#define CAROM__TOWARDS 0x1p-10f

typedef struct carom__swept_way {
  carom_pose from, to;
  carom_vec3 angular; /* the velocity of the turn */
  float dt;
  float angle; /* of the whole turn, in radians */
} carom__swept_way;

/* The way of a body that is where it is; of one that motion has not moved there is none. */
carom__swept_way carom__swept_way_of(const carom_world *world, const carom__moved *moved, uint32_t body);
/* That of one that stays at a pose. */
static inline carom__swept_way swept_way_at(const carom_pose *pose) {
  return (carom__swept_way){.from = *pose, .to = *pose};
}

/* Where the body, and its origin, was when a fraction of the step had gone by. */
carom_pose carom__swept_way_pose(const carom__swept_way *way, double fraction);
carom_pos carom__swept_way_position(const carom__swept_way *way, double fraction);

/* No point of a body moves farther on its way than this; the box is what it has at the end. */
float carom__swept_way_length(const carom__swept_way *way, const carom_aabb *box);

/* A box that a body's part is in all the way, also when it slides, when `box` is what it has at the end;
 * widened by `more`. */
carom_aabb carom__swept_way_box(const carom__swept_way *way, const carom_aabb *box, float more);

/* --- When two colliders first meet along their motions: swept_meet.c --- */

typedef struct carom__meeting {
  uint32_t a, b;       /* the colliders, the lower one first */
  bool met;            /* the rest tells when and how */
  bool unproved;       /* whether they meet could not be computed */
  float gap;           /* that is left between them there */
  carom_swept_hit hit; /* neither body was stopped */
} carom__meeting;

/* How deep two colliders that touch at the poses of a hit are in each other; 0 when that is not known. */
float carom__swept_depth(const carom_world *world, const carom__meeting *meeting);

/* No point of a collider is farther from its body's origin than this. */
float carom__swept_reach(const carom_world *world, uint32_t collider);

/* Looks from a fraction of the step on and writes all but the colliders. */
void carom__meet(const carom_world *world, const carom__swept_way *way_a, const carom__swept_way *way_b,
                 double from, carom__meeting *meeting);

/* --- Bodies on their way to where they stop, and the hits to come: swept_stopper.c --- */

/* So deep is it put into what has stopped it, in sizes of both: the narrow phase sees them touch. */
#define CAROM__DEPTH 0x1p-20f

/* A hit to come; one that no longer is what the meeting says was replaced. */
typedef struct carom__due {
  double fraction;
  uint32_t meeting;
} carom__due;

/* Two that touch when the step begins, and at least one of them may stop and does not go towards the other.
 * Whether it gets deeper into the other on its way is asked of a way that is lifted off it. */
typedef struct carom__slide {
  carom__meeting meeting; /* of the lifted way: that of a if it slides, else that of b */
  uint32_t of;            /* the meeting at the start */
  bool a_slides, b_slides;
  carom_vec3 normal; /* of the touch, from a to b */
  float depth;       /* of the touch */
} carom__slide;

typedef struct carom__stopper {
  carom_world *world;
  const carom__moved *moved;
  carom__meeting *meetings;
  size_t meeting_count;
  carom__slide *slides; /* their meetings are named after all others */
  size_t slide_count;
  uint32_t *first;  /* a body each: the first of its links */
  uint32_t *next;   /* two a meeting, for the bodies of a and b: the next link of the body */
  bool *stopped;    /* a body each */
  bool *bent;       /* a body each: its way was changed */
  carom__due *heap; /* the least first */
  size_t count;
} carom__stopper;

#define CAROM__NO_LINK UINT32_MAX

static inline carom__slide *stopper_slide(const carom__stopper *s, uint32_t meeting) {
  return meeting < s->meeting_count ? NULL : &s->slides[meeting - s->meeting_count];
}
static inline carom__meeting *stopper_meeting(const carom__stopper *s, uint32_t meeting) {
  carom__slide *slide = stopper_slide(s, meeting);
  return slide ? &slide->meeting : &s->meetings[meeting];
}
static inline uint32_t stopper_body(const carom__stopper *s, uint32_t collider) {
  return s->world->colliders.gates.data[collider].body;
}
static inline bool stopper_is_on_way(const carom__stopper *s, uint32_t body) {
  return bits_test(s->moved->moving, body) && !s->stopped[body];
}
static inline bool stopper_may_stop(const carom__stopper *s, uint32_t body) {
  const uint32_t both = CAROM__BODY_SWEPT | CAROM__BODY_STOPPING;
  return (s->world->bodies.flags.data[body] & both) == both && stopper_is_on_way(s, body);
}
static inline carom__swept_way stopper_way(const carom__stopper *s, uint32_t body) {
  return s->stopped[body] ? swept_way_at(&s->world->bodies.poses.data[body])
                          : carom__swept_way_of(s->world, s->moved, body);
}

/* Takes one more hit to come; takes out the next one. */
void carom__stopper_push(carom__stopper *s, carom__due item);
carom__due carom__stopper_pop(carom__stopper *s);

/* How far a meeting's colliders reach, together. */
float carom__stopper_size(const carom__stopper *s, const carom__meeting *m);
/* At the end of the world there is no room for it. */
void carom__stopper_shift(carom_pose *pose, carom_vec3 normal, float by);
/* Puts a body elsewhere: what follows finds it there. */
void carom__stopper_put(const carom__stopper *s, uint32_t body, const carom_pose *pose);
void carom__stopper_link(carom__stopper *s, uint32_t meeting);
/* By how much more than the depth of the touch a way is lifted: so much a body may get deeper while it
 * slides, as rounding has it. */
float carom__stopper_lift(const carom__stopper *s, const carom__meeting *m);
static inline void stopper_lift_way(carom__swept_way *way, carom_vec3 lift) {
  way->from.position = pos_add(way->from.position, lift);
  way->to.position = pos_add(way->to.position, lift);
}
/* Away from the other one. */
static inline carom_vec3 slide_away(const carom__slide *slide, bool of_a, float by) {
  return vec3_scale(slide->normal, of_a ? -by : by);
}
/* Looks at a meeting anew, from a fraction on, and takes what it finds among the hits to come. */
void carom__stopper_meet(carom__stopper *s, uint32_t meeting, double from);

/* How fast a hit's body moves where they meet, and how much of that is towards the other one: a body is
 * stopped by what it touches if that is more than CAROM__TOWARDS of its speed. */
typedef struct carom__towards {
  float speed, along;
} carom__towards;
carom__towards carom__stopper_towards(const carom__stopper *s, const carom_swept_hit *hit, bool of_a);

/* --- Bodies that touch something when the step begins: swept_slides.c --- */

/* Takes off the ways of bodies that slide the little that leads into what they slide along, and looks whether
 * they get deeper into it all the same. The hits to come are those of the meetings. */
void carom__slides_begin(carom__stopper *s);
/* Takes the lift off the poses of a slide's hit, which has stopped something. False when a gap is left that
 * is to be closed. */
bool carom__slide_settle(const carom__stopper *s, carom__slide *slide);
/* Would a body that stops not meet this, which stands, if it were a little farther from what it slides along?
 * Then it meets an edge that lies in the same surface. */
bool carom__slide_is_over_seam(const carom__stopper *s, const carom__meeting *m, uint32_t body);

/* --- All of them: swept_stops.c --- */

/* Stops the bodies that stop at what they hit: among the meetings of the step, which ascend by their
 * colliders, finds those that come to be then. */
carom_status carom__swept_stop(carom_world *world, const carom__moved *moved, carom__meeting *meetings,
                               size_t count);

#endif
