#!/usr/bin/env python3
"""Marks in carom.c what shall be small rather than fast: every source file that hot.txt does not name.

    web/module/small.py HOT.txt <carom.c >marked.c
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PUSH = "#pragma clang attribute push(__attribute__((minsize)), apply_to = function)"
POP = "#pragma clang attribute pop"


def hot_files(path):
    with open(path) as file:
        names = {line.split("#")[0].strip() for line in file} - {""}
    for name in names:
        if not os.path.isfile(os.path.join(ROOT, name)):
            sys.exit("%s: there is no %s" % (path, name))
    return names


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    hot, source = hot_files(sys.argv[1]), None
    for line in sys.stdin:
        begins = re.match(r"/\* ======== (\S+\.c) ======== \*/", line)
        if begins and begins.group(1) != source:
            before, source = source, begins.group(1)
            if before and before not in hot:
                print(POP)
            if source not in hot:
                print(PUSH)
        print(line, end="")
    if source not in hot:
        print(POP)


main()
