/* box2d.h: carom's shapes and poses as Box2D's. Its polygons get no skin (m_radius is 0 instead of 0.01), so
 * that it finds what carom finds. */
#ifndef CAROM_BENCH_PLANAR_BOX2D_H
#define CAROM_BENCH_PLANAR_BOX2D_H

#include <box2d/b2_distance.h>
#include <box2d/box2d.h>

#include <carom/shape.h>

#include <vector>

inline b2Vec2 box2d_vector(const carom_vec3 &v) { return b2Vec2(v.x, v.y); }

inline b2Transform box2d_transform(const carom_pose &pose) {
  const b2Vec2 at(float(pose.position.x), float(pose.position.y));
  return b2Transform(at, b2Rot(float(carom_pose_angle(&pose))));
}

inline b2PolygonShape box2d_box(const carom_vec2 &half) {
  b2PolygonShape box;
  box.SetAsBox(half.x, half.y);
  box.m_radius = 0;
  return box;
}

inline b2PolygonShape box2d_polygon(const carom_shape &shape) {
  if (shape.kind == CAROM_RECTANGLE) return box2d_box(shape.geometry.rectangle.half);
  carom_polygon_view view = {};
  carom_polygon_describe(shape.geometry.polygon.asset, &view);
  std::vector<b2Vec2> points;
  for (uint32_t i = 0; i < view.vertex_count; i++)
    points.push_back(b2Vec2(view.vertices[i].x, view.vertices[i].y));
  b2PolygonShape polygon;
  polygon.Set(points.data(), int32(points.size()));
  polygon.m_radius = 0;
  return polygon;
}

/* It has polygons of up to so many vertices. */
inline bool box2d_has(const carom_shape &shape) {
  carom_polygon_view view = {};
  if (shape.kind == CAROM_POLYGON) carom_polygon_describe(shape.geometry.polygon.asset, &view);
  return view.vertex_count <= b2_maxPolygonVertices;
}

#endif
