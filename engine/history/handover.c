/* handover.c: stubs for now. */
#include "carom/handover.h"
carom_status carom_body_write(const carom_world *world, carom_body body, const carom_handover *handover,
                              void *buffer, size_t capacity, size_t *size) {
  (void)world, (void)body, (void)handover, (void)buffer, (void)capacity, (void)size;
  return CAROM_LIMIT;
}
carom_status carom_body_read(carom_world *world, const carom_handover *handover, const void *bytes,
                             size_t size, carom_body *out) {
  (void)world, (void)handover, (void)bytes, (void)size, (void)out;
  return CAROM_LIMIT;
}
carom_status carom_contact_write(const carom_world *world, carom_collider_pair colliders,
                                 const carom_handover *handover, void *buffer, size_t capacity,
                                 size_t *size) {
  (void)world, (void)colliders, (void)handover, (void)buffer, (void)capacity, (void)size;
  return CAROM_LIMIT;
}
carom_status carom_contacts_adopt(carom_world *world, const carom_handover *handover,
                                  const carom_contact_bytes *contacts, size_t count) {
  (void)world, (void)handover, (void)contacts, (void)count;
  return CAROM_LIMIT;
}
carom_status carom_contacts_forget(carom_world *world, const carom_collider_pair *pairs, size_t count) {
  (void)world, (void)pairs, (void)count;
  return CAROM_LIMIT;
}
