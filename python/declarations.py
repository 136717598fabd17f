"""C declarations of carom's public functions, made from docs/api.json, for cffi and for LuaJIT."""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# What setup.py puts into a source distribution: carom as one file, and api.json. A checkout does not have it.
PACKED = os.path.join(HERE, "source")
# Constants whose values are expressions, which api.json leaves out.
MASKS = ("CAROM_CATEGORY_DEFAULT", "CAROM_MASK_NONE")


def one_file():
    """The folder of carom as one file, relative to this one, as setuptools wants it."""
    if os.path.isdir(PACKED):
        return os.path.basename(PACKED)
    folder = os.path.join("build", "one_file")
    subprocess.run([sys.executable, os.path.join(ROOT, ".ci", "amalgamate"), folder], check=True, cwd=HERE)
    return folder


def api_path():
    folder = PACKED if os.path.isdir(PACKED) else os.path.join(ROOT, "docs")
    return os.path.join(folder, "api.json")


def read_api():
    with open(api_path()) as file:
        return json.load(file)


def read_version():
    """The version, which the header alone states."""
    checkout = os.path.join(ROOT, "include", "carom", "common.h")
    with open(os.path.join(PACKED, "carom.h") if os.path.isdir(PACKED) else checkout) as header:
        return ".".join(re.findall(r"define CAROM_VERSION_\w+ (\d+)", header.read()))


def declare(kind, name):
    """A declaration: the name goes behind a star of a function pointer and before the bounds of an array."""
    if "(*)" in kind:
        return kind.replace("(*)", "(*%s)" % name, 1)
    element, bounds = re.fullmatch(r"(.*?)((?:\[\d+\])*)", kind).groups()
    return "%s %s%s" % (element, name, bounds)


def parameters_of(function):
    return ", ".join(declare(p["type"], p["name"]) for p in function["parameters"]) or "void"


def fields_of(fields):
    lines = []
    for field in fields:
        if "fields" in field:
            lines.append("%s { %s } %s;" % (field["type"], fields_of(field["fields"]), field["name"]))
        else:
            lines.append(declare(field["type"], field["name"]) + ";")
    return " ".join(lines)


def struct_of(struct):
    return "struct %s { %s };" % (struct["name"], fields_of(struct["fields"]))


def function_type_of(function):
    return "typedef %s (*%s)(%s);" % (function["returns"], function["name"], parameters_of(function))


def enum_of(enum):
    constants = ", ".join("%s = %d" % (c["name"], c["value"]) for c in enum["constants"])
    return "typedef enum %s { %s } %s;" % (enum["name"], constants, enum["name"])


def types_in_fields(fields):
    for field in fields:
        yield from types_in_fields(field["fields"]) if "fields" in field else [field["type"]]


def needed_by(entry):
    """The names that must be declared before a struct or a function type."""
    if "fields" in entry:
        kinds = list(types_in_fields(entry["fields"]))
    else:
        kinds = [entry["returns"]] + [p["type"] for p in entry["parameters"]]
    return [re.sub(r"\[\d+\]", "", kind) for kind in kinds]


def in_order(api):
    """Structs and function types, each after those that it holds by value."""
    entries = {entry["name"]: entry for entry in api["structs"] + api["function_types"]}
    ordered, seen = [], set()

    def visit(name):
        if name not in entries or name in seen:
            return
        seen.add(name)
        for word in needed_by(entries[name]):
            visit(word)
        ordered.append(entries[name])

    for name in sorted(entries):
        visit(name)
    return ordered


def types(api):
    """All types: what is opaque, enums, structs and function types."""
    lines = ["typedef struct %s %s;" % (e["name"], e["name"]) for e in api["handles"] + api["structs"]]
    lines += [enum_of(enum) for enum in api["enums"]]
    lines += [struct_of(e) if "fields" in e else function_type_of(e) for e in in_order(api)]
    return lines


def functions(api):
    return ["%s %s(%s);" % (f["returns"], f["name"], parameters_of(f)) for f in api["functions"]]


def number(constant):
    """The value of a constant: an int, or a float."""
    text = constant["value"]
    return int(text.rstrip("u"), 0) if re.fullmatch(r"0x[\da-f]+u?|\d+u?", text) else float(text.rstrip("f"))
