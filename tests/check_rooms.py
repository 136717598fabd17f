#!/usr/bin/env python3
"""Checks the architecture of the library that docs/design.md draws.

Usage: check_rooms.py ROOT OBJECTS

ROOT holds CMakeLists.txt, whose CAROM_ROOMS lists the rooms from the ground up. OBJECTS names a file with the
paths of the library's object files, divided by line ends or semicolons. Prints what breaks a rule, and exits
with 1 if anything does:

 - each source and header of the library lies in a room, and a room holds at most 30 of them;
 - includes and calls run within a room or to one before it;
 - no files include or call each other in a circle, where x.c and x.h count as one;
 - no type, macro or external name has two definitions;
 - only the kinds of shape and the table of pairs name a kind: all others ask its class.

The compiler refuses most includes that run up, since a room sees only the folders before it. Calls through a
declaration in a lower header are found here, in the symbols of the objects.
"""
import collections
import pathlib
import re
import subprocess
import sys

MOST_FILES = 30
# Alternatives of which a build has one: the lanes of each processor, threads of a system or none.
ALTERNATIVES = re.compile(r"base/lanes/lanes|base/tasks/(pool|thread_)|base/memory/atomics_")
# What a file defines before it includes a header, so that it takes one of the alternatives.
CHOICES = re.compile(r"CAROM_LANES8_")
# Tables of functions: a call through one runs wherever the object's class is, so that naming it is no arrow.
CLASSES = re.compile(r"carom__\w+_class(es)?$")
# What may name a kind of shape: its class, and the pairs that have an algorithm of their own.
NAMES_KINDS = re.compile(r"narrowphase/(kinds|curved_kinds|composites)/|narrowphase/calls/pair_classes\.c$")


def read_rooms(root):
    listed = re.search(r"set\(CAROM_ROOMS\s+([^)]*)\)", (root / "CMakeLists.txt").read_text())
    return listed.group(1).split()


def read_files(root, rooms):
    layers = sorted({room.split("/")[0] for room in rooms})
    inside = [p for layer in layers for p in sorted((root / layer).rglob("*"))]
    paths = [p for p in inside if p.suffix in (".c", ".h", ".def")]
    return {str(p.relative_to(root)): p.read_text() for p in paths}


def room_of(name):
    return name.rsplit("/", 1)[0]


def unit_of(name):
    return name.rsplit(".", 1)[0]


# --- Includes and calls ---

def read_includes(files):
    """Pairs of files of the library of which one includes the other."""
    by_base = {name.rsplit("/", 1)[1]: name for name in files}
    for name, text in files.items():
        for base in re.findall(r'^\s*#\s*include\s+"([^"/]+)"', text, re.M):
            if base in by_base:
                yield name, by_base[base], "includes"


