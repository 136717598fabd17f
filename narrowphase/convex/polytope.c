/* polytope.c: grows the polytope of EPA. It removes the faces that see the new vertex and closes the hole
 * with a fan around it.
 *
 * The faces that see it are found from the one it was found for, depth first and always turning the same way,
 * so that the edges around the hole come in their order (van den Bergen, 2003, 4.4). Faces whose plane it
 * lies in count as seeing it, so that the fan has no triangle in line with one of its own edges. The outline
 * of the hole is checked before anything is changed. */
#include "polytope.h"

#include <string.h>

_Static_assert(CAROM__POLYTOPE_FACES % 4 == 0, "keys are read by fours");
#define SLOT_BITS ((uint64_t)(CAROM__POLYTOPE_FACES - 1))
_Static_assert((CAROM__POLYTOPE_FACES & (CAROM__POLYTOPE_FACES - 1)) == 0, "a slot is some bits of a key");

/* What a growth is worked out in. Each face seen adds at most one to the edges that wait or lead out. */
typedef struct hole {
  uint16_t slots[CAROM__POLYTOPE_FACES + 2];   /* the faces seen, then those of the fan */
  uint16_t rim[CAROM__POLYTOPE_FACES + 2];     /* the edges around it, in the faces beyond, */
  uint16_t corners[CAROM__POLYTOPE_FACES + 3]; /* the vertices between them, and the first once more */
  int seen_count, rim_count;
} hole;

static carom__dvec3 corner(const carom__polytope *p, uint16_t vertex) { return p->vertices[vertex].w; }

static double key_of(double offset, double square, int slot) {
  double key = offset * fabs(offset) / square;
  uint64_t bits;
  memcpy(&bits, &key, sizeof bits);
  bits = (bits & ~SLOT_BITS) | (uint64_t)slot;
  memcpy(&key, &bits, sizeof bits);
  return key;
}

/* Sets the plane of a face that the origin's way to `at` leads to and the edges u and v span, of which the
 * product of the squares is known. */
static inline void set_plane(carom__polytope *p, int slot, carom__dvec3 at, carom__dvec3 u, carom__dvec3 v,
                             double squares) {
  carom__dvec3 normal = dvec3_cross(u, v);
  double square = dvec3_dot(normal, normal), offset = dvec3_dot(normal, at);
  if (square > 0x1p-88 * squares) {
    p->keys[slot] = key_of(offset, square, slot);
    p->faces[slot] = (carom__polytope_face){normal, square, offset};
  } else {
    p->keys[slot] = HUGE_VAL;
    p->faces[slot] = (carom__polytope_face){dvec3(0, 0, 0), 0, -HUGE_VAL};
  }
}

static inline void set_corners(carom__polytope *p, int slot, uint16_t a, uint16_t b, uint16_t c) {
  uint16_t *origins = &p->origins[4 * slot];
  origins[0] = origins[3] = a;
  origins[1] = b;
  origins[2] = c;
}

static void set_first_face(carom__polytope *p, int slot, const uint16_t loop[3], const uint16_t twins[3]) {
  carom__dvec3 at = corner(p, loop[0]);
  carom__dvec3 u = dvec3_sub(corner(p, loop[1]), at), v = dvec3_sub(corner(p, loop[2]), at);
  set_corners(p, slot, loop[0], loop[1], loop[2]);
  for (int k = 0; k < 3; k++) p->twins[4 * slot + k] = twins[k];
  p->seen[slot] = p->met[slot] = 0;
  set_plane(p, slot, at, u, v, dvec3_dot(u, u) * dvec3_dot(v, v));
}

void carom__polytope_start(carom__polytope *p, double size) {
  /* Face i lacks corner i, if the fourth lies above the first three; else the first two change places. */
  static const uint16_t loops[2][4][3] = {{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}},
                                          {{0, 2, 3}, {1, 3, 2}, {1, 0, 3}, {1, 2, 0}}};
  static const uint16_t twins[4][3] = {{13, 5, 9}, {10, 1, 12}, {14, 2, 4}, {6, 0, 8}};
  carom__dvec3 at = corner(p, 0), ab = dvec3_sub(corner(p, 1), at), ac = dvec3_sub(corner(p, 2), at);
  bool behind = dvec3_dot(dvec3_cross(ab, ac), dvec3_sub(corner(p, 3), at)) < 0;
  p->vertex_count = p->face_count = 4;
  p->vacant_count = 0;
  p->attempt = 0;
  p->slack = 0x1p-46 * size;
  for (int i = 0; i < 4; i++) set_first_face(p, i, loops[behind][i], twins[i]);
}

int carom__polytope_nearest(const carom__polytope *p) {
  double even = HUGE_VAL, odd = HUGE_VAL;
  for (int i = 0; i < p->face_count; i += 4) {
    const double *keys = &p->keys[i];
    even = lesser_double(lesser_double(keys[0], keys[2]), even);
    odd = lesser_double(lesser_double(keys[1], keys[3]), odd);
  }
  double least = lesser_double(even, odd);
  uint64_t bits;
  memcpy(&bits, &least, sizeof bits);
  return least < HUGE_VAL ? (int)(bits & SLOT_BITS) : -1;
}

