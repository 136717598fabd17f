/* polytope.c: the growing polytope of EPA: remove the faces that see the new vertex, and close the hole with
 * a fan around it.
 *
 * The faces that see it are found from the one it was found for, by their neighbours, so that they are
 * connected; those whose plane it lies in count as seeing it, so that the fan has no triangle in line with
 * one of its own edges. The outline of the hole is checked before anything is changed. */
#include "polytope.h"

#define NONE UINT16_MAX

/* A directed edge of the hole, and the face beyond it. */
typedef struct rim_edge {
  uint16_t from, to, beyond;
} rim_edge;

/* What a growth is worked out in. */
typedef struct hole {
  uint16_t seen[CAROM__POLYTOPE_FACES];
  int seen_count;
  rim_edge rim[CAROM__EPA_VERTICES];
  int rim_count;
  uint16_t fan[CAROM__EPA_VERTICES]; /* a vertex: the rim edge, later the new face, that begins there */
} hole;

static carom__dvec3 corner(const carom__polytope *p, uint16_t vertex) { return p->vertices[vertex].w; }

/* Sets the plane of a face from its vertices. */
static void set_plane(const carom__polytope *p, carom__polytope_face *face) {
  carom__dvec3 a = corner(p, face->vertices[0]);
  carom__dvec3 ab = dvec3_sub(corner(p, face->vertices[1]), a),
               ac = dvec3_sub(corner(p, face->vertices[2]), a);
  carom__dvec3 normal = dvec3_cross(ab, ac);
  double length = dvec3_length(normal);
  face->sliver = !(length > 0x1p-44 * dvec3_length(ab) * dvec3_length(ac));
  face->normal = face->sliver ? dvec3(0, 0, 0) : dvec3_scale(normal, 1 / length);
  face->distance = face->sliver ? HUGE_VAL : dvec3_dot(face->normal, a);
}

void carom__polytope_start(carom__polytope *p, const carom__vertex corners[4], double size) {
  /* Face i lacks vertex i; its neighbour across an edge lacks the vertex opposite of that edge. */
  static const uint16_t loops[2][4][3] = {{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}},
                                          {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}}};
  carom__dvec3 ab = dvec3_sub(corners[1].w, corners[0].w), ac = dvec3_sub(corners[2].w, corners[0].w);
  bool behind = dvec3_dot(dvec3_cross(ab, ac), dvec3_sub(corners[3].w, corners[0].w)) < 0;
  p->vertex_count = p->face_count = 4;
  p->vacant_count = 0;
  p->slack = 0x1p-46 * size;
  for (int i = 0; i < 4; i++) p->vertices[i] = corners[i];
  for (int i = 0; i < 4; i++) {
    const uint16_t *loop = loops[behind][i];
    p->faces[i] = (carom__polytope_face){
        .vertices = {loop[0], loop[1], loop[2]}, .neighbours = {loop[2], loop[0], loop[1]}, .used = true};
    set_plane(p, &p->faces[i]);
  }
}

carom__polytope_face *carom__polytope_nearest(carom__polytope *p) {
  carom__polytope_face *best = NULL;
  double least = HUGE_VAL;
  for (int i = 0; i < p->face_count; i++) {
    carom__polytope_face *face = &p->faces[i];
    if (!face->used || face->closed || !(face->distance < least)) continue;
    best = face;
    least = face->distance;
  }
  return best;
}

static bool has_vertex(const carom__polytope *p, const carom__vertex *vertex) {
  for (int i = 0; i < p->vertex_count; i++)
    if (p->vertices[i].index_a == vertex->index_a && p->vertices[i].index_b == vertex->index_b) return true;
  return false;
}

static bool sees(const carom__polytope *p, const carom__polytope_face *face, carom__dvec3 w) {
  return face->sliver || dvec3_dot(face->normal, dvec3_sub(w, corner(p, face->vertices[0]))) > -p->slack;
}

/* Gathers the faces that see w, from `first` outward. */
static void flood(carom__polytope *p, uint16_t first, carom__dvec3 w, hole *h) {
  h->seen[0] = first;
  h->seen_count = 1;
  p->faces[first].seen = true;
  for (int i = 0; i < h->seen_count; i++) {
    for (int k = 0; k < 3; k++) {
      uint16_t next = p->faces[h->seen[i]].neighbours[k];
      if (p->faces[next].seen || !sees(p, &p->faces[next], w)) continue;
      p->faces[next].seen = true;
      h->seen[h->seen_count++] = next;
    }
  }
}

