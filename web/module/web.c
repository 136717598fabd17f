/* web.c: carom as a WebAssembly module: the one file of carom, and what JavaScript cannot do from outside.
 *
 * carom calls a function of JavaScript through one of the imports below. `user` is the number that JavaScript
 * knows the function by. */
#include "carom.c"

#define EXPORT(name) __attribute__((export_name("carom_web_" #name)))
#define IMPORT(name) __attribute__((import_module("carom"), import_name(#name)))

IMPORT(accept) bool web_accept(uint32_t user, uint32_t body, uint32_t collider);
IMPORT(filter) bool web_filter(uint32_t user, const carom_contact_side *a, const carom_contact_side *b);
IMPORT(keep) bool web_keep(uint32_t user, const carom_event *event);
IMPORT(joins) bool web_joins(uint32_t user, uint32_t body);
IMPORT(write) bool web_write(uint32_t user, const void *bytes, size_t size);
IMPORT(log) void web_log(uint32_t user, carom_status status, const char *function, const char *detail);

static uint32_t number_of(void *user) { return (uint32_t)(uintptr_t)user; }

static bool call_accept(void *user, const carom_world *world, carom_body body, carom_collider collider) {
  (void)world;
  return web_accept(number_of(user), (uint32_t)body.bits, (uint32_t)collider.bits);
}

static bool call_filter(void *user, const carom_world *world, const carom_contact_side *a,
                        const carom_contact_side *b) {
  (void)world;
  return web_filter(number_of(user), a, b);
}

static bool call_keep(void *user, const carom_world *world, const carom_event *event) {
  (void)world;
  return web_keep(number_of(user), event);
}

static bool call_joins(void *user, const carom_world *world, carom_body body) {
  (void)world;
  return web_joins(number_of(user), (uint32_t)body.bits);
}

static bool call_write(void *user, const void *bytes, size_t size) {
  return web_write(number_of(user), bytes, size);
}

static void call_log(void *user, carom_status status, const char *function, const char *detail) {
  web_log(number_of(user), status, function, detail);
}

/* Their addresses, as the fields of definitions take them. */
EXPORT(accept) carom_query_fn address_of_accept(void) { return call_accept; }
EXPORT(filter) carom_filter_fn address_of_filter(void) { return call_filter; }
EXPORT(keep) carom_keep_fn address_of_keep(void) { return call_keep; }
EXPORT(joins) carom_island_joins_fn address_of_joins(void) { return call_joins; }
EXPORT(write) carom_write_fn address_of_write(void) { return call_write; }
EXPORT(log) carom_log_fn address_of_log(void) { return call_log; }

/* User pointers are numbers in JavaScript, which saves keep as they are. */
static uint64_t save_user(void *context, void *user) {
  (void)context;
  return number_of(user);
}

static void *load_user(void *context, uint64_t number) {
  (void)context;
  return (void *)(uintptr_t)number;
}

EXPORT(users) const carom_user_map *address_of_users(void) {
  static const carom_user_map users = {save_user, load_user, NULL};
  return &users;
}

/* An event with its contact, which rows of one length need. */
typedef struct event_row {
  uint32_t kind, cause;
  carom_contact contact;
} event_row;

EXPORT(copy_events) void copy_events(const carom_event *events, size_t count, event_row *out) {
  for (size_t i = 0; i < count; i++)
    out[i] = (event_row){(uint32_t)events[i].kind, (uint32_t)events[i].cause, *events[i].contact};
}

/* The contacts of a body one after the other, which carom gives as pointers. */
EXPORT(copy_contacts)
void copy_contacts(const carom_contact *const *contacts, size_t count, carom_contact *out) {
  for (size_t i = 0; i < count; i++) out[i] = *contacts[i];
}
