/* hammer: the mass properties of a thing of two densities, a wooden handle in a head of steel. A solver of
 * the game turns the hammer about its centre of mass, which is near the head. */
#include <carom/carom.h>
#include <stdio.h>

enum { HANDLE, HEAD, PARTS };

/* In kilograms and metres. */
static const float densities[PARTS] = {700, 7850};

int main(void) {
  const carom_shape shapes[PARTS] = {carom_shape_cylinder(0.15f, 0.012f),
                                     carom_shape_rounded_box(0.05f, 0.01f, 0.01f, 0.004f)};
  const carom_local_pose places[PARTS] = {{.position = {0, 0, 0}}, {.position = {0, 0.15f, 0}}};
  carom_mass hammer = {0};
  for (int i = 0; i < PARTS; i++) {
    carom_mass part;
    if (carom_shape_get_mass(&shapes[i], densities[i], &part)) return 1;
    if (carom_mass_add(&hammer, &part, &places[i])) return 1;
    printf("part of %4.0f g\n", 1000 * (double)part.mass);
  }
  printf("hammer of %.0f g, its centre %.0f mm above the middle of the handle\n", 1000 * (double)hammer.mass,
         1000 * (double)hammer.center.y);
  printf("inertia about x, y and z: %.2f, %.2f and %.2f g m2\n", 1000 * (double)hammer.inertia.x.x,
         1000 * (double)hammer.inertia.y.y, 1000 * (double)hammer.inertia.z.z);
  return 0;
}
