#!/usr/bin/env python3
"""Checks that .ci/abi holds the interface to its reference, and that it notices each kind of change.

Usage: check_abi.py ROOT
"""
import copy
import json
import os
import subprocess
import sys
import tempfile


def remove_function(api):
    api["functions"].pop()


def change_parameter(api):
    api["functions"][0]["parameters"][0]["type"] = "int"


def change_result(api):
    api["functions"][0]["returns"] = "int"


def remove_struct(api):
    api["structs"].pop()


def lengthen_struct(api):
    api["structs"][0]["size"] += 8


def move_field(api):
    api["structs"][0]["fields"][-1]["offset"] += 4


def change_value(api):
    api["enums"][0]["constants"][0]["value"] += 1


def change_constant(api):
    next(c for c in api["constants"] if "VERSION" not in c["name"])["value"] = "7"


def add_function(api):
    api["functions"].append({**api["functions"][0], "name": "carom_added"})


def add_value(api):
    api["enums"][0]["constants"].insert(0, {"name": "CAROM_ADDED", "value": 99})


def change_version(api):
    next(c for c in api["constants"] if "VERSION" in c["name"])["value"] = "99"


BREAKING = (
    remove_function,
    change_parameter,
    change_result,
    remove_struct,
    lengthen_struct,
    move_field,
    change_value,
    change_constant,
)
HARMLESS = (add_function, add_value, change_version)


def holds(root, api, folder, change):
    """Does the check accept the interface after a change, and does it tell what is new?"""
    changed = copy.deepcopy(api)
    change(changed)
    path = os.path.join(folder, change.__name__ + ".json")
    with open(path, "w") as out:
        json.dump(changed, out)
    ran = subprocess.run([os.path.join(root, ".ci", "abi"), path], capture_output=True, text=True)
    if change in BREAKING:
        return ran.returncode == 1 and ("gone: " in ran.stdout or "changed: " in ran.stdout)
    return ran.returncode == 0 and ("CAROM_ADDED" in ran.stdout.upper()) == (change != change_version)


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "docs", "api.json")) as source:
        api = json.load(source)
    ran = subprocess.run([os.path.join(root, ".ci", "abi")])
    wrong = int(ran.returncode != 0)
    with tempfile.TemporaryDirectory() as folder:
        for change in BREAKING + HARMLESS:
            if not holds(root, api, folder, change):
                print("wrong answer to", change.__name__)
                wrong += 1
    print("%d passed, %d failed" % (1 + len(BREAKING + HARMLESS) - wrong, wrong))
    sys.exit(wrong > 0)


main()
