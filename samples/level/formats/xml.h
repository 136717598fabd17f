/* xml.h: the elements of XML files, read by Expat. A program that is built without it reads none. */
#ifndef LEVEL_XML_H
#define LEVEL_XML_H

#include <stdbool.h>
#include <stddef.h>

/* Receives an element: its name, and pairs of names and values that end with NULL. */
typedef void xml_element_fn(void *user, const char *name, const char **attributes);

/* Hands each element of a file, or of a text in memory, to `take`. False when there is no such file, or no
 * XML in it. */
bool xml_read_file(const char *path, xml_element_fn *take, void *user);
bool xml_read_text(const unsigned char *text, size_t size, xml_element_fn *take, void *user);

/* The value of an attribute; NULL when there is none of this name. */
const char *xml_attribute(const char **attributes, const char *name);

#endif
