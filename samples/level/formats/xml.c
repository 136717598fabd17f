/* xml.c: what is wanted of Expat. */
#include "xml.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

#ifdef CAROM_SAMPLE_EXPAT
#include <expat.h>

typedef struct xml_reader {
  xml_element_fn *take;
  void *user;
} xml_reader;

static void XMLCALL on_start(void *user, const char *name, const char **attributes) {
  const xml_reader *x = user;
  x->take(x->user, name, attributes);
}

bool xml_read_text(const unsigned char *text, size_t size, xml_element_fn *take, void *user) {
  xml_reader x = {take, user};
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser) return false;
  XML_SetUserData(parser, &x);
  XML_SetStartElementHandler(parser, on_start);
  bool good = size <= INT_MAX && XML_Parse(parser, (const char *)text, (int)size, 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return good;
}
#else
bool xml_read_text(const unsigned char *text, size_t size, xml_element_fn *take, void *user) {
  (void)text, (void)size, (void)take, (void)user;
  fputs("This program was built without Expat: `apt-get install libexpat1-dev`, then configure and build "
        "again.\n",
        stderr);
  return false;
}
#endif

bool xml_read_file(const char *path, xml_element_fn *take, void *user) {
  unsigned char *bytes;
  size_t size;
  if (!file_read(path, &bytes, &size)) return false;
  bool good = xml_read_text(bytes, size, take, user);
  free(bytes);
  return good;
}

const char *xml_attribute(const char **attributes, const char *name) {
  for (; *attributes; attributes += 2)
    if (strcmp(attributes[0], name) == 0) return attributes[1];
  return NULL;
}
