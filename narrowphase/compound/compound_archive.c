/* compound_archive.c: compounds as bytes: the different assets of the children, each once, then the children.
 * The tree follows. What is read is built as a game builds it, and must be what was written. */
#include "alloc.h"
#include "compound.h"

/* The least bytes of an asset and of a child. */
enum { ASSET_BYTES = 8, CHILD_BYTES = 44 };

static void child_fields(carom__archive *archive, carom_compound_child *child, uint32_t *asset) {
  uint32_t material = child->material;
  carom__shape_archive(archive, &child->shape);
  carom__archive_u32(archive, asset);
  carom__archive_vec3(archive, &child->pose.position);
  carom__archive_quat(archive, &child->pose.rotation);
  carom__archive_u32(archive, &child->number);
  carom__archive_u32(archive, &material);
  archive_expect(archive, material <= UINT8_MAX);
  if (archive->in) child->material = (uint8_t)material;
}

void carom__compound_write(carom__archive *archive, const carom__asset *asset) {
  const carom_compound *compound = (const carom_compound *)asset;
  size_t assets = compound->asset_count, children = compound->child_count;
  carom__archive_count(archive, &assets, ASSET_BYTES);
  carom__archive_count(archive, &children, CHILD_BYTES);
  for (size_t i = 0; i < assets; i++) carom__asset_write(archive, compound->assets[i]);
  for (size_t i = 0; i < children; i++) {
    carom__child child = compound->children[i];
    child_fields(archive, &child.given, &child.asset);
  }
}

/* --- Reading --- */

typedef struct reading {
  carom__archive *archive;
  const carom_allocator *allocator;
  size_t asset_count, child_count, read_count; /* read: assets, with a count each */
  const carom__asset **assets;
  carom_compound_child *children;
} reading;

static void read_assets(reading *r) {
  while (r->read_count < r->asset_count && !r->archive->status) {
    const carom__asset *asset = carom__asset_read(r->archive, r->allocator);
    if (asset) r->assets[r->read_count++] = asset;
  }
}

/* Lets the shape refer to the asset that the number is of. */
static void set_asset(reading *r, carom_shape *shape, uint32_t number) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  bool has = class && class->asset_class;
  archive_expect(r->archive, has ? number < r->read_count : number == CAROM__NO_ASSET);
  if (r->archive->status || !has) return;
  archive_expect(r->archive, r->assets[number]->class == class->asset_class);
  if (!r->archive->status) memcpy((char *)shape + class->asset_at, &r->assets[number], sizeof *r->assets);
}

static void read_children(reading *r) {
  for (size_t i = 0; i < r->child_count && !r->archive->status; i++) {
    carom_compound_child *child = &r->children[i];
    uint32_t asset = 0;
    *child = (carom_compound_child){.number = 0};
    child_fields(r->archive, child, &asset);
    set_asset(r, &child->shape, asset);
  }
}

/* Are rotations unit, and is each asset used, the first first? */
static bool is_as_written(const reading *r, const carom_compound *built) {
  if (built->asset_count != r->asset_count) return false;
  for (size_t i = 0; i < r->asset_count; i++)
    if (built->assets[i] != r->assets[i]) return false;
  for (size_t i = 0; i < r->child_count; i++)
    if (!quat_is_same(&built->children[i].given.pose.rotation, &r->children[i].pose.rotation)) return false;
  return true;
}

static carom_compound *build(reading *r) {
  const carom_compound_def def = {.children = r->children, .child_count = r->child_count};
  carom_compound *compound = NULL;
  read_assets(r);
  read_children(r);
  if (r->archive->status) return NULL;
  carom_status status = carom__compound_build(r->allocator, &def, NULL, &compound);
  if (status) archive_fail(r->archive, status == CAROM_OUT_OF_MEMORY ? status : CAROM_BAD_SNAPSHOT);
  if (!status) archive_expect(r->archive, is_as_written(r, compound));
  if (!r->archive->status) return compound;
  carom_compound_release(compound);
  return NULL;
}

static carom_compound *read_lists(reading *r) {
  size_t asset_bytes = r->asset_count * sizeof *r->assets, child_bytes = r->child_count * sizeof *r->children;
  carom_compound *compound = NULL;
  r->assets = carom__alloc(r->allocator, asset_bytes);
  r->children = carom__alloc(r->allocator, child_bytes);
  if (r->children && (r->assets || r->asset_count == 0))
    compound = build(r);
  else
    archive_fail(r->archive, CAROM_OUT_OF_MEMORY);
  for (size_t i = 0; i < r->read_count; i++) carom__asset_release(r->assets[i]);
  if (r->assets) carom__free(r->allocator, r->assets, asset_bytes);
  if (r->children) carom__free(r->allocator, r->children, child_bytes);
  return compound;
}

carom__asset *carom__compound_read(carom__archive *archive, const carom_allocator *allocator) {
  reading r = {.archive = archive, .allocator = allocator};
  carom__archive_count(archive, &r.asset_count, ASSET_BYTES);
  carom__archive_count(archive, &r.child_count, CHILD_BYTES);
  archive_expect(archive, archive->depth < CAROM_COMPOUND_DEPTH_MAX);
  archive_expect(archive, r.child_count > 0 && r.child_count <= CAROM_COMPOUND_CHILDREN_MAX &&
                              r.asset_count <= r.child_count);
  if (archive->status) return NULL;
  archive->depth++;
  carom_compound *compound = read_lists(&r);
  archive->depth--;
  return compound ? &compound->asset : NULL;
}
