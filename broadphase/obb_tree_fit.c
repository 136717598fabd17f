/* obb_tree_fit.c: the smallest, by surface area, of three boxes around a node's items: along the coordinate
 * axes (levels), along the axes of the largest child (parts that were modelled in one frame), and along the
 * principal axes of the children's vertices (Gottschalk, Lin and Manocha, 1996). The axes are guesses; the
 * extents along them are those of the items themselves. */
#include "obb_tree_fit.h"

#include "eigen.h"
#include "obb_inverse.h"

/* The items that a box is fitted to. */
typedef struct item_range {
  const carom_obb *boxes;
  const carom__keyed *order;
  uint32_t count;
} item_range;

typedef struct extent {
  carom__dvec3 low, high;
} extent;

/* How far a box extends along each axis of a basis, measured from a point near it. */
static extent box_extent(const carom_obb *box, const carom__basis *basis, carom__dvec3 from) {
  carom__dvec3 at = basis_coordinates(basis, dvec3_sub(dvec3_widen(box->center), from));
  carom__dvec3 half = dvec3_widen(box->half), radius = {0, 0, 0};
  radius = dvec3_mad(radius, dvec3_abs(basis_coordinates(basis, dvec3_widen(box->axes.x))), half.x);
  radius = dvec3_mad(radius, dvec3_abs(basis_coordinates(basis, dvec3_widen(box->axes.y))), half.y);
  radius = dvec3_mad(radius, dvec3_abs(basis_coordinates(basis, dvec3_widen(box->axes.z))), half.z);
  return (extent){dvec3_sub(at, radius), dvec3_add(at, radius)};
}

static extent items_extent(const item_range *items, const carom__basis *basis, carom__dvec3 from) {
  extent all = box_extent(&items->boxes[items->order[0].value], basis, from);
  for (uint32_t i = 1; i < items->count; i++) {
    extent one = box_extent(&items->boxes[items->order[i].value], basis, from);
    all = (extent){dvec3_min(all.low, one.low), dvec3_max(all.high, one.high)};
  }
  return all;
}

static carom_obb fit_along(const item_range *items, carom_mat3 axes) {
  carom__basis basis = {{dvec3_widen(axes.x), dvec3_widen(axes.y), dvec3_widen(axes.z)}};
  carom__dvec3 from = dvec3_widen(items->boxes[items->order[0].value].center);
  extent e = items_extent(items, &basis, from);
  carom__dvec3 middle = dvec3_scale(dvec3_add(e.low, e.high), 0.5);
  carom__dvec3 center = dvec3_mad(from, basis.axes[0], middle.x);
  center = dvec3_mad(center, basis.axes[1], middle.y);
  center = dvec3_mad(center, basis.axes[2], middle.z);
  carom_obb box = {dvec3_narrow(center), axes, {0, 0, 0}};
  /* Far from the origin rounding moves the centre: the half extents are measured from where it is. */
  carom__dvec3 shift = basis_coordinates(&basis, dvec3_sub(dvec3_widen(box.center), from));
  box.half = dvec3_narrow(dvec3_max(dvec3_sub(e.high, shift), dvec3_sub(shift, e.low)));
  return tree_widen(&box, CAROM__TREE_MARGIN * vec3_norm1(box.half));
}

static float area_of(const carom_obb *box) {
  carom_vec3 h = box->half;
  return h.x * h.y + h.y * h.z + h.z * h.x;
}

static const carom_obb *largest_child(const carom__tree_node *node) {
  const carom_obb *largest = &node->boxes[0];
  for (uint32_t i = 1; i < node->count; i++)
    if (area_of(&node->boxes[i]) > area_of(largest)) largest = &node->boxes[i];
  return largest;
}

static carom_mat3 axes_of_vertices(const carom__tree_node *node) {
  carom__dvec3 points[8 * CAROM__TREE_WIDTH];
  int count = 0;
  for (uint32_t i = 0; i < node->count; i++)
    for (int k = 0; k < 8; k++) points[count++] = obb_corner(&node->boxes[i], k);
  carom__basis basis = carom__principal_axes(points, count);
  return (carom_mat3){dvec3_narrow(basis.axes[0]), dvec3_narrow(basis.axes[1]), dvec3_narrow(basis.axes[2])};
}

carom_obb carom__obb_tree_fit(const carom_obb *boxes, const carom__keyed *order, uint32_t count,
                              const carom__tree_node *node) {
  item_range items = {boxes, order, count};
  carom_mat3 guesses[] = {largest_child(node)->axes, axes_of_vertices(node)};
  carom_obb best = fit_along(&items, mat3_identity());
  for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++) {
    carom_obb box = fit_along(&items, guesses[i]);
    if (area_of(&box) < area_of(&best)) best = box;
  }
  return best;
}
