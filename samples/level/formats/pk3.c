/* pk3.c: levels come from archives that the system's package manager has installed. The archives are zip
 * files, which libzip reads; built without it, only plain .bsp files can be opened. */
#define _POSIX_C_SOURCE 200809L /* for glob, where there is one */
#include "pk3.h"

#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#include <glob.h>
#define HAVE_GLOB 1
#endif
#ifdef CAROM_SAMPLE_ZIP
#include <zip.h>
#endif

#include <stdint.h>

#include "files.h"
#include "memory.h"

#ifdef CAROM_SAMPLE_ZIP
/* No file of a level comes near this; a larger one is not worth believing. */
#define ENTRY_SIZE_MAX ((zip_uint64_t)1 << 28)

static bool read_zip_entry(zip_t *zip, const char *entry, unsigned char **bytes, size_t *size) {
  zip_stat_t stat;
  zip_file_t *file = zip_stat(zip, entry, 0, &stat) == 0 ? zip_fopen(zip, entry, 0) : NULL;
  if (!file) return false;
  bool good = stat.size > 0 && stat.size < ENTRY_SIZE_MAX;
  if (good) {
    *size = (size_t)stat.size;
    *bytes = memory_resize(NULL, *size, 1);
    good = zip_fread(file, *bytes, stat.size) == (zip_int64_t)stat.size;
    if (!good) free(*bytes);
  }
  zip_fclose(file);
  return good;
}

bool pk3_read_entry(const char *archive, const char *entry, unsigned char **bytes, size_t *size) {
  int error;
  zip_t *zip = zip_open(archive, ZIP_RDONLY, &error);
  if (!zip) return false;
  bool good = read_zip_entry(zip, entry, bytes, size);
  zip_discard(zip);
  return good;
}
#else
bool pk3_read_entry(const char *archive, const char *entry, unsigned char **bytes, size_t *size) {
  (void)archive, (void)entry, (void)bytes, (void)size;
  return false;
}
#endif

#ifdef HAVE_GLOB
/* Where distributions put the archives. Like the game, the last archive that has a file wins. */
static bool search_installed(const char *entry, unsigned char **bytes, size_t *size) {
  static const char *const patterns[] = {"/usr/share/games/openarena/baseoa/*.pk3",
                                         "/usr/share/openarena/baseoa/*.pk3",
                                         "/usr/local/share/openarena/baseoa/*.pk3"};
  bool found = false;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !found; i++) {
    glob_t list;
    if (glob(patterns[i], 0, NULL, &list) != 0) continue;
    for (size_t k = list.gl_pathc; k-- > 0 && !found;)
      found = pk3_read_entry(list.gl_pathv[k], entry, bytes, size);
    globfree(&list);
  }
  return found;
}
#else
static bool search_installed(const char *entry, unsigned char **bytes, size_t *size) {
  (void)entry, (void)bytes, (void)size;
  return false;
}
#endif

static void explain_missing(const char *entry, const char *archive) {
  fprintf(stderr, "%s was not found in %s.\n", entry, archive ? archive : "the installed .pk3 archives");
#ifdef CAROM_SAMPLE_ZIP
  fputs("On Debian and Ubuntu, `apt-get install openarena-081-maps openarena-data` installs OpenArena's "
        "levels.\n",
        stderr);
#else
  fputs("This program was built without libzip: `apt-get install libzip-dev openarena-081-maps "
        "openarena-data`, "
        "then configure and build again; or give the path of a .bsp file.\n",
        stderr);
#endif
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), end_length = strlen(end);
  return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

bool pk3_read_map(const char *map, const char *archive, unsigned char **bytes, size_t *size) {
  if (ends_with(map, ".bsp")) return file_read(map, bytes, size);
  char entry[128];
  snprintf(entry, sizeof entry, "maps/%s.bsp", map);
  bool found = archive ? pk3_read_entry(archive, entry, bytes, size) : search_installed(entry, bytes, size);
  if (!found) explain_missing(entry, archive);
  return found;
}
