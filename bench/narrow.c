/* narrow: what the functions of the narrow phase cost a pair, and what those of other engines do.
 *
 * All engines answer the same questions about the same pairs, by turns in one run. Prints rows of
 * tab-separated values: narrow <set> <operation> <engine> <ns>, the median over the rounds of the thread's
 * time a pair; with peers, ratio narrow <set> <operation> <best peer> <times as long>, where the best peer is
 * the fastest one that answers the same question rightly (see is_comparable); and, in lines that begin with
 * #, what was found, and how that compares with carom's plain form. An operation is a question, and after a
 * dash the form in which it is asked: carom_operations.c says what carom's are. */
#include "narrow/table.h"

int main(int argc, char **argv) {
  static const bench_engine *const engines[] = {&bench_carom,
#ifdef CAROM_BENCH_PEERS
                                                &bench_bullet, &bench_ode, &bench_fcl, &bench_ccd,
#endif
                                                NULL};
  return narrow_main(argc, argv, &(narrow_program){"narrow", false, engines});
}
