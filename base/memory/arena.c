/* arena.c: allocates by a bump pointer from a list of blocks (Hanson, 1990). */
#include "arena.h"

enum { ALIGNMENT = 64, SMALLEST_BLOCK = 16384 };

/* Memory that so many rounds have not used goes back. */
enum { ROUNDS = 64 };

struct carom__arena_block {
  carom__arena_block *next;
  char *data;      /* the first aligned byte after this header */
  size_t capacity; /* bytes from data on, a multiple of ALIGNMENT */
  size_t used;
};

/* The allocator aligns for standard types only, so each block carries room to shift its data. */
enum { BLOCK_OVERHEAD = sizeof(carom__arena_block) + ALIGNMENT };

/* Rounds up to whole units of ALIGNMENT, at least one; 0 when that overflows. */
static size_t rounded(size_t bytes) {
  if (bytes == 0) return ALIGNMENT;
  return bytes > SIZE_MAX - (ALIGNMENT - 1) ? 0 : (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool push_block(carom__arena *arena, size_t capacity) {
  if (capacity > SIZE_MAX - BLOCK_OVERHEAD) return false;
  carom__arena_block *block = carom__alloc(&arena->allocator, capacity + BLOCK_OVERHEAD);
  if (!block) return false;
  char *data = (char *)(block + 1);
  data += (ALIGNMENT - (uintptr_t)data % ALIGNMENT) % ALIGNMENT;
  *block = (carom__arena_block){arena->blocks, data, capacity, 0};
  arena->blocks = block;
  return true;
}

static void free_blocks(carom__arena *arena) {
  while (arena->blocks) {
    carom__arena_block *block = arena->blocks;
    arena->blocks = block->next;
    carom__free(&arena->allocator, block, block->capacity + BLOCK_OVERHEAD);
  }
}

/* A new block holds half as much again as is in use, so that a round that grows takes few blocks. When there
 * is no memory for that, what is needed will do. */
static bool make_room(carom__arena *arena, size_t bytes) {
  if (arena->blocks && bytes <= arena->blocks->capacity - arena->blocks->used) return true;
  size_t generous = rounded(arena->used / 2);
  if (generous < SMALLEST_BLOCK) generous = SMALLEST_BLOCK;
  return (bytes < generous && push_block(arena, generous)) || push_block(arena, bytes);
}

void carom__arena_init(carom__arena *arena, const carom_allocator *allocator) {
  *arena = (carom__arena){.allocator = allocator ? *allocator : (carom_allocator){0}};
}

void *carom__arena_alloc(carom__arena *arena, size_t count, size_t element) {
  if (element && count > SIZE_MAX / element) return NULL;
  size_t bytes = rounded(count * element);
  if (bytes == 0 || !make_room(arena, bytes)) return NULL;
  void *data = arena->blocks->data + arena->blocks->used;
  arena->blocks->used += bytes;
  arena->used += bytes;
  return data;
}

size_t carom__arena_size(const carom__arena *arena) {
  size_t size = 0;
  for (const carom__arena_block *block = arena->blocks; block; block = block->next) size += block->capacity;
  return size;
}

/* How much to keep for the next round. */
static size_t size_to_keep(carom__arena *arena) {
  const size_t size = carom__arena_size(arena);
  if (arena->used > arena->most) arena->most = arena->used;
  if (++arena->rounds < ROUNDS) return size;
  const size_t enough = arena->most + rounded(arena->most / 8);
  arena->most = arena->rounds = 0;
  return size > 2 * enough && size > SMALLEST_BLOCK ? enough : size;
}

void carom__arena_reset(carom__arena *arena) {
  const size_t keep = size_to_keep(arena);
  /* If the joint block cannot be had, the next round starts with none and asks again. */
  if (arena->blocks && (arena->blocks->next || keep < arena->blocks->capacity)) {
    free_blocks(arena);
    push_block(arena, keep);
  }
  if (arena->blocks) arena->blocks->used = 0;
  arena->used = 0;
}

void carom__arena_free(carom__arena *arena) {
  free_blocks(arena);
  arena->used = 0;
}
