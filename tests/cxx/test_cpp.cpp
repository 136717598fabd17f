/* test_cpp.cpp: carom.hpp against the functions in C: who owns what, what is thrown, and what handlers
 * get. */
#include <carom/carom.hpp>
#include <check.h>

#include <cstring>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

static_assert(sizeof(carom::hull) == sizeof(carom_hull *), "an owner is a pointer");
static_assert(!std::is_copy_constructible<carom::hull>::value, "there is one owner");
static_assert(!std::is_copy_constructible<carom::world>::value, "there is one owner");
static_assert(std::is_nothrow_move_constructible<carom::world>::value, "worlds move into containers");

namespace {

/* Memory that is counted. */
struct counter {
  std::size_t blocks = 0;
  std::size_t left = SIZE_MAX; /* requests that are granted */
  static void *act(void *user, void *block, std::size_t old_size, std::size_t new_size) {
    counter *c = static_cast<counter *>(user);
    (void)old_size;
    if (new_size == 0) {
      c->blocks -= block != nullptr;
      std::free(block);
      return nullptr;
    }
    if (c->left == 0) return nullptr;
    c->left--;
    void *moved = std::realloc(block, new_size);
    c->blocks += !block && moved;
    return moved;
  }
  carom_allocator allocator() { return {act, this}; }
};

carom_world_def counted(counter *c) {
  carom_world_def def{};
  def.allocator = c->allocator();
  return def;
}

/* Two spheres that touch from the first step on. */
carom_body sphere_at(const carom::world &world, float x) {
  carom_body_def at{};
  at.kind = CAROM_KINEMATIC;
  at.pose.position.x = x;
  carom_collider_def with{};
  with.shape = carom_shape_sphere(1);
  carom_body body = carom::made(world, carom_body_create(world, &at));
  carom::made(world, carom_collider_create(world, body, &with));
  return body;
}

carom_status thrown_by(void (*act)()) {
  try {
    act();
  } catch (const carom::error &e) {
    ck_assert_str_eq(e.what(), carom_status_text(e.status()));
    return e.status();
  }
  return CAROM_OK;
}

} // namespace

START_TEST(ids_compare_and_hash) {
  carom::world world;
  std::set<carom_body> sorted;
  std::unordered_set<carom_body> hashed;
  for (int i = 0; i < 100; i++) {
    carom_body body = sphere_at(world, 10.0f * static_cast<float>(i));
    ck_assert(sorted.insert(body).second && hashed.insert(body).second);
    ck_assert(!sorted.insert(body).second && !hashed.insert(body).second);
  }
  ck_assert(*sorted.begin() == *sorted.begin() && *sorted.begin() != *sorted.rbegin());
  ck_assert(*sorted.begin() < *sorted.rbegin() && !(*sorted.rbegin() < *sorted.begin()));
}
END_TEST

START_TEST(owners_destroy_once) {
  counter memory;
  const carom_allocator allocator = memory.allocator();
  const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  {
    carom::hull hull = carom::make(carom_hull_from_points, &allocator, corners, 4u, 0u);
    carom::hull other = std::move(hull);
    carom::polygon polygon =
        carom::make(carom_polygon_from_points, &allocator, corners, 3u, 3 * sizeof *corners);
    ck_assert(!hull && other);
    carom_hull_release(carom_hull_retain(other));
    const std::size_t before = memory.blocks;
    carom::world first(counted(&memory)), second(counted(&memory));
    sphere_at(first, 0);
    carom::world moved(std::move(first));
    ck_assert(!first.get() && moved.get());
    moved = std::move(second);
    ck_assert_uint_gt(memory.blocks, before);
    other.reset();
  }
  ck_assert_uint_eq(memory.blocks, 0);
}
END_TEST

