/* test_timeline.cpp: recordings that are gone along forward and back, against straight replays. */
#include "difference.h"
#include "golden_tape.h"

#include <carom/carom.hpp>
#include <check.h>

#include <cstdlib>

namespace {

typedef std::vector<unsigned char> bytes;

const uint32_t STEPS = 48;

bool append(void *user, const void *from, size_t size) {
  const unsigned char *first = static_cast<const unsigned char *>(from);
  static_cast<bytes *>(user)->insert(static_cast<bytes *>(user)->end(), first, first + size);
  return true;
}

bytes record(int kind, uint32_t pushed = 0, carom_body *body = nullptr, uint32_t steps = STEPS) {
  bytes made;
  carom_body of = golden_tape(golden_tape_kind(kind), steps, pushed, append, &made);
  if (body) *body = of;
  return made;
}

/* What a replay gives that only goes forward. */
struct straight {
  std::vector<uint64_t> hashes, events;

  explicit straight(const bytes &recording) {
    carom_replay *replay = nullptr;
    carom_replay_outcome outcome = CAROM_REPLAY_SAME;
    ck_assert_int_eq(carom_replay_open(nullptr, nullptr, recording.data(), recording.size(), &replay),
                     CAROM_OK);
    while (outcome == CAROM_REPLAY_SAME) {
      size_t count = 0;
      hashes.push_back(carom_world_hash(carom_replay_get_world(replay)));
      carom_world_get_events(carom_replay_get_world(replay), &count);
      events.push_back(count);
      ck_assert_int_eq(carom_replay_step(replay, &outcome), CAROM_OK);
    }
    ck_assert_int_eq(outcome, CAROM_REPLAY_OVER);
    carom_replay_close(replay);
  }
  uint64_t last() const { return hashes.size() - 1; }
};

void check_at(const timeline &line, const straight &truth, uint64_t step) {
  size_t count = 0;
  uint64_t told = 0;
  ck_assert_uint_eq(line.now(), step);
  ck_assert_uint_eq(carom_world_hash(line.world()), truth.hashes[step]);
  ck_assert_uint_eq(line.step(step).hash, truth.hashes[step]);
  carom_world_get_events(line.world(), &count);
  for (int kind = 0; kind < told_step::KINDS; kind++) told += line.step(step).events[kind];
  ck_assert_uint_eq(told, truth.events[step]);
  ck_assert_uint_eq(count, truth.events[step]);
}

/* Goes to steps at random, forward and back, with memory for many marks or for few. */
void check_seeks(const bytes &recording, size_t memory) {
  const straight truth(recording);
  timeline line(memory);
  uint64_t random = 1;
  ck_assert_int_eq(line.open(recording), CAROM_OK);
  for (int i = 0; i < 15; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const uint64_t step = (random >> 33) % (truth.last() + 1);
    ck_assert(line.go(step));
    check_at(line, truth, step);
    ck_assert(line.mark_size() <= memory || line.mark_count() == 1);
  }
}

START_TEST(any_step_is_what_it_was) { check_seeks(record(_i), size_t(1) << 30); }
END_TEST

/* The third part of what the marks would take, and nothing. */
START_TEST(memory_for_marks_is_kept_to) {
  const bytes recording = record(_i);
  timeline line;
  ck_assert_int_eq(line.open(recording), CAROM_OK);
  line.go(STEPS);
  ck_assert_uint_ge(line.mark_count(), 4);
  check_seeks(recording, line.mark_size() / 3);
  check_seeks(recording, 0);
}
END_TEST

/* The end has the world of the last step, without the calls that follow it. */
START_TEST(beyond_the_end_there_is_the_last_step) {
  const bytes recording = record(_i);
  const straight truth(recording);
  timeline line;
  ck_assert_int_eq(line.open(recording), CAROM_OK);
  ck_assert(line.end() == timeline::UNKNOWN && line.known() == 0);
  for (int i = 0; i < 2; i++) {
    ck_assert(!line.go(truth.last() + 1));
    check_at(line, truth, truth.last());
    ck_assert(line.end() == timeline::OVER && line.known() == truth.last() && line.status() == CAROM_OK);
    ck_assert(line.go(3));
    check_at(line, truth, 3);
  }
}
END_TEST

START_TEST(a_recording_that_breaks_off_is_shown_as_far_as_it_goes) {
  bytes recording = record(TAPE_PLANAR);
  const straight truth(recording);
  recording.resize(recording.size() - 1000);
  timeline line;
  ck_assert_int_eq(line.open(recording), CAROM_OK);
  ck_assert(!line.go(STEPS));
  ck_assert(line.end() == timeline::DAMAGED && line.status() == CAROM_BAD_SNAPSHOT);
  ck_assert(line.known() > 2 && line.known() < STEPS);
  check_at(line, truth, line.known());
  ck_assert(line.go(2));
  check_at(line, truth, 2);
  ck_assert(!line.go(STEPS));
  check_at(line, truth, line.known());
  recording.resize(8);
  ck_assert_int_eq(line.open(recording), CAROM_BAD_SNAPSHOT);
  ck_assert(!line.is_open() && !line.go(0));
}
END_TEST

/* Two recordings part where a body is pushed in one of them, and it is told which. */
START_TEST(the_first_step_that_differs_is_found) {
  carom_body body;
  const bytes plain = record(_i), pushed = record(_i, 40, &body);
  const straight truth(plain), other(pushed);
  uint64_t parted = 0;
  while (truth.hashes[parted] == other.hashes[parted]) parted++;
  timeline a, b;
  ck_assert(a.open(plain) == CAROM_OK && b.open(pushed) == CAROM_OK);
  difference look(&a, &b);
  ck_assert_int_eq(look.look(10), difference::LOOKING);
  ck_assert_uint_eq(look.step(), 9);
  ck_assert_int_eq(look.look(1000), difference::FOUND);
  ck_assert_uint_eq(look.step(), parted);
  ck_assert(parted >= 40 && a.go(parted) && b.go(parted));
  const std::string name = "body " + std::to_string(uint32_t(body.bits)) + ".";
  std::vector<std::string> told = tell_differences(a.world(), b.world(), 1000);
  bool named = false;
  for (const std::string &line : told) named = named || line.compare(0, name.size(), name) == 0;
  ck_assert_msg(named, "%zu differences, none of %s", told.size(), name.c_str());
  ck_assert_uint_eq(tell_differences(a.world(), b.world(), 1).size(), 1);
  ck_assert(a.go(parted - 1) && b.go(parted - 1));
  ck_assert_uint_eq(tell_differences(a.world(), b.world(), 1000).size(), 0);
}
END_TEST

START_TEST(equal_recordings_and_shorter_ones_are_told) {
  const bytes whole = record(TAPE_PLANAR), part = record(TAPE_PLANAR, 0, nullptr, 40);
  timeline a, b, c;
  ck_assert(a.open(whole) == CAROM_OK && b.open(whole) == CAROM_OK && c.open(part) == CAROM_OK);
  difference same(&a, &b), shorter(&a, &c);
  ck_assert(same.look(1000) == difference::EQUAL && same.step() == STEPS);
  ck_assert(shorter.look(1000) == difference::SHORTER && shorter.step() == 40);
}
END_TEST

/* What is told of worlds that differ in one thing. */
START_TEST(differences_are_told_by_what_they_are) {
  const carom_shape ball = carom_shape_sphere(1);
  std::vector<std::string> told;
  for (int change = 0; change < 5; change++) {
    carom_world *worlds[2];
    carom_collider_def collider{};
    collider.shape = ball;
    for (int i = 0; i < 2; i++) {
      carom_world_create(nullptr, &worlds[i]);
      carom_body_def def{};
      def.kind = CAROM_KINEMATIC;
      const carom_body body = carom_body_create(worlds[i], &def);
      const carom_collider made = carom_collider_create(worlds[i], body, &collider);
      const carom_pose there = {{1, 0, 0}, {0, 0, 0, 1}};
      const carom_shape larger = carom_shape_sphere(2);
      if (i == 1 && change == 0) carom_body_set_pose(worlds[i], body, &there);
      if (i == 1 && change == 1) carom_body_set_velocity(worlds[i], body, {1, 0, 0}, {0, 0, 0});
      if (i == 1 && change == 2) carom_collider_set_shape(worlds[i], made, &larger);
      if (i == 1 && change == 3) carom_body_create(worlds[i], &def);
      if (i == 0 && change == 4) carom_body_create(worlds[i], &def);
    }
    for (const std::string &line : tell_differences(worlds[0], worlds[1], 9)) told.push_back(line);
    for (carom_world *world : worlds) carom_world_destroy(world);
  }
  const char *ends[] = {"is elsewhere", "moves otherwise", "has other colliders", "only in the second world",
                        "only in the first world"};
  ck_assert_uint_eq(told.size(), 5);
  for (size_t i = 0; i < 5; i++)
    ck_assert_msg(told[i].find(ends[i]) != std::string::npos, "%s", told[i].c_str());
}
END_TEST

} // namespace

extern "C" Suite *carom_test_suite(void);

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("timeline");
  TCase *tests = tcase_create("timeline");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, any_step_is_what_it_was, 0, TAPE_KINDS);
  tcase_add_loop_test(tests, memory_for_marks_is_kept_to, 0, TAPE_KINDS);
  tcase_add_loop_test(tests, beyond_the_end_there_is_the_last_step, 0, TAPE_KINDS);
  tcase_add_test(tests, a_recording_that_breaks_off_is_shown_as_far_as_it_goes);
  tcase_add_loop_test(tests, the_first_step_that_differs_is_found, 0, TAPE_SWEPT);
  tcase_add_test(tests, equal_recordings_and_shorter_ones_are_told);
  tcase_add_test(tests, differences_are_told_by_what_they_are);
  suite_add_tcase(suite, tests);
  return suite;
}
