/* polytope.c: the growing polytope of EPA: remove the faces that see the new vertex, and close the hole with
 * a fan around it.
 *
 * The faces that see it are found from the one it was found for, depth first and always turning the same way,
 * so that the edges around the hole come in their order (van den Bergen, 2003, 4.4). Faces whose plane it
 * lies in count as seeing it, so that the fan has no triangle in line with one of its own edges. The outline
 * of the hole is checked before anything is changed. */
#include "polytope.h"

/* What a growth is worked out in. Each face seen adds at most one to the edges that wait or lead out. */
typedef struct hole {
  uint16_t seen[CAROM__POLYTOPE_FACES];
  uint16_t rim[CAROM__POLYTOPE_FACES + 2]; /* the edges around it, in the faces beyond */
  int seen_count, rim_count;
} hole;

static const uint16_t following[3] = {1, 2, 0}, preceding[3] = {2, 0, 1};

static carom__dvec3 corner(const carom__polytope *p, uint16_t vertex) { return p->vertices[vertex].w; }

static uint16_t edge_name(int face, int k) { return (uint16_t)(4 * face + k); }
static carom__polytope_face *face_of(carom__polytope *p, uint16_t edge) { return &p->faces[edge >> 2]; }

/* Sets the plane of a face from its vertices. */
static void set_plane(carom__polytope *p, int slot) {
  carom__polytope_face *face = &p->faces[slot];
  carom__dvec3 a = corner(p, face->vertices[0]);
  carom__dvec3 ab = dvec3_sub(corner(p, face->vertices[1]), a),
               ac = dvec3_sub(corner(p, face->vertices[2]), a);
  carom__dvec3 normal = dvec3_cross(ab, ac);
  double square = dvec3_dot(normal, normal), offset = dvec3_dot(normal, a);
  bool sliver = !(square > 0x1p-88 * dvec3_dot(ab, ab) * dvec3_dot(ac, ac));
  face->normal = sliver ? dvec3(0, 0, 0) : normal;
  face->square = square;
  face->offset = sliver ? HUGE_VAL : offset;
  p->keys[slot] = sliver ? HUGE_VAL : offset * fabs(offset) / square;
}

void carom__polytope_start(carom__polytope *p, const carom__vertex corners[4], double size) {
  /* Face i lacks corner i, if the fourth lies above the first three; else two corners change places. */
  static const uint16_t loops[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  static const uint16_t twins[4][3] = {{13, 5, 9}, {10, 1, 12}, {14, 2, 4}, {6, 0, 8}};
  carom__dvec3 ab = dvec3_sub(corners[1].w, corners[0].w), ac = dvec3_sub(corners[2].w, corners[0].w);
  bool behind = dvec3_dot(dvec3_cross(ab, ac), dvec3_sub(corners[3].w, corners[0].w)) < 0;
  p->vertex_count = p->face_count = 4;
  p->vacant_count = 0;
  p->slack = 0x1p-46 * size;
  for (int i = 0; i < 4; i++) p->vertices[i] = corners[behind && i < 2 ? 1 - i : i];
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      p->faces[i].vertices[k] = loops[i][k];
      p->faces[i].twins[k] = twins[i][k];
    }
    p->faces[i].seen = false;
    set_plane(p, i);
  }
}

int carom__polytope_nearest(const carom__polytope *p) {
  int best = -1;
  double least = HUGE_VAL;
  for (int i = 0; i < p->face_count; i++)
    if (p->keys[i] < least) least = p->keys[i], best = i;
  return best;
}

/* Points are compared, because not every core numbers its vertices. */
static bool has_vertex(const carom__polytope *p, carom__dvec3 w) {
  for (int i = 0; i < p->vertex_count; i++) {
    carom__dvec3 v = p->vertices[i].w;
    if (v.x == w.x && v.y == w.y && v.z == w.z) return true;
  }
  return false;
}

