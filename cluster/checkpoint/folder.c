/* folder.c: checkpoints in the files of a folder. */
#include "carom_cluster/checkpoint.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path of a name in a folder, with an ending; NULL: memory is out. */
static char *path_of(const char *folder, const char *name, const char *ending) {
  const size_t size = strlen(folder) + strlen(name) + strlen(ending) + 2;
  char *path = malloc(size);
  if (path) snprintf(path, size, "%s/%s%s", folder, name, ending);
  return path;
}

static bool write_all(int file, const char *bytes, size_t size) {
  while (size > 0) {
    const ssize_t some = write(file, bytes, size);
    if (some <= 0) return false;
    bytes += some;
    size -= (size_t)some;
  }
  return true;
}

static bool write_file(const char *path, const void *bytes, size_t size) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return false;
  const bool fine = write_all(file, bytes, size) && fsync(file) == 0;
  return close(file) == 0 && fine;
}

/* A new name outlasts a loss of power once its folder is on the disk, too. */
static bool sync_folder(const char *path) {
  const int folder = open(path, O_RDONLY);
  if (folder < 0) return false;
  const bool fine = fsync(folder) == 0;
  close(folder);
  return fine;
}

static bool write_name(void *user, const char *name, const void *bytes, size_t size) {
  char *path = path_of(user, name, ""), *torn = path_of(user, name, "~");
  const bool fine =
      path && torn && write_file(torn, bytes, size) && rename(torn, path) == 0 && sync_folder(user);
  if (!fine && torn) unlink(torn);
  free(path);
  free(torn);
  return fine;
}

static bool read_all(int file, char *bytes, size_t size) {
  while (size > 0) {
    const ssize_t some = read(file, bytes, size);
    if (some <= 0) return false;
    bytes += some;
    size -= (size_t)some;
  }
  return true;
}

static bool read_name(void *user, const char *name, void **bytes, size_t *size) {
  struct stat info;
  char *path = path_of(user, name, "");
  const int file = path ? open(path, O_RDONLY) : -1;
  free(path);
  if (file < 0) return false;
  bool fine = fstat(file, &info) == 0 && S_ISREG(info.st_mode);
  *size = fine ? (size_t)info.st_size : 0;
  *bytes = fine ? malloc(*size + 1) : NULL;
  fine = *bytes && read_all(file, *bytes, *size);
  close(file);
  if (!fine) free(*bytes);
  return fine;
}

static void release_bytes(void *user, void *bytes) {
  (void)user;
  free(bytes);
}

static void remove_name(void *user, const char *name) {
  char *path = path_of(user, name, "");
  if (path) unlink(path);
  free(path);
}

carom_cluster_store carom_cluster_folder(const char *path) {
  char *user;
  memcpy(&user, &path, sizeof user);
  return (carom_cluster_store){user, write_name, read_name, release_bytes, remove_name};
}
