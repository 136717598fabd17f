/* lanes.h: four floats at a time on SSE2, NEON, wasm simd128 and plain C; the same operations in the same order
 * everywhere, so that the bits are the same. Eight lanes (AVX2, chosen at run time) come with the batched
 * kernels. */