static bool sees(const carom__polytope *p, const carom__polytope_face *face, carom__dvec3 w) {
  double above = dvec3_dot(face->normal, w) - face->offset;
  return above > 0 || above * above < p->slack * p->slack * face->square || face->offset == HUGE_VAL;
}

/* Gathers the faces that see w, from `first` outward, and the edges around them. */
static void flood(carom__polytope *p, int first, carom__dvec3 w, hole *h) {
  uint16_t waiting[CAROM__POLYTOPE_FACES + 2], edge = edge_name(first, 0);
  int count = 0;
  h->seen_count = h->rim_count = 0;
  waiting[count++] = p->faces[first].twins[0];
  for (;;) {
    carom__polytope_face *face = face_of(p, edge);
    if (!face->seen && (edge >> 2 == first || sees(p, face, w))) {
      int k = edge & 3;
      face->seen = true;
      h->seen[h->seen_count++] = edge >> 2;
      waiting[count++] = face->twins[preceding[k]];
      waiting[count++] = face->twins[following[k]];
    } else if (!face->seen) {
      h->rim[h->rim_count++] = edge;
    }
    if (count == 0) return;
    edge = waiting[--count];
  }
}

/* Where an edge of the hole begins and ends, seen from the hole: the face beyond has it the other way
 * round. */
static uint16_t rim_from(carom__polytope *p, uint16_t edge) {
  return face_of(p, edge)->vertices[following[edge & 3]];
}
static uint16_t rim_to(carom__polytope *p, uint16_t edge) { return face_of(p, edge)->vertices[edge & 3]; }

/* Tells whether the edges around the hole are one closed loop that meets no vertex twice. */
static bool is_simple(carom__polytope *p, const hole *h) {
  uint64_t met[CAROM__EPA_VERTICES / 64] = {0};
  if (h->rim_count < 3) return false;
  uint16_t at = rim_to(p, h->rim[h->rim_count - 1]);
  for (int i = 0; i < h->rim_count; i++) {
    uint64_t bit = (uint64_t)1 << at % 64;
    if (rim_from(p, h->rim[i]) != at || met[at / 64] & bit) return false;
    met[at / 64] |= bit;
    at = rim_to(p, h->rim[i]);
  }
  return true;
}

/* The slots for the fan: those of the faces seen, then vacant ones, then new ones. */
static uint16_t take_slot(carom__polytope *p, const hole *h, int i) {
  if (i < h->seen_count) return h->seen[i];
  return p->vacant_count > 0 ? p->vacant[--p->vacant_count] : (uint16_t)p->face_count++;
}

static void leave_rest(carom__polytope *p, const hole *h) {
  for (int i = h->rim_count; i < h->seen_count; i++) {
    p->keys[h->seen[i]] = p->faces[h->seen[i]].offset = HUGE_VAL;
    p->vacant[p->vacant_count++] = h->seen[i];
  }
}

/* A triangle from an edge of the hole to the newest vertex. */
static void set_fan_face(carom__polytope *p, uint16_t slot, uint16_t beyond) {
  carom__polytope_face *face = &p->faces[slot];
  face->vertices[0] = rim_from(p, beyond);
  face->vertices[1] = rim_to(p, beyond);
  face->vertices[2] = (uint16_t)(p->vertex_count - 1);
  face->seen = false;
  face->twins[0] = beyond;
  face_of(p, beyond)->twins[beyond & 3] = edge_name(slot, 0);
  set_plane(p, slot);
}

static void join(carom__polytope *p, uint16_t face, uint16_t next) {
  p->faces[face].twins[1] = edge_name(next, 2);
  p->faces[next].twins[2] = edge_name(face, 1);
}

