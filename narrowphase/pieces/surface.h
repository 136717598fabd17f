/* surface.h: which directions are normals of a composite shape. */
#ifndef CAROM_NARROWPHASE_SURFACE_H
#define CAROM_NARROWPHASE_SURFACE_H

#include "parts.h"
#include "triangle_set.h"

/* Of its own points a part knows better where they are than of those of others: to this part of what holds.
 */
#define CAROM__SURFACE_OWN 0x1p-4f

/* A shape, and where the neighbours of one of its parts are found. */
typedef struct carom__surface {
  carom__site whole;
  /* Triangles around the part, which is number `index` of them, in its frame; NULL: a walk finds all. */
  const carom__triangle_set *set;
  uint32_t index;
  bool alone; /* no other child of a compound is near the set */
  /* The parts of a whole that has no triangles, near the other one; NULL: a walk finds them. */
  const carom__near_parts *near;
} carom__surface;

/* Is a unit direction, which leads out of a part at a point of it, a normal of the whole there? It is when no
 * other part that holds the point reaches farther along it: only then is the point a local maximum of the
 * surface along the direction, and what comes from there meets it first. Edges within a flat or a concave
 * place have no normals but those of their faces, also where edges do not meet end to end. */
bool carom__surface_has_normal(carom__site whole, const carom__part *part, carom_pos point,
                               carom_vec3 normal);

/* Do all children of a compound but the one of a part agree that a direction is a normal? */
bool carom__surface_others_agree(carom__site whole, const carom__part *part, carom_pos point,
                                 carom_vec3 normal);

/* The same as carom__surface_has_normal, by the set where it has all neighbours. */
bool carom__surface_allows(const carom__surface *surface, const carom__part *part, carom_pos point,
                           carom_vec3 normal);

/* The same of the support point of a triangle along the direction, where that is farther than the point. */
bool carom__surface_allows_at_end(const carom__surface *surface, const carom__part *part, carom_pos point,
                                  carom_vec3 normal);

/* The same of the support point of any part with corners, where that is farther than the point but for the
 * rounding of its own points. */
bool carom__surface_allows_support(const carom__surface *surface, const carom__part *part, carom_pos point,
                                   carom_vec3 normal);

/* Does a part with corners reach no farther along a direction than a point of it, but for the rounding of its
 * own points? */
bool carom__surface_ends(const carom__surface *surface, const carom__part *part, carom_pos point,
                         carom_vec3 normal);

/* Does a shape hold a point of another surface, and reach farther along a unit direction? Then what comes
 * from there meets this shape first, and the direction is no normal of both together. What is as near to the
 * shape as `near`, or as rounding may tell, is held. */
bool carom__surface_covers(carom__site whole, carom_pos point, carom_vec3 normal, float near);

/* A point of a triangle, or its support point along a unit direction where that is farther, both in its
 * frame. What is less far than `near` is rounding. */
carom_vec3 carom__triangle_support_from(const carom__triangle *triangle, carom_vec3 point, carom_vec3 along,
                                        float near);

/* Is a point in a shape, or as near to it? Of a surface without an inside, its parts hold the point. */
bool carom__surface_holds(carom__site whole, carom_pos point, float near);

/* Is a point of a face of a part inside the whole, or at a border of that? It is when another part holds it,
 * too, and reaches farther along the normal of the face. Triangles do not cover each other. */
bool carom__surface_is_covered(const carom__surface *surface, const carom__part *part, carom_pos point,
                               carom_vec3 normal);

/* Does a triangle lie between two points, with its front to the second one? */
bool carom__surface_parts(carom__site whole, carom_pos below, carom_pos above);

/* Do neighbours of a triangle, near another part, hide from a point the side of it that the point is on
 * (fold.h)? */
bool carom__surface_hides(const carom__surface *surface, const carom__part *triangle,
                          const carom__part *other, carom_pos point);

/* The point of a manifold, which is midway between the surfaces, moved onto that of side 0 or 1. */
static inline carom_pos manifold_point_on(int side, const carom_manifold *m, const carom_contact_point *p) {
  float half = 0.5f * p->separation;
  carom_vec3 way = vec3_scale(m->normal, side == 0 ? -half : half);
  return pos_add(p->position, way);
}

#endif
