/* limbs: where a shot hits a robot. Its parts are an ellipsoid, tapered capsules and a frustum in one
 * compound, whose answers name the part. */
#include <carom/carom.h>
#include <stdio.h>

enum { HEAD, CHEST, LEFT_ARM, RIGHT_ARM, SKIRT, PARTS };

static const char *const names[PARTS] = {"head", "chest", "left arm", "right arm", "skirt"};

static carom_compound_child part(uint32_t number, carom_shape shape, float y) {
  return (carom_compound_child){.shape = shape, .pose.position = {0, y, 0}, .number = number};
}

/* An arm is thick at the shoulder and thin at the hand. */
static carom_shape arm(float side) {
  carom_vec3 shoulder = {0.45f * side, 0, 0}, hand = {0.7f * side, -0.7f, 0};
  return carom_shape_tapered_capsule(shoulder, hand, 0.12f, 0.06f);
}

static carom_compound *build(void) {
  const carom_compound_child parts[PARTS] = {
      part(HEAD, carom_shape_ellipsoid(0.16f, 0.22f, 0.18f), 1.7f),
      part(CHEST, carom_shape_ellipsoid(0.36f, 0.4f, 0.25f), 1.1f),
      part(LEFT_ARM, arm(-1), 1.35f),
      part(RIGHT_ARM, arm(1), 1.35f),
      part(SKIRT, carom_shape_frustum(0.4f, 0.5f, 0.25f), 0.4f),
  };
  carom_compound *robot = NULL;
  carom_compound_create(NULL, &(carom_compound_def){.children = parts, .child_count = PARTS}, NULL, &robot);
  return robot;
}

/* From ten units in front, at a height and so far aside. */
static void shoot(const carom_shape *robot, double aside, double height) {
  const carom_pose still = {{0, 0, 0}, {0, 0, 0, 1}};
  const carom_ray shot = {{aside, height, 10}, {0, 0, -20}};
  carom_ray_result hit;
  if (carom_cast_ray(robot, &still, &shot, &hit)) return;
  printf("%4.1f %4.1f: %s\n", aside, height, hit.hit ? names[hit.child] : "missed");
}

int main(void) {
  carom_compound *asset = build();
  if (!asset) return 1;
  const carom_shape robot = carom_shape_compound(asset);
  shoot(&robot, 0, 1.85), shoot(&robot, 0.15, 1.85), shoot(&robot, 0.2, 1.2);
  shoot(&robot, -0.6, 1), shoot(&robot, 0.68, 0.6), shoot(&robot, 0.4, 0.3), shoot(&robot, 0.4, 0.7);
  carom_compound_release(asset);
  return 0;
}
