#!/usr/bin/env python3
"""Prints a public header as doxygen reads it: plain comments become its comments, and lists of macros what
they stand for.

    docs/book/header_filter.py FILE
"""
import json
import os
import re
import sys

DOCS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = os.path.join(os.path.dirname(DOCS), "include", "carom")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
KIND = re.compile(r"^CAROM_SHAPE_KIND\((\w+), (\w+), (\w+), (\w+)\)", re.M)
STATUS = re.compile(r"X\((\w+),((?:[\s\\]*\"[^\"]*\")+)\)")
KIND_LIST = re.compile(
    r"#define CAROM_SHAPE_KIND\([^\n]*?\.\.\.\) (?P<form>[^\n]*)\n#include \"shapes.def\"\n"
    r"#undef CAROM_SHAPE_KIND\n"
)


def linked_names():
    """What doxygen links only where it is asked to: functions and constants."""
    with open(os.path.join(DOCS, "api.json")) as file:
        api = json.load(file)
    constants = [constant for enum in api["enums"] for constant in enum["constants"]]
    return {entry["name"] for entry in api["functions"] + api["constants"] + constants}


def words(text):
    """The text of a comment for doxygen: abbreviations end no sentence, lists of two columns are lists, and
    names are links."""
    text = re.sub(r"\b(e\.g|i\.e)\. ", r"\1.\\ ", text)
    text = re.sub(r"^ \*   (\S.*?)  +(\S)", r" *  - \1: \2", text, flags=re.M)
    text = re.sub(r"#(include|define)\b", r"\\#\1", text)
    text = re.sub(r"(?<![`\w])(-?[\w.]+)<(?=\w)", r"\1\\<", text)
    return NAME.sub(lambda match: "#" * (match.group() in NAMES) + match.group(), text)


def file_comment(body):
    """The first comment, which begins with the name of the header."""
    name, text = re.match(r"\s*carom/([\w.]+): (.*)", body, re.S).groups()
    return "/** @file %s\n * @brief %s%s*/" % (name, text[0].upper(), words(text[1:]))


def is_attached(after):
    """Whether a declaration follows at once."""
    return not re.match(r"[ \t]*\n[ \t]*(\n|/\*|#|\})", after)


def comment(match, text):
    before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    body, after = match.group()[2:-2], text[match.end() :]
    if match.start() == 0:
        return file_comment(body)
    if before.strip():
        return "/**<" + words(body) + "*/"
    if before or is_attached(after) or after.startswith("\n#define"):
        return "/**" + words(body) + "*/"
    return "/** @file\n *" + words(body) + "*/"


def kinds_of(match):
    """The kinds of shape as constants, or as the members of their union."""
    with open(os.path.join(INCLUDE, "shapes.def")) as file:
        kinds = KIND.findall(file.read())
    if match.group("form").startswith("CAROM_##"):
        lines = ["CAROM_%s, /**< A %s, in %s worlds. */" % (k[0], k[3], k[2].lower()) for k in kinds]
    else:
        lines = ["%s %s; /**< The sizes of CAROM_%s. */" % (k[3], k[1], k[0]) for k in kinds]
    return " ".join(lines) + "\n"


def statuses_of(text):
    """The statuses of the list as constants, each with its sentence."""
    values = ((n, "".join(re.findall(r'"([^"]*)"', sentence))) for n, sentence in STATUS.findall(text))
    return " ".join("CAROM_%s, /**< %s */" % value for value in values) + "\n"


def separate(text):
    """Members that share a line and a comment, behind them or before, each with the comment."""
    def parts(match):
        before, indent, kind, names, note = match.groups()
        note = note or before.strip().replace("/**", "/**<", 1)
        line = " ".join("%s %s; %s" % (kind, name, note) for name in re.split(r",\s*", names))
        return indent + line if match.group(5) is None else before + indent + line

    note = r"(?:(?!\*/).)*\*/"
    member = (
        r"((?:^ +/\*\*(?!<)%s\n)?)^( +)([\w ]*\w) (\w+(?:, \w+)+);(?: +(/\*\*<%s))?" % (note, note)
    )
    return re.sub(member, parts, text, flags=re.M | re.S)


def filtered(text):
    statuses = statuses_of(text)
    text = COMMENT.sub(lambda match: comment(match, text), text)
    text = KIND_LIST.sub(kinds_of, text)
    status_list = r"#define CAROM_STATUS_ENUM.*?#undef CAROM_STATUS_ENUM\n"
    text = re.sub(status_list, lambda _: statuses, text, flags=re.S)
    text = text.replace(" : made_by<Others...>", "")  # doxygen takes it for a circle
    return separate(text)


NAME = re.compile(r"(?<![`#\w\"])(?:carom|CAROM)_\w+(?![\w(])")
NAMES = linked_names()
with open(sys.argv[1]) as header:
    sys.stdout.write(filtered(header.read()))