/* A mark may outlive its replay. */
START_TEST(marks_of_replays_are_owned) {
  counter memory;
  std::vector<unsigned char> bytes;
  const carom_write_fn append = [](void *user, const void *from, size_t size) {
    auto *to = static_cast<std::vector<unsigned char> *>(user);
    const auto *first = static_cast<const unsigned char *>(from);
    to->insert(to->end(), first, first + size);
    return true;
  };
  carom::world world;
  carom::check(carom_world_record_start(world, nullptr, append, &bytes));
  sphere_at(world, 0);
  world.step(1);
  carom::check(carom_world_record_stop(world));
  {
    carom_world_def def{};
    def.allocator = memory.allocator();
    carom::replay_mark mark;
    carom::replay replay = carom::make(carom_replay_open, &def, nullptr, bytes.data(), bytes.size());
    mark = carom::make(carom_replay_mark_create, replay);
    replay.reset();
    ck_assert(mark.get() && memory.blocks > 0);
  }
  ck_assert_uint_eq(memory.blocks, 0);
}
END_TEST

START_TEST(statuses_are_thrown) {
  ck_assert_int_eq(thrown_by([] { carom::world().step(-1); }), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(thrown_by([] { carom::world().create(carom_body{7}, carom_collider_def{}); }),
                   CAROM_STALE_ID);
  ck_assert_int_eq(thrown_by([] { carom::make(carom_hull_from_points, nullptr, nullptr, 0u, 0u); }),
                   CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(thrown_by([] { carom::world().on(1u << 20, [](const carom_event &) {}); }),
                   CAROM_UNKNOWN_KIND);
  ck_assert_int_eq(thrown_by([] { carom::world().step(0); }), CAROM_OK);
}
END_TEST

/* Each request is refused in turn: the constructor throws, and nothing stays. */
START_TEST(refused_worlds_leave_nothing) {
  std::size_t refused = 0;
  for (bool done = false; !done; refused++) {
    counter memory;
    memory.left = refused;
    try {
      carom::world world(counted(&memory));
      done = true;
    } catch (const carom::error &e) {
      ck_assert_int_eq(e.status(), CAROM_OUT_OF_MEMORY);
    }
    ck_assert_uint_eq(memory.blocks, 0);
  }
  ck_assert_uint_gt(refused, 1);
}
END_TEST

START_TEST(handlers_get_what_the_world_tells) {
  std::vector<std::string> heard;
  std::size_t stays = 0;
  {
    carom::world made;
    sphere_at(made, 0);
    sphere_at(made, 1.5f);
    made.on(CAROM_EVENT_BEGIN | CAROM_EVENT_END,
            [&heard](const carom_event &event) { heard.push_back(carom_event_kind_name(event.kind)); });
    carom::world world(std::move(made)); /* the functions go with it */
    carom_handler_def stay{};
    stay.events = CAROM_EVENT_STAY;
    /* A function that is moved and not copied, and that adds another one. */
    std::unique_ptr<int> own(new int(1));
    struct counting {
      std::unique_ptr<int> step;
      std::size_t *count;
      carom::world *world;
      void operator()(const carom_event &) {
        *count += static_cast<std::size_t>(*step);
        std::size_t *again = count;
        if (*count == 1) world->on(CAROM_EVENT_STAY, [again](const carom_event &) { *again += 100; });
      }
    };
    world.on(stay, counting{std::move(own), &stays, &world});
    for (int i = 0; i < 3; i++) world.step(0.1f);
    ck_assert_uint_eq(carom::contacts(world).size(), 1);
    ck_assert_uint_eq(carom::events(world).size(), 1);
    for (const carom_contact &contact : carom::contacts(world)) {
      ck_assert_uint_eq(carom::points(contact.manifold).size(), 1);
      ck_assert(carom::points(contact.manifold)[0].separation < 0);
    }
    ck_assert_uint_eq(stays, 102);
    world = carom::world(); /* the END of the old one still finds its function */
    ck_assert(carom::contacts(world).empty());
  }
  ck_assert_uint_eq(heard.size(), 2);
  ck_assert(heard[0] == "begin" && heard[1] == "end");
}
END_TEST

extern "C" Suite *carom_test_suite(void);

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("C++");
  TCase *tests = tcase_create("carom.hpp");
  tcase_add_test(tests, ids_compare_and_hash);
  tcase_add_test(tests, owners_destroy_once);
  tcase_add_test(tests, marks_of_replays_are_owned);
  tcase_add_test(tests, statuses_are_thrown);
  tcase_add_test(tests, refused_worlds_leave_nothing);
  tcase_add_test(tests, handlers_get_what_the_world_tells);
  suite_add_tcase(suite, tests);
  return suite;
}
