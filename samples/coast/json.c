#include "json.h"

#include <stdlib.h>
#include <string.h>

#include "../level/formats/memory.h"

enum { DEEPEST = 64 };

typedef struct reader {
  json *tree;
  const char *at;
} reader;

static void skip_space(reader *r) { r->at += strspn(r->at, " \t\r\n"); }

static bool take(reader *r, char c) {
  skip_space(r);
  if (*r->at != c) return false;
  r->at++;
  return true;
}

static bool read_string(reader *r, const char **start, size_t *length) {
  if (!take(r, '"')) return false;
  *start = r->at;
  while (*r->at && *r->at != '"') r->at += r->at[0] == '\\' && r->at[1] ? 2 : 1;
  *length = (size_t)(r->at - *start);
  return take(r, '"');
}

static uint32_t add_value(json *tree) {
  tree->values = memory_grow(tree->values, tree->count, &tree->capacity, sizeof *tree->values);
  tree->values[tree->count] = (json_value){.kind = JSON_WORD};
  return (uint32_t)tree->count++;
}

static bool read_value(reader *r, uint32_t value, int depth);

/* Reads what is between brackets. */
static bool read_children(reader *r, uint32_t parent, char close, int depth) {
  uint32_t last = 0;
  if (take(r, close)) return true;
  do {
    const char *name = NULL;
    size_t length = 0;
    if (close == '}' && !(read_string(r, &name, &length) && take(r, ':'))) return false;
    uint32_t child = add_value(r->tree);
    if (last)
      r->tree->values[last].next = child;
    else
      r->tree->values[parent].first = child;
    r->tree->values[child].name = name;
    r->tree->values[child].name_length = length;
    last = child;
    if (!read_value(r, child, depth)) return false;
  } while (take(r, ','));
  return take(r, close);
}

static bool read_number(reader *r, json_value *value) {
  char *end;
  value->kind = JSON_NUMBER;
  value->number = strtod(r->at, &end);
  bool good = end != r->at;
  r->at = end;
  return good;
}

static bool read_word(reader *r) {
  static const char *const words[] = {"true", "false", "null"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i]);
    if (strncmp(r->at, words[i], length)) continue;
    r->at += length;
    return true;
  }
  return false;
}

static bool read_value(reader *r, uint32_t value, int depth) {
  const char *start;
  size_t length;
  json_value *v = &r->tree->values[value];
  skip_space(r);
  switch (*r->at) {
  case '[':
  case '{':
    v->kind = *r->at == '[' ? JSON_ARRAY : JSON_OBJECT;
    return depth < DEEPEST && read_children(r, value, *r->at++ == '[' ? ']' : '}', depth + 1);
  case '"':
    v->kind = JSON_STRING;
    return read_string(r, &start, &length);
  case 't':
  case 'f':
  case 'n':
    return read_word(r);
  default:
    return read_number(r, v);
  }
}

bool json_parse(json *out, const char *text) {
  *out = (json){0};
  reader r = {out, text};
  bool good = read_value(&r, add_value(out), 0);
  skip_space(&r);
  if (good && !*r.at) return true;
  json_free(out);
  return false;
}

void json_free(json *tree) {
  free(tree->values);
  *tree = (json){0};
}

const json_value *json_first(const json *tree, const json_value *of) {
  return of && of->first ? &tree->values[of->first] : NULL;
}

const json_value *json_next(const json *tree, const json_value *value) {
  return value->next ? &tree->values[value->next] : NULL;
}

const json_value *json_member(const json *tree, const json_value *of, const char *name) {
  size_t length = strlen(name);
  for (const json_value *v = json_first(tree, of); v; v = json_next(tree, v))
    if (v->name_length == length && !memcmp(v->name, name, length)) return v;
  return NULL;
}

size_t json_count(const json *tree, const json_value *of) {
  size_t count = 0;
  for (const json_value *v = json_first(tree, of); v; v = json_next(tree, v)) count++;
  return count;
}

double json_number(const json_value *value) {
  return value && value->kind == JSON_NUMBER ? value->number : 0;
}
