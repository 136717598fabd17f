/* ode.cpp: ODE, double precision, with OPCODE. It has no hulls against meshes worth asking and no distances.
 */
#include <ode/ode.h>

#include <cmath>
#include <vector>

#include "mesh/engine.h"

namespace {

struct state {
  dGeomID mesh, moving, shape = nullptr;
  bool along_y = false; /* ODE's capsules lie along z, carom's along y */
  std::vector<dContactGeom> contacts{4096};
};

void ignore(int, const char *, va_list) {}

void *create(const mesh_input *input, const carom_mesh *) {
  static const int done = dInitODE2(0);
  (void)done;
  dSetMessageHandler(ignore);
  state *s = new state;
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, input->vertices, 12, int(input->vertex_count), input->triangles,
                              int(input->triangle_count * 3), 12);
  s->mesh = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
  s->moving = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
  return s;
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
  default:
    return nullptr;
  }
}

bool take(void *context, const carom_shape *shape) {
  state &s = *static_cast<state *>(context);
  s.shape = shape ? geom_of(*shape) : s.moving;
  s.along_y = shape && shape->kind == CAROM_CAPSULE;
  return s.shape;
}

size_t ask(void *context, const carom_pose *pose, int flags) {
  state &s = *static_cast<state *>(context);
  const carom_pos &p = pose->position;
  const carom_quat &q = pose->rotation;
  dQuaternion turn = {q.w, q.x, q.y, q.z}, z_to_y = {M_SQRT1_2, -M_SQRT1_2, 0, 0}, product;
  dQMultiply0(product, turn, z_to_y);
  dGeomSetPosition(s.shape, p.x, p.y, p.z);
  dGeomSetQuaternion(s.shape, s.along_y ? product : turn);
  return size_t(dCollide(s.shape, s.mesh, flags, s.contacts.data(), sizeof(dContactGeom)));
}

size_t overlap(void *context, const carom_pose *pose) { return ask(context, pose, 1 | CONTACTS_UNIMPORTANT); }
size_t contacts(void *context, const carom_pose *pose) { return ask(context, pose, 4096); }

} // namespace

extern "C" const meeting_engine meeting_ode = {"ode", create, take, {overlap, nullptr, contacts, nullptr}};
