/* bullet.cpp: Bullet, single precision, with its quantised tree, its field, and its compound with a tree. Two
 * meshes need another kind of shape, which keeps four points of all, and is not measured. */
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

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
  std::unique_ptr<btTriangleIndexVertexArray> arrays;
  std::unique_ptr<btBvhTriangleMeshShape> mesh;
  std::unique_ptr<btCollisionShape> built; /* of a field or a compound */
  std::vector<std::unique_ptr<btConvexShape>> children;
  std::unique_ptr<btConvexShape> shape;
  btVector3 way_from, way_to;
  btCollisionObject ground, other;

  explicit state(const meeting_ground *from);
  void make_mesh(const mesh_input *input);
  void make_field(const meeting_ground *from);
  void make_compound(const meeting_ground *from);
  bool take(const carom_shape *asks);
};

btVector3 vector_of(const carom_vec3 &v) { return btVector3(v.x, v.y, v.z); }

btTransform transform_of(const carom_pose *pose) {
  const carom_pos &p = pose->position;
  const carom_quat &q = pose->rotation;
  return btTransform(btQuaternion(q.x, q.y, q.z, q.w),
                     btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z)));
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
  case CAROM_CYLINDER: {
    const carom_cylinder &c = shape.geometry.cylinder;
    return new btCylinderShape(btVector3(c.radius, c.half_height, c.radius));
  }
  default: {
    carom_hull_view view;
    carom_hull_describe(shape.geometry.hull.asset, &view);
    return new btConvexHullShape(&view.vertices[0].x, int(view.vertex_count), sizeof(carom_vec3));
  }
  }
}

void state::make_mesh(const mesh_input *input) {
  arrays.reset(new btTriangleIndexVertexArray(int(input->triangle_count),
                                              reinterpret_cast<int *>(input->triangles), 12,
                                              int(input->vertex_count), &input->vertices->x, 12));
  mesh.reset(new btBvhTriangleMeshShape(arrays.get(), true));
  mesh->setMargin(0);
}

/* Its middle is where the middle of its bounds is. */
void state::make_field(const meeting_ground *from) {
  const int side = int(from->cells) + 1;
  built.reset(new btHeightfieldTerrainShape(side, side, const_cast<float *>(from->heights), 1, from->low,
                                            from->high, 1, PHY_FLOAT, false));
  built->setMargin(0);
  const float half = float(from->cells) / 2;
  ground.setWorldTransform(
      btTransform(btQuaternion::getIdentity(), btVector3(half, (from->low + from->high) / 2, half)));
}

void state::make_compound(const meeting_ground *from) {
  auto *compound = new btCompoundShape(true, int(from->child_count));
  for (size_t i = 0; i < from->child_count; i++) {
    const meeting_child &child = from->children[i];
    btCollisionShape *of = mesh.get();
    if (child.shape.kind != CAROM_MESH) {
      children.emplace_back(shape_of(child.shape));
      children.back()->setMargin(0);
      of = children.back().get();
    }
    compound->addChildShape(transform_of(&child.pose), of);
  }
  built.reset(compound);
}

state::state(const meeting_ground *from) {
  if (from->mesh) make_mesh(from->mesh);
  if (from->heights) make_field(from);
  if (from->children) make_compound(from);
  ground.setCollisionShape(built ? built.get() : mesh.get());
}

bool state::take(const carom_shape *asks) {
  if (!asks) return false;
  shape.reset(shape_of(*asks));
  if (asks->kind != CAROM_SPHERE && asks->kind != CAROM_CAPSULE) shape->setMargin(0);
  other.setCollisionShape(shape.get());
  way_from = vector_of(asks->geometry.capsule.a);
  way_to = vector_of(asks->geometry.capsule.b);
  return true;
}

void *create(const meeting_ground *from) { return new state(from); }
bool take(void *context, const carom_shape *shape) { return static_cast<state *>(context)->take(shape); }

size_t contacts(void *context, const carom_pose *pose) {
  state &s = *static_cast<state *>(context);
  s.other.setWorldTransform(transform_of(pose));
  count_points result;
  s.world.contactPairTest(&s.other, &s.ground, result);
  return result.count;
}

size_t cast(void *context, const carom_pose *pose) {
  state &s = *static_cast<state *>(context);
  const btTransform at = transform_of(pose);
  const btVector3 from = at * s.way_from, to = at * s.way_to;
  btCollisionWorld::ClosestRayResultCallback result(from, to);
  btCollisionWorld::rayTestSingle(btTransform(btQuaternion::getIdentity(), from),
                                  btTransform(btQuaternion::getIdentity(), to), &s.ground,
                                  s.ground.getCollisionShape(), s.ground.getWorldTransform(), result);
  return result.hasHit();
}

struct count_triangles : btTriangleCallback {
  size_t count = 0;
  void processTriangle(btVector3 *, int, int) override { count++; }
};

size_t triangles(void *context, const carom_pose *pose) {
  state &s = *static_cast<state *>(context);
  const btVector3 at = transform_of(pose).getOrigin(), half(1, 1, 1);
  count_triangles result;
  s.mesh->processAllTriangles(&result, at - half, at + half);
  return result.count;
}

} // namespace

extern "C" const meeting_engine meeting_bullet = {
    "bullet", create, take, {nullptr, nullptr, contacts, nullptr, cast, triangles}};
