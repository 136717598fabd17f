// solver_scenes.cpp: the scenes of samples/solver, where a solver on carom moves the bodies.
#include "scene.h"
#include "solved.h"

namespace {

template <size_t NUMBER> class solver_scene : public scene {
public:
  ~solver_scene() override { solved_free(made); }
  carom_status create(const carom_world_def *def) override {
    made = solved_create(NUMBER, def);
    if (!made) return CAROM_OUT_OF_MEMORY;
    world = solved_world(made);
    return CAROM_OK;
  }
  void destroy() override { solved_free(made), made = nullptr, world = nullptr; }
  void setup() override { solved_fill(made); }
  carom_status step(float dt) override { return solved_step(made, dt); }
  void save(state_bytes *to) override {
    size_t before = to->size();
    to->resize(before + solved_size(made));
    solved_save(made, &(*to)[before]);
  }
  void load(const state_bytes &from) override {
    state_bytes copy = from;
    solved_load(made, copy.data());
  }
  // What moves, without the wide floor.
  bool view(carom_region *out) override {
    static const carom_region regions[] = {{{-11, 0, -6}, {11, 19, 6}}, {{-10, 0, -4}, {10, 10, 4}},
                                           {{-6, 0, -6}, {6, 9, 6}},    {{-6, 0, -6}, {6, 9, 6}},
                                           {{-4, 0, -4}, {4, 5, 4}},    {{-9, -1, -9}, {9, 3, 9}},
                                           {{-20, 0, -3}, {20, 3, 3}}};
    return *out = regions[NUMBER], true;
  }
  // Two scenes fall into a box, which is seen from above.
  void look_from(float *, float *pitch) override { *pitch = NUMBER == 2 || NUMBER == 3 ? 1.1f : 0.45f; }

private:
  solved *made = nullptr;
};

} // namespace

void add_solved(std::vector<scene_kind> *to) {
  std::unique_ptr<scene> (*const makers[])() = {make_scene<solver_scene<0>>, make_scene<solver_scene<1>>,
                                                make_scene<solver_scene<2>>, make_scene<solver_scene<3>>,
                                                make_scene<solver_scene<4>>, make_scene<solver_scene<5>>,
                                                make_scene<solver_scene<6>>};
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
    to->push_back({solved_name(i), "solver", solved_text(i), makers[i]});
}
