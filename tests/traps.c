/* traps.c: switches the traps on before main, in programs that only link this. */
#include "traps.h"

#if defined(__GNUC__)
__attribute__((constructor)) static void switch_on(void) { traps_on(); }
#endif