/* Adds the edges of a seen face that lead out of the hole; false when two begin at one vertex. */
static bool gather_rim(const carom__polytope *p, const carom__polytope_face *face, hole *h) {
  for (int k = 0; k < 3; k++) {
    if (p->faces[face->neighbours[k]].seen) continue;
    uint16_t from = face->vertices[k], to = face->vertices[(k + 1) % 3];
    if (h->fan[from] != NONE) return false;
    h->fan[from] = (uint16_t)h->rim_count;
    h->rim[h->rim_count++] = (rim_edge){from, to, face->neighbours[k]};
  }
  return true;
}

/* Tells whether the edges of the hole are one closed loop that meets no vertex twice. */
static bool find_rim(const carom__polytope *p, hole *h) {
  h->rim_count = 0;
  for (int i = 0; i < p->vertex_count; i++) h->fan[i] = NONE;
  for (int i = 0; i < h->seen_count; i++)
    if (!gather_rim(p, &p->faces[h->seen[i]], h)) return false;
  if (h->rim_count < 3) return false;
  int edge = 0, length = 0;
  do {
    edge = h->fan[h->rim[edge].to];
    length++;
  } while (edge != NONE && edge != 0 && length <= h->rim_count);
  return edge == 0 && length == h->rim_count;
}

static uint16_t take_slot(carom__polytope *p) {
  return p->vacant_count > 0 ? p->vacant[--p->vacant_count] : (uint16_t)p->face_count++;
}

static void remove_seen(carom__polytope *p, const hole *h) {
  for (int i = 0; i < h->seen_count; i++) {
    p->faces[h->seen[i]].used = p->faces[h->seen[i]].seen = false;
    p->vacant[p->vacant_count++] = h->seen[i];
  }
}

/* The face beyond a rim edge gets `face` for its neighbour there. */
static void join(carom__polytope *p, const rim_edge *edge, uint16_t face) {
  carom__polytope_face *beyond = &p->faces[edge->beyond];
  for (int k = 0; k < 3; k++)
    if (beyond->vertices[k] == edge->to && beyond->vertices[(k + 1) % 3] == edge->from)
      beyond->neighbours[k] = face;
}

/* Closes the hole by a fan around the newest vertex. */
static void add_fan(carom__polytope *p, hole *h) {
  uint16_t apex = (uint16_t)(p->vertex_count - 1);
  for (int i = 0; i < h->rim_count; i++) {
    const rim_edge *edge = &h->rim[i];
    uint16_t slot = h->fan[edge->from] = take_slot(p);
    p->faces[slot] = (carom__polytope_face){.vertices = {edge->from, edge->to, apex}, .used = true};
    p->faces[slot].neighbours[0] = edge->beyond;
    set_plane(p, &p->faces[slot]);
    join(p, edge, slot);
  }
  for (int i = 0; i < h->rim_count; i++) {
    uint16_t face = h->fan[h->rim[i].from], next = h->fan[h->rim[i].to];
    p->faces[face].neighbours[1] = next;
    p->faces[next].neighbours[2] = face;
  }
}

static void forget_seen(carom__polytope *p, const hole *h) {
  for (int i = 0; i < h->seen_count; i++) p->faces[h->seen[i]].seen = false;
}

bool carom__polytope_grow(carom__polytope *p, const carom__polytope_face *face, const carom__vertex *vertex) {
  hole h;
  if (has_vertex(p, vertex)) return false;
  flood(p, (uint16_t)(face - p->faces), vertex->w, &h);
  if (!find_rim(p, &h)) {
    forget_seen(p, &h);
    return false;
  }
  p->vertices[p->vertex_count++] = *vertex;
  remove_seen(p, &h);
  add_fan(p, &h);
  return true;
}

static carom__simplex nearest_on(const carom__polytope *p, const carom__polytope_face *face) {
  carom__simplex simplex = {.count = 3};
  for (int k = 0; k < 3; k++) simplex.vertices[k] = p->vertices[face->vertices[k]];
  carom__simplex_reduce(&simplex);
  return simplex;
}

carom__simplex carom__polytope_witness(const carom__polytope *p, double limit, carom__dvec3 target) {
  carom__simplex best = {.count = 0};
  double least = HUGE_VAL;
  for (int i = 0; i < p->face_count; i++) {
    if (!p->faces[i].used || p->faces[i].distance > limit) continue;
    carom__simplex candidate = nearest_on(p, &p->faces[i]);
    double distance = dvec3_length(dvec3_sub(carom__simplex_point(&candidate), target));
    if (distance < least) best = candidate;
    least = distance < least ? distance : least;
  }
  return best;
}
