/* snapshot.h: a whole world to bytes or back. */
#ifndef CAROM_ENGINE_SNAPSHOT_H
#define CAROM_ENGINE_SNAPSHOT_H

#include "snapshot_fields.h"

/* Gives an asset the next number when it has none yet, and tells so. */
bool carom__snapshot_number(carom__snapshot *s, const carom__asset *asset);
/* Takes back a count of each asset that has a number, and frees their list. */
void carom__snapshot_release_assets(carom__snapshot *s, const carom_allocator *allocator);

/* Writes the world; archive.at tells how much it is. */
carom_status carom__snapshot_save(carom__snapshot *s);
/* Creates a world of what the archive reads. */
carom_status carom__snapshot_load(carom__snapshot *s, const carom_world_def *def, carom_world **out);

#endif
