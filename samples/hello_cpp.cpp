// hello_cpp: the program of the README in C++11.
#include <carom/carom.hpp>
#include <cstdio>

int main() {
  carom::world world;
  carom_body_def at{};
  at.kind = CAROM_STATIC;
  carom_body floor = world.create(at);
  at.kind = CAROM_KINEMATIC;
  at.pose.position.y = 3;
  at.linear_velocity.y = -1;
  carom_body ball = world.create(at);
  carom_collider_def with{};
  with.shape = carom_shape_box(10, 0.5f, 10);
  world.create(floor, with);
  with.shape = carom_shape_sphere(0.5f);
  world.create(ball, with);
  world.on(CAROM_EVENT_BEGIN | CAROM_EVENT_END, [](const carom_event &event) {
    std::printf("%s at height %.2f\n", carom_event_kind_name(event.kind),
                carom::points(event.contact->manifold)[0].position.y);
  });
  for (int frame = 0; frame < 60 * 6; frame++) world.step(1 / 60.0f);
}
