/* json.h: reads JSON into a tree of values: as much as maps need. */
#ifndef COAST_JSON_H
#define COAST_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum json_kind { JSON_WORD, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

typedef struct json_value {
  json_kind kind;       /* JSON_WORD: true, false or null, which are not told apart */
  double number;        /* of a JSON_NUMBER */
  const char *name;     /* of a member of an object, in the text, as it is written there */
  size_t name_length;   /* 0: an element of an array */
  uint32_t first, next; /* the first child, the next sibling; 0: none */
} json_value;

typedef struct json {
  json_value *values; /* 0 is the whole */
  size_t count, capacity;
} json;

/* Reads a text that ends with a zero and must outlive the tree. False: it is not JSON, or nests too deep. */
bool json_parse(json *out, const char *text);
void json_free(json *tree);

/* A member of an object or an element of an array; NULL when there is none, or `of` is NULL. */
const json_value *json_member(const json *tree, const json_value *of, const char *name);
const json_value *json_first(const json *tree, const json_value *of);
const json_value *json_next(const json *tree, const json_value *value);
size_t json_count(const json *tree, const json_value *of);

/* The number that a value is; 0 for others and for NULL. */
double json_number(const json_value *value);

#endif
