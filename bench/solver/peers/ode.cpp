/* ode.cpp: ODE, double precision: its geoms as food, and its quick step as a solver. */
#include <ode/ode.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "solver/food.h"

namespace {

enum { POINTS = 8 };      /* of a pair */
const double NEAR = 0.02; /* a point that has moved by less is the same */

struct old_point {
  carom_pos position;
  uint32_t name;
  uint64_t value;
};

struct state {
  const scene *from;
  dSpaceID space = dHashSpaceCreate(nullptr);
  std::vector<dGeomID> geoms;
  std::vector<carom_vec3> offsets; /* of the geom in the frame of the body */
  std::vector<carom_quat> turns;
  std::vector<std::vector<double>> numbers;
  std::vector<std::vector<unsigned>> indices;
  std::vector<float> heights;
  std::vector<food_contact> contacts;
  std::vector<carom_contact_point> points;
  std::vector<uint64_t> values;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<old_point>> old;
  uint32_t names = 0;
};

void ignore(int, const char *, va_list) {}

void start() {
  static const int done = dInitODE2(0);
  (void)done;
  dSetMessageHandler(ignore);
}

/* Around the middle of the hull, which ODE wants inside. */
dGeomID hull_of(state &s, const carom_hull *asset, carom_vec3 &offset) {
  carom_hull_view hull;
  carom_hull_describe(asset, &hull);
  offset = hull.centroid;
  s.numbers.emplace_back(), s.numbers.emplace_back(), s.indices.emplace_back();
  std::vector<double> &planes = s.numbers[s.numbers.size() - 2], &points = s.numbers.back();
  std::vector<unsigned> &faces = s.indices.back();
  for (uint32_t i = 0; i < hull.vertex_count; i++) {
    carom_vec3 v = sub(hull.vertices[i], offset);
    points.insert(points.end(), {v.x, v.y, v.z});
  }
  for (uint32_t i = 0; i < hull.face_count; i++) {
    const carom_plane &p = hull.planes[i];
    planes.insert(planes.end(), {p.normal.x, p.normal.y, p.normal.z, p.offset - dot(p.normal, offset)});
    faces.push_back(hull.face_starts[i + 1] - hull.face_starts[i]);
    faces.insert(faces.end(), hull.loops + hull.face_starts[i], hull.loops + hull.face_starts[i + 1]);
  }
  return dCreateConvex(s.space, planes.data(), hull.face_count, points.data(), hull.vertex_count,
                       faces.data());
}

dGeomID field_of(state &s, const carom_field *field, carom_vec3 &offset) {
  carom_field_view view;
  carom_field_describe(field, &view);
  for (uint32_t j = 0; j <= view.rows; j++)
    for (uint32_t i = 0; i <= view.columns; i++) {
      carom_field_ground ground;
      carom_field_get_ground(field, float(i), float(j), &ground);
      s.heights.push_back(ground.height);
    }
  dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildSingle(data, s.heights.data(), 0, view.columns, view.rows, int(view.columns) + 1,
                                  int(view.rows) + 1, 1, 0, 1, 0);
  dGeomHeightfieldDataSetBounds(data, view.bounds.min.y, view.bounds.max.y);
  offset = {view.columns / 2.0f, 0, view.rows / 2.0f};
  return dCreateHeightfield(s.space, data, 1);
}

/* ODE's cylinders and capsules lie along z. */
const carom_quat Y_TO_Z = {-0.70710678f, 0, 0, 0.70710678f}, X_TO_Z = {0, 0.70710678f, 0, 0.70710678f};

dGeomID geom_of(state &s, const carom_shape &shape, carom_vec3 &offset, carom_quat &turn) {
  const carom_capsule &c = shape.geometry.capsule;
  const carom_vec3 &half = shape.geometry.box.half;
  switch (shape.kind) {
  case CAROM_SPHERE:
    return dCreateSphere(s.space, shape.geometry.sphere.radius);
  case CAROM_BOX:
    return dCreateBox(s.space, 2 * half.x, 2 * half.y, 2 * half.z);
  case CAROM_CYLINDER:
    turn = Y_TO_Z;
    return dCreateCylinder(s.space, shape.geometry.cylinder.radius, 2 * shape.geometry.cylinder.half_height);
  case CAROM_CAPSULE:
    turn = c.b.x > 0 ? X_TO_Z : Y_TO_Z;
    return dCreateCapsule(s.space, c.radius, 2 * (c.b.x + c.b.y));
  case CAROM_HULL:
    return hull_of(s, shape.geometry.hull.asset, offset);
  default:
    return field_of(s, shape.geometry.field.asset, offset);
  }
}

void place(void *context, size_t body, const carom_pose *pose) {
  state &s = *static_cast<state *>(context);
  const carom_quat &q = pose->rotation, &t = s.turns[body];
  const carom_mat3 axes = axes_of(q);
  const carom_pos p = moved(pose->position, transform(&axes, s.offsets[body]));
  dQuaternion turn = {q.w, q.x, q.y, q.z}, own = {t.w, t.x, t.y, t.z}, product;
  dQMultiply0(product, turn, own);
  dNormalize4(product);
  dGeomSetPosition(s.geoms[body], p.x, p.y, p.z);
  dGeomSetQuaternion(s.geoms[body], product);
}

void *create(const scene *from, bool) {
  start();
  state *s = new state;
  s->from = from;
  dHashSpaceSetLevels(s->space, -3, 7);
  s->numbers.reserve(2 * from->body_count), s->indices.reserve(from->body_count);
  for (size_t i = 0; i < from->body_count; i++) {
    carom_vec3 offset = {0, 0, 0};
    carom_quat turn = {0, 0, 0, 1};
    s->geoms.push_back(geom_of(*s, from->bodies[i].shape, offset, turn));
    dGeomSetData(s->geoms.back(), reinterpret_cast<void *>(i));
    s->offsets.push_back(offset), s->turns.push_back(turn);
    place(s, i, &from->bodies[i].pose);
  }
  return s;
}

/* ODE names no points: the nearest one of the last step gives its name and its value. */
void add_point(state &s, const std::vector<old_point> *old, const dContactGeom &g) {
  carom_pos at = {g.pos[0], g.pos[1], g.pos[2]};
  const old_point *nearest = nullptr;
  double least = NEAR * NEAR;
  for (size_t i = 0; old && i < old->size(); i++) {
    const carom_pos &p = (*old)[i].position;
    double x = p.x - at.x, y = p.y - at.y, z = p.z - at.z, square = x * x + y * y + z * z;
    if (square < least) least = square, nearest = &(*old)[i];
  }
  s.points.push_back({at, float(-g.depth), nearest ? nearest->name : ++s.names});
  s.values.push_back(nearest ? nearest->value : 0);
}

/* ODE's normals point from b to a. Points of one pair whose normals differ make several contacts. */
void near_pair(void *context, dGeomID one, dGeomID other) {
  state &s = *static_cast<state *>(context);
  uint32_t a = uint32_t(reinterpret_cast<size_t>(dGeomGetData(one)));
  uint32_t b = uint32_t(reinterpret_cast<size_t>(dGeomGetData(other)));
  if (a > b) std::swap(a, b), std::swap(one, other);
  const scene_body &p = s.from->bodies[a], &q = s.from->bodies[b];
  if ((p.density == 0 && q.density == 0) || (p.group < 0 && p.group == q.group)) return;
  dContactGeom found[POINTS];
  int count = dCollide(one, other, POINTS, found, sizeof *found);
  if (!count) return;
  auto entry = s.old.find({a, b});
  for (int i = 0; i < count; i++) {
    const dReal *n = found[i].normal;
    carom_vec3 normal = {float(-n[0]), float(-n[1]), float(-n[2])};
    if (i == 0 || dot(normal, s.contacts.back().normal) < 0.9999f)
      s.contacts.push_back({a, b, normal, nullptr, 0, nullptr});
    s.contacts.back().count++;
    add_point(s, entry == s.old.end() ? nullptr : &entry->second, found[i]);
  }
}

const food_contact *collide(void *context, size_t *count) {
  state &s = *static_cast<state *>(context);
  size_t first = 0;
  s.old.clear();
  for (const food_contact &c : s.contacts)
    for (uint32_t i = 0; i < c.count; i++)
      s.old[{c.a, c.b}].push_back({c.points[i].position, c.points[i].feature, c.values[i]});
  s.contacts.clear(), s.points.clear(), s.values.clear();
  dSpaceCollide(s.space, &s, near_pair);
  for (food_contact &c : s.contacts) {
    c.points = &s.points[first], c.values = &s.values[first];
    first += c.count;
  }
  *count = s.contacts.size();
  return s.contacts.data();
}

/* --- The solver --- */

struct mover {
  const scene *from;
  dWorldID world = dWorldCreate();
  dJointGroupID group = dJointGroupCreate(0);
  std::vector<dBodyID> bodies;
  std::vector<carom_vec3> offsets;
};

void add_body(mover &m, const scene_body &from) {
  carom_mass mass = {};
  m.bodies.push_back(nullptr), m.offsets.push_back({0, 0, 0});
  if (from.density == 0 || carom_shape_get_mass(&from.shape, from.density, &mass)) return;
  const carom_quat &q = from.pose.rotation;
  const carom_mat3 axes = axes_of(q), &i = mass.inertia;
  const carom_pos p = moved(from.pose.position, transform(&axes, mass.center));
  dBodyID body = dBodyCreate(m.world);
  dMass own;
  dMassSetParameters(&own, mass.mass, 0, 0, 0, i.x.x, i.y.y, i.z.z, i.x.y, i.x.z, i.y.z);
  dQuaternion turn = {q.w, q.x, q.y, q.z};
  dNormalize4(turn);
  dBodySetMass(body, &own);
  dBodySetPosition(body, p.x, p.y, p.z);
  dBodySetQuaternion(body, turn);
  dBodySetLinearVel(body, from.velocity.x, from.velocity.y, from.velocity.z);
  m.bodies.back() = body, m.offsets.back() = mass.center;
}

/* The spring of a wheel, by the mass that it carries. */
void add_wheel(mover &m, const joint_def &j, float dt) {
  dJointID joint = dJointCreateHinge2(m.world, nullptr);
  double omega = 2 * M_PI * j.hertz, mass = 60, kp = mass * omega * omega, kd = 2 * mass * j.damping * omega;
  dVector3 up = {j.up.x, j.up.y, j.up.z}, axle = {j.axis.x, j.axis.y, j.axis.z};
  dJointAttach(joint, m.bodies[j.a], m.bodies[j.b]);
  dJointSetHinge2Anchor(joint, j.anchor.x, j.anchor.y, j.anchor.z);
  dJointSetHinge2Axes(joint, up, axle);
  dJointSetHinge2Param(joint, dParamLoStop, 0), dJointSetHinge2Param(joint, dParamHiStop, 0);
  dJointSetHinge2Param(joint, dParamSuspensionERP, dt * kp / (dt * kp + kd));
  dJointSetHinge2Param(joint, dParamSuspensionCFM, 1 / (dt * kp + kd));
  dJointSetHinge2Param(joint, dParamVel2, -j.speed);
  dJointSetHinge2Param(joint, dParamFMax2, j.torque);
}

void add_joint(mover &m, const joint_def &j) {
  if (j.kind == JOINT_WHEEL) return add_wheel(m, j, 1 / 60.0f);
  dJointID joint = dJointCreateBall(m.world, nullptr), rub = dJointCreateAMotor(m.world, nullptr);
  dJointAttach(joint, m.bodies[j.a], m.bodies[j.b]);
  dJointSetBallAnchor(joint, j.anchor.x, j.anchor.y, j.anchor.z);
  dJointAttach(rub, m.bodies[j.a], m.bodies[j.b]);
  dJointSetAMotorNumAxes(rub, 3);
  const int strengths[] = {dParamFMax1, dParamFMax2, dParamFMax3};
  for (int i = 0; i < 3; i++) {
    dJointSetAMotorAxis(rub, i, 0, i == 0, i == 1, i == 2);
    dJointSetAMotorParam(rub, strengths[i], j.torque);
  }
}

void *create_mover(const scene *from, float slop) {
  start();
  mover *m = new mover;
  m->from = from;
  dRandSetSeed(0);
  dWorldSetGravity(m->world, 0, -9.81, 0);
  dWorldSetQuickStepNumIterations(m->world, 50);
  dWorldSetERP(m->world, 0.2), dWorldSetCFM(m->world, 1e-7);
  dWorldSetContactSurfaceLayer(m->world, slop);
  dWorldSetContactMaxCorrectingVel(m->world, 3);
  dWorldSetAngularDamping(m->world, 0.5 / 60), dWorldSetAngularDampingThreshold(m->world, 0);
  for (size_t i = 0; i < from->body_count; i++) add_body(*m, from->bodies[i]);
  for (size_t i = 0; i < from->joint_count; i++) add_joint(*m, from->joints[i]);
  return m;
}

/* ODE has no contacts of what is still apart. */
void move(void *context, const food_contact *contacts, size_t count, float dt) {
  mover &m = *static_cast<mover *>(context);
  for (const food_contact *c = contacts; c < contacts + count; c++) {
    dContact contact = {};
    contact.surface.mode = dContactApprox1;
    contact.surface.mu =
        std::sqrt(double(m.from->bodies[c->a].friction) * double(m.from->bodies[c->b].friction));
    for (uint32_t i = 0; i < c->count; i++) {
      const carom_contact_point &p = c->points[i];
      if (p.separation > 0) continue;
      contact.geom.pos[0] = p.position.x, contact.geom.pos[1] = p.position.y,
      contact.geom.pos[2] = p.position.z;
      contact.geom.normal[0] = -c->normal.x, contact.geom.normal[1] = -c->normal.y;
      contact.geom.normal[2] = -c->normal.z, contact.geom.depth = -p.separation;
      dJointAttach(dJointCreateContact(m.world, m.group, &contact), m.bodies[c->a], m.bodies[c->b]);
    }
  }
  dWorldQuickStep(m.world, dt);
  dJointGroupEmpty(m.group);
}

void get_pose(void *context, size_t body, carom_pose *out) {
  mover &m = *static_cast<mover *>(context);
  const dReal *p = dBodyGetPosition(m.bodies[body]), *q = dBodyGetQuaternion(m.bodies[body]);
  *out = {{p[0], p[1], p[2]}, {float(q[1]), float(q[2]), float(q[3]), float(q[0])}};
  const carom_mat3 axes = axes_of(out->rotation);
  out->position = moved(out->position, scale(transform(&axes, m.offsets[body]), -1));
}

} // namespace

extern "C" const food food_ode = {"ode", create, place, collide};
extern "C" const motor motor_ode = {"ode", false, create_mover, move, get_pose};
