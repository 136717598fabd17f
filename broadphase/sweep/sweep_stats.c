/* sweep_stats.c: computes statistics of boxes. */
#include "sweep_stats.h"

#include <string.h>

#include "dvec.h"
#include "vec.h"

/* More samples do not make a better grid. */
enum { SAMPLES_MAX = 512 };

/* How many powers of two above the median's a size counts in full. */
enum { CLASSES_ABOVE_MEDIAN = 4 };

/* Without a branch, which would be mispredicted. */
static double middle_of(double a, double b, double c) {
  return greater_double(lesser_double(a, b), lesser_double(greater_double(a, b), c));
}

/* The power of two of a size, such that all floats but the tiniest differ. Taken from the bits, because a
 * conversion to float could overflow. */
static int size_class(double size) {
  uint64_t bits;
  memcpy(&bits, &size, sizeof bits);
  int exponent = (int)(bits >> 52) - 1023 + CAROM__SIZE_CLASSES / 2;
  if (exponent < 0) return 0;
  return exponent < CAROM__SIZE_CLASSES ? exponent : CAROM__SIZE_CLASSES - 1;
}
/* The least size of the next class. */
static double size_class_end(int class) {
  uint64_t bits = (uint64_t)(class + 1 + 1023 - CAROM__SIZE_CLASSES / 2) << 52;
  double size;
  memcpy(&size, &bits, sizeof size);
  return size;
}

static void add_box(carom__box_stats *stats, const carom_aabb *box, double weight) {
  double extent[3];
  for (int k = 0; k < 3; k++) {
    double low = (double)vec3_get(box->min, k), high = (double)vec3_get(box->max, k);
    double at = 0.5 * (low + high);
    extent[k] = high - low;
    stats->sum[k] += weight * at;
    stats->square[k] += weight * at * at;
  }
  double size = middle_of(extent[0], extent[1], extent[2]);
  int class = size_class(size);
  stats->boxes[class] += weight;
  stats->extent[class] += weight * size;
}

void carom__box_stats_gather(carom__box_stats *stats, const carom__proxy *proxies, size_t count) {
  size_t stride = count / SAMPLES_MAX + 1;
  size_t samples = (count + stride - 1) / stride;
  memset(stats, 0, sizeof *stats);
  stats->count = (double)count;
  for (size_t i = 0; i < count; i += stride) add_box(stats, &proxies[i].box, (double)count / (double)samples);
}

void carom__box_stats_add(carom__box_stats *stats, const carom__box_stats *other) {
  stats->count += other->count;
  for (int k = 0; k < 3; k++) {
    stats->sum[k] += other->sum[k];
    stats->square[k] += other->square[k];
  }
  for (int class = 0; class < CAROM__SIZE_CLASSES; class ++) {
    stats->boxes[class] += other->boxes[class];
    stats->extent[class] += other->extent[class];
  }
}

double carom__box_stats_variance(const carom__box_stats *stats, int axis) {
  double mean = stats->sum[axis] / stats->count;
  double variance = stats->square[axis] / stats->count - mean * mean;
  return variance > 0 ? variance : 0;
}

double carom__box_stats_size(const carom__box_stats *stats) {
  double below = 0, sum = 0;
  int class = 0;
  for (; class < CAROM__SIZE_CLASSES - 1 && 2 * (below + stats->boxes[class]) < stats->count; class ++) {
    below += stats->boxes[class];
    sum += stats->extent[class];
  }
  int last = class + CLASSES_ABOVE_MEDIAN;
  if (last > CAROM__SIZE_CLASSES - 1) last = CAROM__SIZE_CLASSES - 1;
  for (; class <= last; class ++) {
    below += stats->boxes[class];
    sum += stats->extent[class];
  }
  double above = stats->count - below;
  if (above > 0) sum += above * size_class_end(last);
  return sum / stats->count;
}
