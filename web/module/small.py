#!/usr/bin/env python3
"""Marks in carom.c what shall be small rather than fast: every function that hot.txt does not name.

    web/module/small.py HOT.txt <carom.c >marked.c
"""
import re
import sys

STARTS = re.compile(r"(?!(?:typedef|struct|union|enum|extern)\b)[A-Za-z_]")
DEFINES = re.compile(r"[^={;]*?[\s*](\w+)\([^{};=]*\)\s*\{")
SMALL = "__attribute__((minsize))"


def hot_functions(path):
    with open(path) as file:
        return {line.split("#")[0].strip() for line in file} - {""}


def defined_at(lines, i):
    """The function whose definition begins in a line, or None. Only its own lines are at the margin."""
    if not STARTS.match(lines[i]):
        return None
    text = lines[i]
    while not re.search("[;{=]", text) and i + 1 < len(lines):
        i += 1
        text += " " + lines[i].strip()
    found = DEFINES.match(text)
    return found and found.group(1)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    hot, lines = hot_functions(sys.argv[1]), sys.stdin.read().split("\n")
    functions = [defined_at(lines, i) for i in range(len(lines))]
    unknown = sorted(hot - set(functions))
    if unknown:
        sys.exit("%s: carom.c does not define %s" % (sys.argv[1], ", ".join(unknown)))
    for line, function in zip(lines, functions):
        if function and function not in hot:
            print(SMALL)
        print(line)


main()
