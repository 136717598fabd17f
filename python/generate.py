"""Writes the parts of the package that follow from docs/api.json: enums, dtypes, shapes, comments, stubs."""
import os
import re
import textwrap

import declarations

NOTE = '"""%s Made from docs/api.json; do not edit."""\n'
NUMBERS = {
    "float": "f4",
    "double": "f8",
    "_Bool": "?",
    "uint8_t": "u1",
    "int32_t": "i4",
    "uint32_t": "u4",
    "uint64_t": "u8",
    "size_t": "u8",
    "void *": "u8",
}
# A row of World.events: what carom_py.h declares.
EVENT_FIELDS = (
    ("kind", "carom_event_kind", 0),
    ("cause", "carom_end_cause", 4),
    ("contact", "carom_contact", 8),
)


def short(name):
    return name[len("carom_") :]


def class_name(name):
    return "".join(word.capitalize() for word in short(name).split("_"))


def quoted(comment, indent=""):
    """A docstring."""
    text = comment.replace("\\", "\\\\").replace('"""', "'''")
    lines = textwrap.wrap(text, 100, initial_indent=indent + '"""', subsequent_indent=indent)
    return "\n".join(lines) + '"""' if len(text) < 80 else "\n".join(lines) + "\n" + indent + '"""'


# ---- Enums ----


def members_of(enum):
    """The constants without the prefix that they share; counts are no members."""
    constants = [c for c in enum["constants"] if not c["name"].endswith("_COUNT")]
    shared = os.path.commonprefix([c["name"] for c in constants])
    shared = shared[: shared.rfind("_") + 1]
    return [(c["name"][len(shared) :], c["value"]) for c in constants]


def enum_code(enum):
    members = members_of(enum)
    bits = [value for _, value in members] == [1 << i for i in range(len(members))]
    lines = ["class %s(%s):" % (class_name(enum["name"]), "IntFlag" if bits else "IntEnum")]
    lines.append(quoted(enum["comment"], "    ") + "\n")
    lines += ["    %s = %d" % member for member in members]
    return "\n".join(lines)


def enums_text(api):
    names = [class_name(enum["name"]) for enum in api["enums"]]
    head = NOTE % "The enums of the headers." + "from enum import IntEnum, IntFlag\n\n__all__ = %r\n" % names
    return "\n\n".join([head] + [enum_code(enum) for enum in api["enums"]]) + "\n"


# ---- Numpy's dtypes ----


class Dtypes:
    """The dtype of each struct as an expression: numbers, arrays of numbers, or fields at offsets."""

    def __init__(self, api):
        self.structs = {struct["name"]: struct for struct in api["structs"]}
        self.enums = {enum["name"] for enum in api["enums"]}
        contact = self.structs["carom_contact"]
        fields = [{"name": n, "type": t, "offset": o} for n, t, o in EVENT_FIELDS]
        comment = "An event and its contact: a row of World.events."
        row = {"name": "carom_event_row", "fields": fields, "size": 8 + contact["size"], "comment": comment}
        self.structs["carom_event_row"] = row

    def of_type(self, kind):
        """None for pointers, which no array can follow, but those that hold numbers of the game."""
        element, bounds = re.fullmatch(r"(.*?)((?:\[\d+\])*)", kind).groups()
        if element in self.enums:
            found = repr("i4")
        elif element in self.structs:
            found = self.of_struct(self.structs[element])
        else:
            is_pointer = element != "void *" and re.search(r"\*|_fn$", element)
            found = None if is_pointer else repr(NUMBERS[element])
        if bounds and found:
            found = "(%s, (%s,))" % (found, ", ".join(re.findall(r"\d+", bounds)))
        return found

    def of_struct(self, struct):
        names = [field["name"] for field in struct["fields"]]
        if names == ["bits"]:
            return repr("u8")
        if names == list("xyzw")[: len(names)]:
            return self.of_vector(struct)
        return short(struct["name"])

    def of_vector(self, struct):
        return "(%s, (%d,))" % (self.of_type(struct["fields"][0]["type"]), len(struct["fields"]))

    def fields_of(self, struct):
        for field in struct["fields"]:
            found = self.of_type(field["type"]) if field["type"] != "union" else "'V%d'" % field["size"]
            if found:
                yield field["name"], found, field["offset"]

    def code_of(self, struct):
        names, formats, offsets = zip(*self.fields_of(struct))
        text = '%s = np.dtype(\n    {\n        "names": [%s],\n        "formats": [%s],\n'
        text += '        "offsets": [%s],\n        "itemsize": %d,\n    }\n)'
        quoted_names = ", ".join(repr(name) for name in names)
        listed = ", ".join(map(str, offsets))
        return text % (short(struct["name"]), quoted_names, ", ".join(formats), listed, struct["size"])

    def all(self):
        """The structs with fields of their own that hold numbers, after those that they hold."""
        ordered = [
            self.structs[s["name"]]
            for s in declarations.in_order({"structs": list(self.structs.values()), "function_types": []})
        ]
        return [s for s in ordered if self.of_struct(s) == short(s["name"]) and list(self.fields_of(s))]


