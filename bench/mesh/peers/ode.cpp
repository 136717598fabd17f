/* ode.cpp: ODE, double precision, with OPCODE, its field, and a space as a compound. It has no hulls against
 * meshes worth asking and no distances.
 */
#include <ode/ode.h>

#include <cmath>
#include <vector>

#include "mesh/engine.h"

namespace {

struct state {
  dGeomID ground = nullptr, moving = nullptr, shape = nullptr, ray = nullptr;
  bool along_y = false; /* ODE's capsules lie along z, carom's along y */
  carom_vec3 way_from, way_to;
  std::vector<dContactGeom> contacts{4096};
};

void ignore(int, const char *, va_list) {}

dTriMeshDataID data_of(const mesh_input *input) {
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, input->vertices, 12, int(input->vertex_count), input->triangles,
                              int(input->triangle_count * 3), 12);
  return data;
}

/* Its middle is in the middle of its sides. */
dGeomID field_of(const meeting_ground *from) {
  const int side = int(from->cells) + 1;
  dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildSingle(data, from->heights, 0, from->cells, from->cells, side, side, 1, 0, 1, 0);
  dGeomHeightfieldDataSetBounds(data, from->low, from->high);
  dGeomID field = dCreateHeightfield(nullptr, data, 1);
  dGeomSetPosition(field, from->cells / 2.0, 0, from->cells / 2.0);
  return field;
}

dGeomID geom_of(const carom_shape &shape) {
  const carom_capsule &c = shape.geometry.capsule;
  const carom_vec3 &half = shape.geometry.box.half;
  switch (shape.kind) {
  case CAROM_SPHERE:
    return dCreateSphere(nullptr, shape.geometry.sphere.radius);
  case CAROM_BOX:
    return dCreateBox(nullptr, 2 * half.x, 2 * half.y, 2 * half.z);
  case CAROM_CAPSULE:
    return dCreateCapsule(nullptr, c.radius, c.b.y - c.a.y);
  case CAROM_CYLINDER:
    return dCreateCylinder(nullptr, shape.geometry.cylinder.radius, 2 * shape.geometry.cylinder.half_height);
  default:
    return nullptr;
  }
}

void place(dGeomID geom, const carom_pose *pose, bool along_y) {
  const carom_pos &p = pose->position;
  const carom_quat &q = pose->rotation;
  dQuaternion turn = {q.w, q.x, q.y, q.z}, z_to_y = {M_SQRT1_2, -M_SQRT1_2, 0, 0}, product;
  dQMultiply0(product, turn, z_to_y);
  dGeomSetPosition(geom, p.x, p.y, p.z);
  dGeomSetQuaternion(geom, along_y ? product : turn);
}

/* A space of geoms. */
dGeomID space_of(const meeting_ground *from, dTriMeshDataID mesh) {
  dSpaceID space = dHashSpaceCreate(nullptr);
  for (size_t i = 0; i < from->child_count; i++) {
    const meeting_child &child = from->children[i];
    dGeomID geom = child.shape.kind == CAROM_MESH ? dCreateTriMesh(nullptr, mesh, nullptr, nullptr, nullptr)
                                                  : geom_of(child.shape);
    place(geom, &child.pose, false);
    dSpaceAdd(space, geom);
  }
  dSpaceClean(space);
  return reinterpret_cast<dGeomID>(space);
}

void *create(const meeting_ground *from) {
  static const int done = dInitODE2(0);
  (void)done;
  dSetMessageHandler(ignore);
  state *s = new state;
  dTriMeshDataID data = from->mesh ? data_of(from->mesh) : nullptr;
  if (from->mesh) s->moving = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
  s->ground = from->heights    ? field_of(from)
              : from->children ? space_of(from, data)
                               : dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
  s->ray = dCreateRay(nullptr, 1);
  dGeomRaySetClosestHit(s->ray, 1);
  return s;
}

bool take(void *context, const carom_shape *shape) {
  state &s = *static_cast<state *>(context);
  s.shape = shape ? geom_of(*shape) : s.moving;
  s.along_y = shape && (shape->kind == CAROM_CAPSULE || shape->kind == CAROM_CYLINDER);
  if (shape && shape->kind == CAROM_CAPSULE)
    s.way_from = shape->geometry.capsule.a, s.way_to = shape->geometry.capsule.b;
  return s.shape;
}

size_t ask(void *context, const carom_pose *pose, int flags) {
  state &s = *static_cast<state *>(context);
  place(s.shape, pose, s.along_y);
  return size_t(dCollide(s.shape, s.ground, flags, s.contacts.data(), sizeof(dContactGeom)));
}

size_t overlap(void *context, const carom_pose *pose) { return ask(context, pose, 1 | CONTACTS_UNIMPORTANT); }
size_t contacts(void *context, const carom_pose *pose) { return ask(context, pose, 4096); }

/* The ways of rays lie along y. */
size_t cast(void *context, const carom_pose *pose) {
  state &s = *static_cast<state *>(context);
  const carom_pos &p = pose->position;
  const carom_quat &q = pose->rotation;
  const double y[3] = {2.0 * (q.x * q.y - q.w * q.z), 1 - 2.0 * (q.x * q.x + q.z * q.z),
                       2.0 * (q.y * q.z + q.w * q.x)};
  const double from = s.way_from.y, length = s.way_to.y - s.way_from.y;
  dGeomRaySetLength(s.ray, length);
  dGeomRaySet(s.ray, p.x + from * y[0], p.y + from * y[1], p.z + from * y[2], y[0], y[1], y[2]);
  return size_t(dCollide(s.ray, s.ground, 1, s.contacts.data(), sizeof(dContactGeom)));
}

} // namespace

extern "C" const meeting_engine meeting_ode = {
    "ode", create, take, {overlap, nullptr, contacts, nullptr, cast, nullptr}};