def symbols_of(objects, files):
    """What each source defines and what it asks of others."""
    sources = {path: next((n for n in files if path.endswith(f"/{n}.o")), None) for path in objects}
    strangers = [path for path, name in sources.items() if not name]
    if strangers:
        sys.exit("of no source of the library: " + " ".join(strangers))
    defined, wanted = collections.defaultdict(set), {name: set() for name in sources.values()}
    printed = subprocess.run(["nm", "-A", *objects], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in printed.splitlines():
        path, entry = line.rsplit(":", 1)
        kind, symbol = entry.split()[-2:]
        if kind == "U":
            wanted[sources[path]].add(symbol)
        elif kind in "TDBRVWC":
            defined[symbol].add(sources[path])
    return defined, wanted


def read_calls(defined, wanted):
    for name, symbols in wanted.items():
        for symbol in sorted(s for s in symbols if not CLASSES.match(s)):
            for target in defined.get(symbol, ()):
                if target != name:
                    yield name, target, f"uses {symbol} of"


def find_upward(arrows, rooms):
    order = {room: i for i, room in enumerate(rooms)}
    return [f"{a} {how} {b}, which is above" for a, b, how in arrows if order[room_of(b)] > order[room_of(a)]]


def find_circles(arrows):
    """Strongly connected sets of units (Tarjan, 1972)."""
    graph = collections.defaultdict(set)
    for a, b, _ in arrows:
        if unit_of(a) != unit_of(b):
            graph[unit_of(a)].add(unit_of(b))
    sys.setrecursionlimit(100000)
    index, low, stack, circles = {}, {}, [], []

    def visit(unit):
        index[unit] = low[unit] = len(index)
        stack.append(unit)
        for other in sorted(graph.get(unit, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[unit] = min(low[unit], low[other])
        if low[unit] == index[unit]:
            circle = stack[stack.index(unit):]
            del stack[stack.index(unit):]
            if len(circle) > 1:
                circles.append("a circle of files: " + " ".join(sorted(circle)))

    for unit in sorted(graph):
        if unit not in index:
            visit(unit)
    return circles


# --- Definitions ---

TYPE = re.compile(r"\b(?:struct|enum|union)\s+(\w+)\s*\{|^\}\s*(\w+);"
                  r"|^typedef\s+(?!struct|enum|union)[^;{(]*?\b(\w+);"
                  r"|^typedef\s[^;{]*?\(\*(\w+)\)\(|^typedef\s+[\w\s*]*?(\w+)\([^;{]*\);", re.M)
MACRO = re.compile(r"^\s*#\s*define\s+(\w+)", re.M)


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def macros_of(text):
    """Macros that stay: the parameters of an X-macro are taken back in the same file."""
    taken_back = set(re.findall(r"^\s*#\s*undef\s+(\w+)", text, re.M))
    return {macro for macro in MACRO.findall(text) if macro not in taken_back and not CHOICES.match(macro)}


def find_twice(root, files, defined):
    public = {str(p.relative_to(root)): p.read_text() for p in sorted((root / "include").rglob("*.h"))}
    types, macros = collections.defaultdict(set), collections.defaultdict(set)
    for name, text in {**files, **public}.items():
        if ALTERNATIVES.match(name):
            continue
        code = without_comments(text)
        for match in TYPE.finditer(code):
            types[next(g for g in match.groups() if g)].add(name)
        for macro in macros_of(code):
            macros[macro].add(name)
    for what, table in (("type", types), ("macro", macros), ("external name", defined)):
        for word, places in sorted(table.items()):
            if len(places) > 1:
                yield f"{what} {word} is defined twice: " + " ".join(sorted(places))


def find_kinds(root, files):
    listed = re.findall(r"^CAROM_SHAPE_KIND\((\w+)", (root / "include/carom/shapes.def").read_text(), re.M)
    named = re.compile(r"\bCAROM_(?:" + "|".join(listed) + r")\b")
    for name, text in sorted(files.items()):
        found = None if NAMES_KINDS.match(name) else named.search(without_comments(text))
        if found:
            yield f"{name} names {found.group()}, where it should ask the class"


def find_crowds(files, rooms):
    counts = collections.Counter(room_of(name) for name in files)
    for room, count in sorted(counts.items()):
        if room not in rooms:
            yield f"{room} is no room of CAROM_ROOMS"
        elif count > MOST_FILES:
            yield f"{room} holds {count} files, more than {MOST_FILES}"


def main():
    root, objects = pathlib.Path(sys.argv[1]), re.findall(r"[^;\n]+", pathlib.Path(sys.argv[2]).read_text())
    rooms = read_rooms(root)
    files = read_files(root, rooms)
    defined, wanted = symbols_of(objects, files)
    arrows = list(read_includes(files)) + list(read_calls(defined, wanted))
    faults = list(find_crowds(files, rooms))
    if not faults:
        faults = find_upward(arrows, rooms) + find_circles(arrows)
    faults += list(find_twice(root, files, defined)) + list(find_kinds(root, files))
    print("\n".join(faults) if faults else f"{len(files)} files in {len(rooms)} rooms: all in order")
    print("0 passed, 1 failed" if faults else "1 passed, 0 failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
