/* clip_polygon.c: cuts polygons by one plane after another. */
#include "clip_polygon.h"

/* How high the corners are over a plane; returns how many are not below it. */
static uint32_t measure_heights(const clip_polygon *polygon, const clip_plane *plane, float *heights) {
  uint32_t above = 0;
  for (uint32_t i = 0; i < polygon->count; i++) {
    heights[i] = vec3_dot(plane->inward, polygon->corners[i]) - plane->offset;
    above += heights[i] >= 0;
  }
  return above;
}

/* A name for where a plane cuts an edge, the same from both faces of the edge. */
static uint32_t name_between(uint32_t a, uint32_t b, uint32_t plane) {
  uint32_t low = a < b ? a : b, high = a < b ? b : a;
  return (low * 0x9E3779B1u ^ high * 0x85EBCA6Bu) + plane * 0xC2B2AE35u;
}

/* Writes what is above a plane, and returns the polygon that has it. (Sutherland and Hodgman, 1974.) */
static clip_polygon *cut(clip_polygon *polygon, const clip_plane *plane, uint32_t name, clip_polygon *room) {
  float heights[CAROM__CLIP_CORNERS];
  uint32_t above = measure_heights(polygon, plane, heights);
  if (above == polygon->count) return polygon;
  room->count = 0;
  for (uint32_t i = 0; i < polygon->count && above > 0; i++) {
    uint32_t j = i + 1 < polygon->count ? i + 1 : 0;
    bool from = heights[i] >= 0, to = heights[j] >= 0;
    if (from) clip_polygon_add(room, polygon->corners[i], polygon->names[i]);
    if (from == to) continue;
    float at = heights[i] / (heights[i] - heights[j]);
    clip_polygon_add(room, vec3_lerp(polygon->corners[i], polygon->corners[j], at),
                     name_between(polygon->names[i], polygon->names[j], name));
  }
  return room;
}

const clip_polygon *carom__clip_polygon_cut(clip_polygon rooms[2], const clip_plane *planes, uint32_t count) {
  clip_polygon *polygon = &rooms[0];
  for (uint32_t i = 0; i < count && polygon->count > 0; i++)
    polygon = cut(polygon, &planes[i], i + 1, polygon == &rooms[0] ? &rooms[1] : &rooms[0]);
  return polygon;
}

void carom__triangle_prism(const carom_vec3 corners[3], carom_vec3 front, clip_plane out[3]) {
  carom_vec3 middle = vec3_scale(vec3_add(vec3_add(corners[0], corners[1]), corners[2]), 1.0f / 3);
  for (int k = 0; k < 3; k++) {
    carom_vec3 edge = vec3_sub(corners[(k + 1) % 3], corners[k]);
    carom_vec3 inward = vec3_cross(front, edge);
    if (vec3_dot(inward, vec3_sub(middle, corners[k])) < 0) inward = vec3_neg(inward);
    out[k] = (clip_plane){inward, vec3_dot(inward, corners[k])};
  }
}
