/* turret: rotations and poses in space. A turret stands on a tank that climbs a slope. It looks at a target,
 * and its muzzle is where the ray of the shot begins. */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
  const carom_pose tank = {{100, 5, 50}, carom_quat_from_euler((carom_euler){.yaw = 90, .pitch = -15})};
  const carom_local_pose mount = {.position = {0, 1, 0}};
  const carom_pos target = {140, 12, 60};

  /* In the frame of the mount, where the target is tells which way the turret looks. */
  const carom_pose base = carom_pose_of_local(&tank, &mount);
  const carom_vec3 way = carom_pose_local_point(&base, target);
  const carom_pose turn = {.rotation = carom_quat_look(way, (carom_vec3){0, 1, 0})};
  const carom_pose turret = carom_pose_mul(&base, &turn);
  const carom_euler angles = carom_quat_to_euler(turn.rotation);
  printf("the turret turns by %.1f and lifts by %.1f degrees\n", angles.yaw, -angles.pitch);

  const carom_pos muzzle = carom_pose_point(&turret, (carom_vec3){0, 0, 2});
  const carom_ray shot = {muzzle, carom_quat_rotate(turret.rotation, (carom_vec3){0, 0, 100})};
  const carom_shape ball = carom_shape_sphere(1);
  const carom_pose there = {.position = target};
  carom_ray_result hit;
  if (carom_cast_ray(&ball, &there, &shot, &hit)) return 1;
  printf("the shot from (%.2f, %.2f, %.2f) %s after %.2f units\n", muzzle.x, muzzle.y, muzzle.z,
         hit.hit ? "hits" : "misses", 100 * (double)hit.fraction);
  return 0;
}
