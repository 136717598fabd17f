#!/usr/bin/env python3
"""Checks that check_rooms.py sees each fault: plants one at a time in a small tree that is in order.

Usage: check_rooms_fail.py COMPILER
"""
import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("check_rooms.py")

# Two rooms. The lower one calls the upper one through a class, which is allowed.
TREE = {
    "CMakeLists.txt": "set(CAROM_ROOMS\n  ground/lower ground/upper)\n",
    "include/carom/shapes.def": "CAROM_SHAPE_KIND(CUBE, cube, SPATIAL, carom_cube)\n",
    "include/carom/open.h": "typedef struct carom_open { int x; } carom_open;\n",
    "ground/lower/one.h": "#pragma once\n#define ONE 1\n#define ITEM(x) x\n#undef ITEM\nint one(void);\n",
    "ground/lower/one.c": '#include "one.h"\nextern const int carom__four_class;\n'
                          "int one(void) { return ONE + carom__four_class; }\n",
    "ground/lower/two.h": "#pragma once\ntypedef struct two_pair { int x; } two_pair;\nint two(void);\n",
    "ground/lower/two.c": '#include "two.h"\n#include "one.h"\nint two(void) { return one(); }\n',
    "ground/upper/four.h": "#define ITEM(x) x\n#undef ITEM\nint four(void);\n",
    "ground/upper/four.c": '#include "four.h"\nint two(void);\nextern const int carom__four_class;\n'
                           "const int carom__four_class = 4;\nint four(void) { return two(); }\n",
}

# What is added to which file, and what the checker must say.
FAULTS = [
    ("ground/lower/two.c", '#include "four.h"\n',
     "ground/lower/two.c includes ground/upper/four.h, which is above"),
    ("ground/lower/two.c", "int four(void);\nint up(void);\nint up(void) { return four(); }\n",
     "ground/lower/two.c uses four of ground/upper/four.c, which is above"),
    ("ground/lower/one.h", '#include "two.h"\n', "a circle of files: ground/lower/one ground/lower/two"),
    ("ground/lower/one.c", "int two(void);\nint back(void);\nint back(void) { return two(); }\n",
     "a circle of files: ground/lower/one ground/lower/two"),
    ("ground/upper/four.h", "typedef struct two_pair { int y; } two_again;\n",
     "type two_pair is defined twice: ground/lower/two.h ground/upper/four.h"),
    ("ground/upper/four.h", "typedef struct {\n  int y;\n} two_pair;\n", "type two_pair is defined twice"),
    ("ground/lower/one.c", "enum carom_open { OPEN };\n", "type carom_open is defined twice"),
    ("ground/lower/two.c", "#define ONE 1\n",
     "macro ONE is defined twice: ground/lower/one.h ground/lower/two.c"),
    ("ground/upper/four.c", "int one(void) { return 1; }\n",
     "external name one is defined twice: ground/lower/one.c ground/upper/four.c"),
    ("ground/attic/five.h", "int five(void);\n", "ground/attic is no room of CAROM_ROOMS"),
    ("ground/five.h", "int five(void);\n", "ground is no room of CAROM_ROOMS"),
    ("ground/upper/crowd", 29, "ground/upper holds 31 files, more than 30"),
    ("ground/lower/two.c", "enum { CAROM_CUBE };\n",
     "ground/lower/two.c names CAROM_CUBE, where it should ask the class"),
    ("stray.c", "int stray(void);\nint stray(void) { return 0; }\n", "of no source of the library"),
]


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(text)


def compile_all(root, compiler):
    objects = []
    includes = [f"-I{folder}" for folder in sorted(root.glob("*/*")) if folder.is_dir()]
    for source in sorted(root.rglob("*.c")):
        objects.append(f"{source}.o")
        subprocess.run([*compiler, *includes, "-c", str(source), "-o", objects[-1]], check=True)
    (root / "objects.txt").write_text(";".join(objects))


def judge(faults, compiler):
    """What check_rooms.py says of the tree with these faults, and how it ends."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in [*TREE.items(), *faults]:
            if isinstance(text, int):
                for i in range(text):
                    write(root, f"{name}{i}.h", "")
            else:
                write(root, name, text)
        compile_all(root, compiler)
        done = subprocess.run([sys.executable, str(CHECK), str(root), str(root / "objects.txt")],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.stdout, done.returncode


def main():
    compiler = sys.argv[1:]
    said, status = judge([], compiler)
    wrong = [f"a tree in order is refused:\n{said}"] if status else []
    for name, text, expected in FAULTS:
        said, status = judge([(name, text)], compiler)
        if status == 0 or expected not in said:
            wrong.append(f"with a fault in {name} it must say '{expected}', but says\n{said}")
    print("\n".join(wrong) if wrong else f"{len(FAULTS)} faults are seen")
    print(f"{1 + len(FAULTS) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
