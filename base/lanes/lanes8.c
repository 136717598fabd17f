/* lanes8.c: a table of the positions of the set bits in each byte. */
#include "lanes8.h"

#define HAS(byte, i) (((byte) >> (i)) & 1u)
/* Puts the digit i below those of the higher bits, if bit i of the byte is set. */
#define PUT(byte, i, higher) ((higher) << 3 * HAS(byte, i) | HAS(byte, i) * (i))
#define UPPER(byte) PUT(byte, 4, PUT(byte, 5, PUT(byte, 6, PUT(byte, 7, 0u))))
#define ORDER(byte) PUT(byte, 0, PUT(byte, 1, PUT(byte, 2, PUT(byte, 3, UPPER(byte)))))
#define FOUR(byte) ORDER(byte), ORDER(byte + 1), ORDER(byte + 2), ORDER(byte + 3)
#define SIXTEEN(byte) FOUR(byte), FOUR(byte + 4), FOUR(byte + 8), FOUR(byte + 12)
#define SIXTY_FOUR(byte) SIXTEEN(byte), SIXTEEN(byte + 16), SIXTEEN(byte + 32), SIXTEEN(byte + 48)

const uint32_t carom__lane_orders[256] = {SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192)};
