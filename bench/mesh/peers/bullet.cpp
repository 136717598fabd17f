/* bullet.cpp: Bullet, single precision, with its quantised tree. Two meshes need another kind of shape, which
 * keeps four points of all, and is not measured. */
#include <btBulletCollisionCommon.h>

#include <memory>

#include "mesh/engine.h"

namespace {

struct count_points : btCollisionWorld::ContactResultCallback {
  size_t count = 0;
  btScalar addSingleResult(btManifoldPoint &, const btCollisionObjectWrapper *, int, int,
                           const btCollisionObjectWrapper *, int, int) override {
    count++;
    return 0;
  }
};

struct state {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  btTriangleIndexVertexArray arrays;
  btBvhTriangleMeshShape ground;
  std::unique_ptr<btConvexShape> shape;
  btCollisionObject mesh, other;

  explicit state(const mesh_input *input);
  bool take(const carom_shape *asks);
};

state::state(const mesh_input *input)
    : arrays(int(input->triangle_count), reinterpret_cast<int *>(input->triangles), 12,
             int(input->vertex_count), &input->vertices->x, 12),
      ground(&arrays, true) {
  ground.setMargin(0);
  mesh.setCollisionShape(&ground);
}

btConvexShape *shape_of(const carom_shape &shape) {
  switch (shape.kind) {
  case CAROM_SPHERE:
    return new btSphereShape(shape.geometry.sphere.radius);
  case CAROM_CAPSULE: {
    const carom_capsule &c = shape.geometry.capsule;
    return new btCapsuleShape(c.radius, c.b.y - c.a.y);
  }
  case CAROM_BOX: {
    const carom_vec3 &half = shape.geometry.box.half;
    return new btBoxShape(btVector3(half.x, half.y, half.z));
  }
  default: {
    carom_hull_view view;
    carom_hull_describe(shape.geometry.hull.asset, &view);
    return new btConvexHullShape(&view.vertices[0].x, int(view.vertex_count), sizeof(carom_vec3));
  }
  }
}

bool state::take(const carom_shape *asks) {
  if (!asks) return false;
  shape.reset(shape_of(*asks));
  if (asks->kind != CAROM_SPHERE && asks->kind != CAROM_CAPSULE) shape->setMargin(0);
  other.setCollisionShape(shape.get());
  return true;
}

void *create(const mesh_input *input, const carom_mesh *) { return new state(input); }
bool take(void *context, const carom_shape *shape) { return static_cast<state *>(context)->take(shape); }

size_t contacts(void *context, const carom_pose *pose) {
  state &s = *static_cast<state *>(context);
  const carom_pos &p = pose->position;
  const carom_quat &q = pose->rotation;
  s.other.setWorldTransform(
      btTransform(btQuaternion(q.x, q.y, q.z, q.w), btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z))));
  count_points result;
  s.world.contactPairTest(&s.other, &s.mesh, result);
  return result.count;
}

} // namespace

extern "C" const meeting_engine meeting_bullet = {
    "bullet", create, take, {nullptr, nullptr, contacts, nullptr}};
