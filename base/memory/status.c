/* status.c: the names and sentences of all statuses, and the version. */
#include "carom/status.h"

#define CAROM_TEXT_OF(number) CAROM_TEXT_OF_(number)
#define CAROM_TEXT_OF_(number) #number

const char *carom_version(void) {
  return CAROM_TEXT_OF(CAROM_VERSION_MAJOR) "." CAROM_TEXT_OF(CAROM_VERSION_MINOR) "." CAROM_TEXT_OF(
      CAROM_VERSION_PATCH);
}

const char *carom_status_name(carom_status status) {
  switch (status) {
#define CAROM_STATUS_NAME(name, sentence)                                                                    \
  case CAROM_##name:                                                                                         \
    return "CAROM_" #name;
    CAROM_STATUS_LIST(CAROM_STATUS_NAME)
#undef CAROM_STATUS_NAME
  default:
    return "CAROM_UNKNOWN";
  }
}

const char *carom_status_text(carom_status status) {
  switch (status) {
#define CAROM_STATUS_TEXT(name, sentence)                                                                    \
  case CAROM_##name:                                                                                         \
    return sentence;
    CAROM_STATUS_LIST(CAROM_STATUS_TEXT)
#undef CAROM_STATUS_TEXT
  default:
    return "This is no status of carom; the library and the header may be of different versions.";
  }
}