def dtypes_text(api):
    dtypes = Dtypes(api)
    structs = dtypes.all()
    head = NOTE % "The structs of the headers as dtypes of numpy. Pointers are left out."
    head += "import numpy as np\n\n__all__ = %r\n" % [short(s["name"]) for s in structs]
    return "\n".join([head] + [dtypes.code_of(struct) for struct in structs]) + "\n"


# ---- Shapes ----

SHAPE_PARAMETERS = {
    "float": ("float", "%s"),
    "uint32_t": ("int", "%s"),
    "carom_vec2": ("Vector", "vec2(%s)"),
    "carom_vec3": ("Vector", "vec3(%s)"),
}


def shape_parameter(parameter):
    """Its name with an annotation, the argument for C, and whether it is an asset."""
    name, kind = parameter["name"], parameter["type"]
    if kind in SHAPE_PARAMETERS:
        annotation, argument = SHAPE_PARAMETERS[kind]
        return "%s: %s" % (name, annotation), argument % name, None
    asset = class_name(re.fullmatch(r"const (carom_\w+) \*", kind).group(1))
    return "%s: %s" % (name, asset), "pointer_of(%s, %r)" % (name, short(kind.split()[1])), name


def shape_code(function):
    parameters = [shape_parameter(p) for p in function["parameters"]]
    assets = [asset for _, _, asset in parameters if asset]
    made = "lib.%s(%s)" % (function["name"], ", ".join(argument for _, argument, _ in parameters))
    name = re.sub("^shape_", "", short(function["name"]))
    lines = ["def %s(%s) -> Shape:" % (name, ", ".join(p for p, _, _ in parameters))]
    lines.append(quoted(function["comment"], "    "))
    lines.append("    return Shape(%s)" % ", ".join([made] + assets))
    return name, "\n".join(lines)


def shapes_text(api):
    made = [shape_code(f) for f in api["functions"] if f["returns"] == "carom_shape"]
    head = NOTE % "A function that makes each kind of shape."
    head += "from __future__ import annotations\n\nfrom ._carom import lib\n"
    assets = {class_name(h["name"]) for h in api["handles"]} & set(re.findall(r": ([A-Z]\w+)", str(made)))
    head += "from ._assets import %s\n" % ", ".join(sorted(assets))
    head += "from ._shape import Shape, pointer_of\nfrom ._values import Vector, vec2, vec3\n"
    head += "\n__all__ = %r\n" % [name for name, _ in made]
    return "\n\n".join([head] + [code for _, code in made]) + "\n"


# ---- Comments and stubs ----


def comments_text(api):
    lines = [NOTE % "The comments of the headers." + "\nCOMMENTS = {"]
    for kind in ("functions", "structs", "enums", "function_types", "handles", "constants"):
        lines += ["    %r: %r," % (entry["name"], entry["comment"]) for entry in api[kind]]
    return "\n".join(lines) + "\n}\nVERSION = %r\n" % api["version"]


def stub_type(kind):
    if kind in ("float", "double"):
        return "float"
    if kind == "_Bool":
        return "bool"
    return "int" if NUMBERS.get(kind, "")[:1] in ("i", "u") and kind != "void *" else "Any"


def stub_function(function):
    listed = [
        "%s: %s" % (p["name"] + "_" * (p["name"] in ("def", "from")), stub_type(p["type"]))
        for p in function["parameters"]
    ]
    head = "    def %s(%s) -> %s:" % (
        function["name"],
        ", ".join(["self"] + listed),
        stub_type(function["returns"]),
    )
    return head + "\n" + quoted(function["comment"], "        ") + "\n        ..."


def stub_text(api):
    constants = [c for enum in api["enums"] for c in enum["constants"]] + api["constants"]
    head = NOTE % "The raw functions." + "from typing import Any\n\nclass _Lib:"
    lines = ["    %s: %s" % (c["name"], type(value_of(c)).__name__) for c in constants]
    lines += ["    %s: int" % name for name in declarations.MASKS]
    lines += [stub_function(function) for function in api["functions"]]
    lines += ["    # What carom_py.h adds.", "    def __getattr__(self, name: str) -> Any: ..."]
    return "\n".join([head] + lines + ["", "lib: _Lib", "ffi: Any"]) + "\n"


def value_of(constant):
    return constant["value"] if isinstance(constant["value"], int) else declarations.number(constant)


def write_all(folder):
    """Writes all parts into a folder of the package, and returns their names."""
    api = declarations.read_api()
    parts = {
        "_enums.py": enums_text(api),
        "dtypes.py": dtypes_text(api),
        "_shapes.py": shapes_text(api),
        "_comments.py": comments_text(api),
        "_carom.pyi": stub_text(api),
    }
    for name, text in parts.items():
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)
    return sorted(parts)
