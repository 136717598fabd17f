/* mail.h: bytes that are written and read, and sums over all ranks by messages between two. */
#ifndef CAROM_CLUSTER_MAIL_H
#define CAROM_CLUSTER_MAIL_H

#include "carom_cluster/transport.h"

/* Bytes that grow. Once memory is out, `failed` stays set. */
typedef struct bytes_out {
  unsigned char *data;
  size_t size, capacity;
  bool failed;
} bytes_out;

/* Makes room for size bytes at the end, and returns where they begin, or NULL. */
void *carom__bytes_room(bytes_out *out, size_t size);
void carom__bytes_put(bytes_out *out, const void *data, size_t size);
/* Seven bits a byte, the low ones first. */
void carom__bytes_put_short(bytes_out *out, uint64_t value);
void carom__bytes_free(bytes_out *out);

/* Bytes that are read. Past the end `failed` is set, and zeros are read. */
typedef struct bytes_in {
  const unsigned char *data;
  size_t size, at;
  bool failed;
} bytes_in;

/* Returns the next size bytes, or NULL. */
const void *carom__bytes_next(bytes_in *in, size_t size);
void carom__bytes_get(bytes_in *in, void *data, size_t size);
uint32_t carom__bytes_get_count(bytes_in *in);
uint64_t carom__bytes_get_id(bytes_in *in);
uint64_t carom__bytes_get_short(bytes_in *in);

/* Posts what a rank gives to carom__mail_any, so that the word is under way while it waits for others. */
bool carom__mail_any_begin(const carom_transport *t, uint64_t bits);

/* Writes to *bits what any rank gave in it. False: a rank is late. */
bool carom__mail_any(const carom_transport *t, double seconds, uint64_t *bits);

/* Both, one after the other. */
bool carom__mail_vote(const carom_transport *t, double seconds, uint64_t *bits);

/* Appends the bytes of each rank to `out`: the rank, the size and the bytes, in some order. False: late. */
bool carom__mail_gather(const carom_transport *t, double seconds, const bytes_out *mine, bytes_out *out);

/* Appends the bytes that rank 0 gives to those of all others, which give none. False: late. */
bool carom__mail_spread(const carom_transport *t, double seconds, bytes_out *bytes);

#endif
