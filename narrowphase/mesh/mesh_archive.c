/* mesh_archive.c: meshes as bytes. */
#include "mesh.h"

static void write_mesh(carom__archive *archive, const carom__asset *asset) { (void)archive, (void)asset; }

static carom__asset *read_mesh(carom__archive *archive, const carom_allocator *allocator) {
  (void)allocator;
  archive_fail(archive, CAROM_BAD_SNAPSHOT);
  return NULL;
}

const carom__asset_class carom__mesh_asset_class = {CAROM_NO_SHAPE, write_mesh, read_mesh};
