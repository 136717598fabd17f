#!/usr/bin/env python3
"""Writes what the scripts of the npm package read of docs/api.json, and carom.wasm as text.

    web/module/generate.py API.json FOLDER       layout.mjs, raw.d.ts and, of carom.wasm in FOLDER, bytes.mjs
    web/module/generate.py --exports API.json    prints the names that the module exports

API.json has the layout of structs on wasm32 (.ci/api --target).
"""
import base64
import json
import os
import re
import sys

# Those of threads, which the module has not, and what takes functions of C.
LEFT_OUT = re.compile(r"carom_pool_|carom_world_draw$|carom_gjk$|_each$")
MEMORY = ["malloc", "realloc", "free", "__stack_pointer"]
WIDE = ("uint64_t", "int64_t")


def functions_of(api):
    return [f for f in api["functions"] if not LEFT_OUT.search(f["name"])]


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def short_names(enum):
    """The constants without what all of them begin with, in lower case."""
    constants = [c for c in enum["constants"] if not c["name"].endswith("_COUNT")]
    words = [c["name"].split("_") for c in constants]
    shared = 0
    while len(words) > 1 and all(len(w) > shared + 1 and w[shared] == words[0][shared] for w in words):
        shared += 1
    return {camel("_".join(w[max(shared, 1) :]).lower()): c["value"] for w, c in zip(words, constants)}


def fields_of(fields):
    out = []
    for field in fields:
        kind = {"union": fields_of(field["fields"])} if "fields" in field else field["type"]
        out.append([camel(field["name"]), kind, field["offset"]])
    return out


def layout(api):
    structs = {s["name"]: {"size": s["size"], "fields": fields_of(s["fields"])} for s in api["structs"]}
    enums = {e["name"]: short_names(e) for e in api["enums"] if e["name"]}
    statuses = [c["name"][len("CAROM_") :] for c in enum_named(api, "carom_status")["constants"]][:-1]
    lines = ["// Made by web/make from what the headers of carom declare; do not edit."]
    for name, value in (("structs", structs), ("enums", enums)):
        rows = ",\n".join("  %s: %s" % (key, json.dumps(value[key])) for key in sorted(value))
        lines.append("export const %s = {\n%s,\n};" % (name, rows))
    lines.append("export const statuses = %s;" % json.dumps(statuses))
    lines.append("export const version = %s;" % json.dumps(api["version"]))
    return "\n".join(lines) + "\n"


def enum_named(api, name):
    return next(enum for enum in api["enums"] if enum["name"] == name)


def wasm_type(kind, structs):
    """The type of an argument or result in JavaScript: structs of one member are that member."""
    kind = kind.replace("const ", "")
    struct = structs.get(kind)
    if struct and len(struct["fields"]) == 1 and "fields" not in struct["fields"][0]:
        kind = struct["fields"][0]["type"]
    return "bigint" if kind in WIDE else "void" if kind == "void" else "number"


def signature(function, structs):
    returns = function["returns"]
    arguments = ["%s: %s" % (p["name"], wasm_type(p["type"], structs)) for p in function["parameters"]]
    if returns in structs and wasm_type(returns, structs) == "number":
        returns = "void"
        arguments.insert(0, "result: number")
    return "  %s(%s): %s;" % (function["name"], ", ".join(arguments), wasm_type(returns, structs))


def declarations(api):
    structs = {s["name"]: s for s in api["structs"]}
    lines = [
        "// Made by web/make from what the headers of carom declare; do not edit.",
        "/** The functions of C. A pointer or a struct is an address, and an id is a bigint. */",
        "export interface Raw {",
        "  memory: WebAssembly.Memory;",
        "  malloc(size: number): number;",
        "  realloc(block: number, size: number): number;",
        "  free(block: number): void;",
    ]
    for function in functions_of(api):
        comment = function["comment"].replace("*/", "")
        lines += ["  /** %s */" % comment] if comment else []
        lines.append(signature(function, structs))
    return "\n".join(lines + ["}"]) + "\n"


def write(folder, name, text):
    with open(os.path.join(folder, name), "w") as out:
        out.write(text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    exports = sys.argv[1] == "--exports"
    with open(sys.argv[2 if exports else 1]) as file:
        api = json.load(file)
    if exports:
        print("\n".join([f["name"] for f in functions_of(api)] + MEMORY))
        return
    folder = sys.argv[2]
    write(folder, "layout.mjs", layout(api))
    write(folder, "raw.d.ts", declarations(api))
    with open(os.path.join(folder, "carom.wasm"), "rb") as module:
        text = base64.b64encode(module.read()).decode()
    write(folder, "bytes.mjs", 'export const base64 = "%s";\n' % text)


main()