static uint64_t name_of(const carom__vertex *v) { return (uint64_t)v->index_b << 32 | v->index_a; }

/* Points are compared, too, because curved cores give one name to many; but one point has one name. */
static bool has_vertex(const carom__polytope *p) {
  const carom__vertex *next = &p->vertices[p->vertex_count];
  uint64_t name = name_of(next);
  for (const carom__vertex *v = p->vertices; v < next; v++)
    if (name_of(v) == name && v->w.x == next->w.x && v->w.y == next->w.y && v->w.z == next->w.z) return true;
  return false;
}

/* A sliver is seen from everywhere. */
static inline bool sees(const carom__polytope_face *face, carom__dvec3 w, double slack2) {
  double above = dvec3_dot(face->normal, w) - face->offset;
  return (above > 0) | (above * above < slack2 * face->square);
}

/* Gathers the faces that see the new vertex, from `first` outward, and the edges around them. The face beyond
 * an edge has it the other way round: seen from the hole it begins where the face beyond lets it end. */
static void flood(carom__polytope *p, uint16_t first, hole *h) {
  static const uint16_t following[4] = {1, 2, 0, 0}, preceding[4] = {2, 0, 1, 0};
  uint16_t waiting[CAROM__POLYTOPE_FACES + 2];
  carom__dvec3 w = polytope_next(p)->w;
  double slack2 = p->slack * p->slack;
  int count = 3, seen = 1, rim = 0;
  p->seen[first] = p->attempt;
  h->slots[0] = first;
  for (int k = 0; k < 3; k++) waiting[k] = p->twins[4 * first + 2 - k];
  while (count > 0) {
    uint16_t edge = waiting[--count], face = edge >> 2;
    if (p->seen[face] == p->attempt) continue;
    if (sees(&p->faces[face], w, slack2)) {
      p->seen[face] = p->attempt;
      h->slots[seen++] = face;
      waiting[count++] = p->twins[4 * face + preceding[edge & 3]];
      waiting[count++] = p->twins[4 * face + following[edge & 3]];
    } else {
      h->corners[rim] = p->origins[edge + 1];
      h->rim[rim++] = edge;
    }
  }
  h->corners[rim] = h->corners[0];
  h->seen_count = seen;
  h->rim_count = rim;
}

/* Tells whether the edges around the hole are one closed loop that meets no vertex twice. */
static bool is_simple(carom__polytope *p, const hole *h) {
  bool simple = h->rim_count >= 3;
  for (int i = 0; i < h->rim_count; i++) {
    uint16_t at = h->corners[i];
    simple &= (p->origins[h->rim[i]] == h->corners[i + 1]) & (p->met[at] != p->attempt);
    p->met[at] = p->attempt;
  }
  return simple;
}

static uint16_t take_slot(carom__polytope *p) {
  if (p->vacant_count > 0) return p->vacant[--p->vacant_count];
  int slot = p->face_count++;
  p->seen[slot] = 0;
  for (int i = slot + 1; i % 4 != 0; i++) p->keys[i] = HUGE_VAL;
  return (uint16_t)slot;
}

static void leave_slot(carom__polytope *p, uint16_t slot) {
  p->keys[slot] = HUGE_VAL;
  p->faces[slot].offset = -HUGE_VAL;
  p->faces[slot].square = 0;
  p->vacant[p->vacant_count++] = slot;
}

/* Closes the hole by a fan around the newest vertex: triangle i leads from corner i to the next. */
static void add_fan(carom__polytope *p, const hole *h, uint16_t newest) {
  carom__dvec3 apex = corner(p, newest), edge = dvec3_sub(corner(p, h->corners[0]), apex);
  double square = dvec3_dot(edge, edge);
  uint16_t last = h->slots[h->rim_count - 1];
  for (int i = 0; i < h->rim_count; i++) {
    uint16_t slot = h->slots[i], beyond = h->rim[i];
    carom__dvec3 end = dvec3_sub(corner(p, h->corners[i + 1]), apex);
    double end_square = dvec3_dot(end, end);
    set_plane(p, slot, apex, edge, end, square * end_square);
    set_corners(p, slot, h->corners[i], h->corners[i + 1], newest);
    p->twins[4 * slot] = beyond;
    p->twins[beyond] = (uint16_t)(4 * slot);
    p->twins[4 * slot + 2] = (uint16_t)(4 * last + 1);
    p->twins[4 * last + 1] = (uint16_t)(4 * slot + 2);
    edge = end;
    square = end_square;
    last = slot;
  }
}

bool carom__polytope_grow(carom__polytope *p, int face) {
  hole h;
  if (has_vertex(p)) return false;
  p->attempt++;
  flood(p, (uint16_t)face, &h);
  if (!is_simple(p, &h)) return false;
  for (int i = h.seen_count; i < h.rim_count; i++) h.slots[i] = take_slot(p);
  for (int i = h.rim_count; i < h.seen_count; i++) leave_slot(p, h.slots[i]);
  p->met[p->vertex_count] = 0;
  add_fan(p, &h, (uint16_t)p->vertex_count++);
  return true;
}