/* Closes the hole by a fan around the newest vertex. */
static void add_fan(carom__polytope *p, const hole *h) {
  uint16_t first = take_slot(p, h, 0), last = first;
  set_fan_face(p, first, h->rim[0]);
  for (int i = 1; i < h->rim_count; i++) {
    uint16_t slot = take_slot(p, h, i);
    set_fan_face(p, slot, h->rim[i]);
    join(p, last, slot);
    last = slot;
  }
  join(p, last, first);
  leave_rest(p, h);
}

bool carom__polytope_grow(carom__polytope *p, int face, const carom__vertex *vertex) {
  hole h;
  if (has_vertex(p, vertex->w)) return false;
  flood(p, face, vertex->w, &h);
  for (int i = 0; i < h.seen_count; i++) p->faces[h.seen[i]].seen = false;
  if (!is_simple(p, &h)) return false;
  p->vertices[p->vertex_count++] = *vertex;
  add_fan(p, &h);
  return true;
}

static void take_corners(const carom__polytope *p, int face, carom__simplex *out) {
  for (int k = 0; k < 3; k++) out->vertices[k] = p->vertices[p->faces[face].vertices[k]];
  out->count = 3;
}

/* The point of a face's plane nearest to the origin, by the weights of the face's vertices. */
typedef struct foot {
  int face; /* -1 for none */
  double weights[3];
} foot;

/* False when it lies outside of the face. */
static bool find_foot(const carom__polytope *p, int slot, foot *out) {
  const carom__polytope_face *face = &p->faces[slot];
  carom__dvec3 u = corner(p, face->vertices[0]), v = corner(p, face->vertices[1]),
               w = corner(p, face->vertices[2]), n = face->normal;
  double of_u = dvec3_dot(n, dvec3_cross(v, w)), of_v = dvec3_dot(n, dvec3_cross(w, u)),
         of_w = dvec3_dot(n, dvec3_cross(u, v)), sum = of_u + of_v + of_w;
  *out = (foot){slot, {of_u / sum, of_v / sum, of_w / sum}};
  return of_u >= 0 && of_v >= 0 && of_w >= 0 && sum > 0;
}

static bool is_within(const carom__polytope_face *face, double limit) {
  return face->offset * fabs(face->offset) <= limit * fabs(limit) * face->square;
}

/* Of the feet inside the faces no farther than `limit`, the one nearest to the target. */
static foot find_best_foot(const carom__polytope *p, double limit, carom__dvec3 target) {
  foot best = {-1, {0, 0, 0}}, candidate;
  double least = HUGE_VAL;
  for (int i = 0; i < p->face_count; i++) {
    if (!is_within(&p->faces[i], limit)) continue;
    carom__polytope_plane plane = polytope_plane(p, i);
    carom__dvec3 off = dvec3_sub(dvec3_scale(plane.normal, plane.distance), target);
    double square = dvec3_dot(off, off);
    if (!(square < least) || !find_foot(p, i, &candidate)) continue;
    least = square;
    best = candidate;
  }
  return best;
}

/* The same of all their points, for faces whose feet lie outside by rounding. */
static bool find_nearest(const carom__polytope *p, double limit, carom__dvec3 target, carom__simplex *out) {
  double least = HUGE_VAL;
  for (int i = 0; i < p->face_count; i++) {
    if (!is_within(&p->faces[i], limit)) continue;
    carom__simplex candidate;
    take_corners(p, i, &candidate);
    carom__simplex_reduce(&candidate);
    double distance = dvec3_length(dvec3_sub(carom__simplex_point(&candidate), target));
    if (distance < least) *out = candidate;
    least = distance < least ? distance : least;
  }
  return least < HUGE_VAL;
}

bool carom__polytope_witness(const carom__polytope *p, double limit, carom__dvec3 target,
                             carom__simplex *out) {
  foot found = find_best_foot(p, limit, target);
  if (found.face < 0) return find_nearest(p, limit, target, out);
  take_corners(p, found.face, out);
  for (int k = 0; k < 3; k++) out->weights[k] = found.weights[k];
  return true;
}
