/* smoke.c: the main of a fuzzer without libFuzzer. It plays inputs that the fuzzer's own mutator makes, so
 * that every build and compiler runs each fuzzer for a moment. */
#include "fuzz.h"
#include "testing.h"

enum { SMOKE_MAX = 1 << 14, SMOKE_INPUTS = 10000, SMOKE_FAMILY = 8 };

static uint64_t state;

/* In place of libFuzzer's: some bytes change, and the input may lose its end. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) {
  if (size == 0) size = max_size < 256 ? max_size : 256;
  for (uint32_t i = 0, count = 1 + test_below(&state, 8); i < count; i++)
    data[test_below(&state, (uint32_t)size)] = (uint8_t)test_random(&state);
  return test_below(&state, 8) ? size : 1 + test_below(&state, (uint32_t)size);
}

/* A family of inputs begins with a fresh one, and each next one changes the last. */
int main(void) {
  static uint8_t data[SMOKE_MAX];
  size_t size = 0;
  for (int i = 0, count = test_scaled(SMOKE_INPUTS); i < count; i++) {
    if (i % SMOKE_FAMILY == 0) size = 0, memset(data, 0, sizeof data);
    size = LLVMFuzzerCustomMutator(data, size, sizeof data, (unsigned)test_random(&state));
    LLVMFuzzerTestOneInput(data, size);
  }
  printf("1 passed, 0 failed\n");
  return 0;
}
