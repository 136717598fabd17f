/* fcl.cpp: FCL, double precision, with its trees of boxes and swept spheres, and a manager of objects as a
 * compound. */
#include <fcl/fcl.h>

#include <memory>

#include "mesh/engine.h"

namespace {

typedef fcl::BVHModel<fcl::OBBRSSd> model;
typedef std::shared_ptr<fcl::CollisionGeometryd> geometry;

struct state {
  std::shared_ptr<model> mesh = std::make_shared<model>();
  geometry shape;
  std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> children; /* of a compound */
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
};

fcl::Vector3d vector_of(const carom_vec3 &v) { return fcl::Vector3d(v.x, v.y, v.z); }

void make_mesh(state *s, const mesh_input *input) {
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (uint32_t i = 0; i < input->vertex_count; i++) vertices.push_back(vector_of(input->vertices[i]));
  for (uint32_t i = 0; i < input->triangle_count; i++) {
    const uint32_t *t = input->triangles[i];
    triangles.push_back(fcl::Triangle(t[0], t[1], t[2]));
  }
  s->mesh->beginModel(int(triangles.size()), int(vertices.size()));
  s->mesh->addSubModel(vertices, triangles);
  s->mesh->endModel();
}

/* Faces follow each other, each as the number of its corners and these. */
geometry hull_of(const carom_hull *hull) {
  carom_hull_view view;
  carom_hull_describe(hull, &view);
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  auto faces = std::make_shared<std::vector<int>>();
  for (uint32_t i = 0; i < view.vertex_count; i++) vertices->push_back(vector_of(view.vertices[i]));
  for (uint32_t i = 0; i < view.face_count; i++) {
    faces->push_back(int(view.face_starts[i + 1] - view.face_starts[i]));
    for (uint32_t k = view.face_starts[i]; k < view.face_starts[i + 1]; k++)
      faces->push_back(int(view.loops[k]));
  }
  return std::make_shared<fcl::Convexd>(vertices, int(view.face_count), faces);
}

geometry geometry_of(const carom_shape &shape) {
  const carom_capsule &c = shape.geometry.capsule;
  const carom_vec3 &half = shape.geometry.box.half;
  switch (shape.kind) {
  case CAROM_SPHERE:
    return std::make_shared<fcl::Sphered>(shape.geometry.sphere.radius);
  case CAROM_BOX:
    return std::make_shared<fcl::Boxd>(2 * half.x, 2 * half.y, 2 * half.z);
  case CAROM_CAPSULE: /* along z instead of y, which the random turns make equal on average */
    return std::make_shared<fcl::Capsuled>(c.radius, c.b.y - c.a.y);
  case CAROM_CYLINDER:
    return std::make_shared<fcl::Cylinderd>(shape.geometry.cylinder.radius,
                                            2 * shape.geometry.cylinder.half_height);
  default:
    return hull_of(shape.geometry.hull.asset);
  }
}

fcl::Transform3d transform_of(const carom_pose *pose) {
  const carom_pos &p = pose->position;
  const carom_quat &q = pose->rotation;
  fcl::Transform3d out = fcl::Transform3d::Identity();
  out.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
  out.translation() = fcl::Vector3d(p.x, p.y, p.z);
  return out;
}

void make_compound(state *s, const meeting_ground *from) {
  s->children.reset(new fcl::DynamicAABBTreeCollisionManagerd);
  for (size_t i = 0; i < from->child_count; i++) {
    const meeting_child &child = from->children[i];
    geometry of = child.shape.kind == CAROM_MESH ? geometry(s->mesh) : geometry_of(child.shape);
    s->objects.emplace_back(new fcl::CollisionObjectd(of, transform_of(&child.pose)));
    s->children->registerObject(s->objects.back().get());
  }
  s->children->setup();
}

/* It has no fields. */
void *create(const meeting_ground *from) {
  if (from->heights) return nullptr;
  state *s = new state;
  if (from->mesh) make_mesh(s, from->mesh);
  if (from->children) make_compound(s, from);
  return s;
}

bool take(void *context, const carom_shape *shape) {
  state &s = *static_cast<state *>(context);
  s.shape = shape ? geometry_of(*shape) : s.mesh;
  return true;
}

/* What is collected of a compound. */
struct collecting {
  fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
};

bool collect(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *data) {
  collecting &c = *static_cast<collecting *>(data);
  fcl::collide(a, b, c.request, c.result);
  return c.result.numContacts() >= c.request.num_max_contacts;
}

size_t collide(void *context, const carom_pose *pose, size_t most, bool points) {
  state &s = *static_cast<state *>(context);
  collecting c{fcl::CollisionRequestd(most, points), {}};
  if (s.children) {
    fcl::CollisionObjectd other(s.shape, transform_of(pose));
    s.children->collide(&other, &c, collect);
  } else {
    fcl::collide(s.shape.get(), transform_of(pose), s.mesh.get(), fcl::Transform3d::Identity(), c.request,
                 c.result);
  }
  return c.result.numContacts();
}

size_t overlap(void *context, const carom_pose *pose) { return collide(context, pose, 1, false); }
size_t contacts(void *context, const carom_pose *pose) { return collide(context, pose, 10000000, true); }

struct nearest {
  fcl::DistanceRequestd request{true};
  fcl::DistanceResultd result;
};

bool approach(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *data, double &least) {
  nearest &n = *static_cast<nearest *>(data);
  fcl::distance(a, b, n.request, n.result);
  least = n.result.min_distance;
  return least <= 0;
}

size_t closest(void *context, const carom_pose *pose) {
  state &s = *static_cast<state *>(context);
  nearest n;
  if (s.children) {
    fcl::CollisionObjectd other(s.shape, transform_of(pose));
    s.children->distance(&other, &n, approach);
  } else {
    fcl::distance(s.shape.get(), transform_of(pose), s.mesh.get(), fcl::Transform3d::Identity(), n.request,
                  n.result);
  }
  return n.result.min_distance > 0;
}

} // namespace

extern "C" const meeting_engine meeting_fcl = {
    "fcl", create, take, {overlap, nullptr, contacts, closest, nullptr, nullptr}};
