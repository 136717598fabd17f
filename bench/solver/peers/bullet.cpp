/* bullet.cpp: Bullet's collision world, single precision, and its persistent manifolds. */
#include <btBulletCollisionCommon.h>

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <LinearMath/btConvexHullComputer.h>

#include <vector>

#include "solver/food.h"

namespace {

/* Hulls have Bullet's usual margin around them, by which they are made smaller first, as its authors advise.
 */
const float HULL_MARGIN = 0.04f;

struct no_group : btOverlapFilterCallback {
  const scene *from;
  bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override {
    const scene_body &p = from->bodies[static_cast<btCollisionObject *>(a->m_clientObject)->getUserIndex()];
    const scene_body &q = from->bodies[static_cast<btCollisionObject *>(b->m_clientObject)->getUserIndex()];
    return (p.density > 0 || q.density > 0) && !(p.group < 0 && p.group == q.group);
  }
};

struct state {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  no_group filter;
  std::vector<btCollisionObject *> objects;
  std::vector<btVector3> offsets; /* of the shape in the frame of the body */
  std::vector<float> heights;
  std::vector<food_contact> contacts;
  std::vector<carom_contact_point> points;
  std::vector<uint64_t> values, kept; /* in this step, and by name */
};

btVector3 vector_of(const carom_vec3 &v) { return btVector3(v.x, v.y, v.z); }

btCollisionShape *field_of(state &s, const carom_field *field, btVector3 &offset) {
  carom_field_view view;
  carom_field_describe(field, &view);
  float low = view.bounds.min.y, high = view.bounds.max.y;
  for (uint32_t j = 0; j <= view.rows; j++)
    for (uint32_t i = 0; i <= view.columns; i++) {
      carom_field_ground ground;
      carom_field_get_ground(field, float(i), float(j), &ground);
      s.heights.push_back(ground.height);
    }
  offset = btVector3(view.columns / 2.0f, (low + high) / 2, view.rows / 2.0f);
  return new btHeightfieldTerrainShape(int(view.columns) + 1, int(view.rows) + 1, s.heights.data(), 1, low,
                                       high, 1, PHY_FLOAT, false);
}

btCollisionShape *shape_of(state &s, const carom_shape &shape, btVector3 &offset) {
  const carom_capsule &c = shape.geometry.capsule;
  carom_hull_view hull;
  btConvexHullShape *points;
  btConvexHullComputer shrunk;
  switch (shape.kind) {
  case CAROM_SPHERE:
    return new btSphereShape(shape.geometry.sphere.radius);
  case CAROM_BOX:
    return new btBoxShape(vector_of(shape.geometry.box.half));
  case CAROM_CYLINDER:
    return new btCylinderShape(btVector3(shape.geometry.cylinder.radius, shape.geometry.cylinder.half_height,
                                         shape.geometry.cylinder.radius));
  case CAROM_CAPSULE:
    if (c.b.x > 0) return new btCapsuleShapeX(c.radius, 2 * c.b.x);
    return new btCapsuleShape(c.radius, 2 * c.b.y);
  case CAROM_HULL:
    carom_hull_describe(shape.geometry.hull.asset, &hull);
    points = new btConvexHullShape();
    shrunk.compute(&hull.vertices->x, sizeof *hull.vertices, int(hull.vertex_count), HULL_MARGIN, 1);
    for (int i = 0; i < shrunk.vertices.size(); i++) points->addPoint(shrunk.vertices[i]);
    points->setMargin(HULL_MARGIN);
    points->recalcLocalAabb();
    return points;
  default:
    return field_of(s, shape.geometry.field.asset, offset);
  }
}

void place(void *context, size_t body, const carom_pose *pose) {
  state &s = *static_cast<state *>(context);
  const carom_quat &q = pose->rotation;
  const carom_pos &p = pose->position;
  btTransform t(btQuaternion(q.x, q.y, q.z, q.w), btVector3(float(p.x), float(p.y), float(p.z)));
  t.setOrigin(t * s.offsets[body]);
  s.objects[body]->setWorldTransform(t);
}

void *create(const scene *from, bool) {
  state *s = new state;
  s->filter.from = from;
  s->world.getPairCache()->setOverlapFilterCallback(&s->filter);
  s->world.setForceUpdateAllAabbs(false);
  for (size_t i = 0; i < from->body_count; i++) {
    btVector3 offset(0, 0, 0);
    btCollisionObject *object = new btCollisionObject;
    object->setCollisionShape(shape_of(*s, from->bodies[i].shape, offset));
    object->setUserIndex(int(i));
    bool still = from->bodies[i].density == 0;
    object->setCollisionFlags(still ? int(btCollisionObject::CF_STATIC_OBJECT) : 0);
    object->setActivationState(still ? ISLAND_SLEEPING : DISABLE_DEACTIVATION);
    s->objects.push_back(object), s->offsets.push_back(offset);
    place(s, i, &from->bodies[i].pose);
    s->world.addCollisionObject(object);
  }
  s->kept.push_back(0);
  return s;
}

/* A new point gets the next name, and stays so named as long as Bullet keeps it. */
void add_point(state &s, btManifoldPoint &p) {
  uintptr_t number = reinterpret_cast<uintptr_t>(p.m_userPersistentData);
  if (!number) {
    number = s.kept.size();
    s.kept.push_back(0);
    p.m_userPersistentData = reinterpret_cast<void *>(number);
  }
  btVector3 middle = (p.getPositionWorldOnA() + p.getPositionWorldOnB()) * 0.5f;
  s.points.push_back({{middle.x(), middle.y(), middle.z()}, p.getDistance(), uint32_t(number)});
  s.values.push_back(s.kept[number]);
}

/* Points of a manifold whose normals differ by much make several contacts. */
void add_manifold(state &s, btPersistentManifold &m) {
  uint32_t a = uint32_t(m.getBody0()->getUserIndex()), b = uint32_t(m.getBody1()->getUserIndex());
  for (int i = 0; i < m.getNumContacts(); i++) {
    btManifoldPoint &p = m.getContactPoint(i);
    btVector3 n = -p.m_normalWorldOnB;
    food_contact *last = s.contacts.empty() ? nullptr : &s.contacts.back();
    if (i == 0 || n.dot(vector_of(last->normal)) < 0.9999f)
      s.contacts.push_back({a, b, {n.x(), n.y(), n.z()}, nullptr, 0, nullptr});
    s.contacts.back().count++;
    add_point(s, p);
  }
}

const food_contact *collide(void *context, size_t *count) {
  state &s = *static_cast<state *>(context);
  for (size_t i = 0; i < s.points.size(); i++) s.kept[s.points[i].feature] = s.values[i];
  s.contacts.clear(), s.points.clear(), s.values.clear();
  s.world.performDiscreteCollisionDetection();
  for (int i = 0; i < s.dispatcher.getNumManifolds(); i++)
    add_manifold(s, *s.dispatcher.getManifoldByIndexInternal(i));
  size_t first = 0;
  for (food_contact &c : s.contacts) {
    c.points = &s.points[first], c.values = &s.values[first];
    first += c.count;
  }
  *count = s.contacts.size();
  return s.contacts.data();
}

} // namespace

extern "C" const food food_bullet = {"bullet", create, place, collide};
