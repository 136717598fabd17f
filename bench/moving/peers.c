#include "table.h"

const moving_engine *const moving_peers[] = {
#ifdef CAROM_BENCH_PEERS
    moving_bullet, moving_ode, moving_fcl,
#endif
    NULL};
