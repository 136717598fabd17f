/* query: what it costs to ask a world of many boxes, and what other engines take.
 *
 * All engines answer the same questions by turns in one run: a gas of boxes of about unit size, rays from
 * anywhere in the room that are as long as it is, and boxes with half extents of 0.5 to 1. Prints rows of
 * tab-separated values: query <kind> <bodies> <engine> <ns>, the median of the thread's time a question; with
 * peers, ratio query <kind> <bodies> <best peer> <peer/carom>; and, in lines that begin with #, how much each
 * engine found. ray_batch_2, on two threads, is timed by the clock on the wall; first_moved is what the first
 * question after all bodies have moved takes more than the next. Bullet, ODE and FCL compare only AABBs when
 * they are asked for an AABB, and so find more; carom compares the boxes themselves.
 *
 * --map oa_dm2 asks a level of OpenArena instead: its brushes are hulls, in carom those of one body, and the
 * rows have its name for the bodies. */
#include "query/table.h"

int main(int argc, char **argv) {
  static const query_engine *const peers[] = {
#ifdef CAROM_BENCH_PEERS
      query_bullet, query_ode, query_fcl,
#endif
      NULL};
  return query_main(argc, argv, &(query_program){"query", "GAS3D", false, &query_carom, peers, true});
}
