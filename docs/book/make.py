#!/usr/bin/env python3
"""Makes the book: a site of the guide, the other pages of docs, the samples and the reference.

    docs/book/make.py PROGRAMS FOLDER
    docs/book/make.py --programs       # the programs that draw its pictures

PROGRAMS is the folder of these programs. The site begins at FOLDER/index.html.
"""
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FRONT = "docs/guide/README.md"
BACKGROUND = ["installing", "platforms", "python", "events", "limits", "determinism", "performance",
              "narrowphase", "solver", "viewer", "systems", "design"]
OTHERS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
# Enums whose constants are lists of macros, which header_filter.py reads.
LISTED = ("carom_status", "carom_shape_kind")
# The samples that draw pictures, with the arguments before the name of the file.
PICTURES = {"character": [], "gjk": [], "marquee": [], "sprites": [], "coast": [], "solver": ["dominoes"],
            "level": ["--steps", "300", "--bodies", "150", "--svg"]}
FENCE = re.compile(r"^(```.*?^```\n|(?:(?<=\n\n)    [^\n]*\n(?:(?:    [^\n]*)?\n)*))", re.M | re.S)
CODE = re.compile(r"`(\w+)`")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def read(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


def public_names():
    """What the reference has an entry for: functions, structs, enums and constants."""
    api = json.loads(read("docs/api.json"))
    lists = [entries for entries in api.values() if isinstance(entries, list)]
    names = {entry["name"] for entries in lists for entry in entries if entry["name"]}
    return names | {c["name"] for enum in api["enums"] for c in enum["constants"]}


def check_constants():
    """Each constant of an enum must have its text, which doxygen does not ask for."""
    enums = (enum for enum in json.loads(read("docs/api.json"))["enums"] if enum["name"] not in LISTED)
    bare = [c["name"] for enum in enums for c in enum["constants"] if not c["comment"]]
    if bare:
        sys.exit("no comment: " + ", ".join(bare))


def chapters():
    """The pages of the guide, in the order of its front page."""
    return re.findall(r"\]\((\w+\.md)\)", read(FRONT))


def samples():
    """The name of each sample, with the files of its source."""
    folder = os.path.join(ROOT, "samples")
    found = {}
    for name in sorted(os.listdir(folder)):
        base, end = os.path.splitext(name)
        if end in (".c", ".cpp"):
            found[base] = ["samples/" + name]
        elif os.path.exists(os.path.join(folder, name, "main.c")):
            files = sorted(f for f in os.listdir(os.path.join(folder, name)) if f.endswith(".c"))
            files.sort(key=lambda f: f != "main.c")
            found[base] = ["samples/%s/%s" % (name, f) for f in files]
    return found


def page_ids():
    """The id of the page that each file of the repository becomes."""
    ids = {FRONT: "index", "samples": "samples", "docs": "background"}
    ids.update({"docs/guide/" + name: "guide_" + name[:-3] for name in chapters()})
    ids.update({"docs/%s.md" % name: "background_" + name for name in BACKGROUND})
    ids.update({name: "repository_" + name[:-3].lower() for name in OTHERS})
    for name, files in samples().items():
        ids[files[0]] = "sample_" + name
        if files[0].endswith("/main.c"):
            ids[os.path.dirname(files[0])] = "sample_" + name
    return ids


class Book:
    def __init__(self, programs, folder):
        self.programs, self.folder = os.path.abspath(programs), os.path.abspath(folder)
        self.pages = os.path.join(self.folder, "pages")
        self.pictures = os.path.join(self.folder, "pictures")
        self.ids = page_ids()
        self.names = public_names()

    def make(self):
        check_constants()
        self.empty()
        os.makedirs(self.pictures)
        self.draw()
        self.write_guide()
        self.write_background()
        self.write_samples()
        self.run_doxygen()

    def empty(self):
        """Makes an empty folder of the one of an earlier book. Whatever else is there stays."""
        mark = os.path.join(self.folder, ".carom-book")
        if os.path.isdir(self.folder) and os.listdir(self.folder) and not os.path.exists(mark):
            sys.exit("%s holds something else; name another folder" % self.folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.pages)
        with open(mark, "w"):
            pass

    def draw(self):
        """Pictures: those that samples draw, the figures of the guide, and those of the repository."""
        for name, arguments in PICTURES.items():
            picture = os.path.join(self.pictures, name + ".svg")
            self.run_program(name, arguments + [picture])
        self.run_program("figures", [self.pictures])

    def run_program(self, name, arguments):
        program = os.path.join(self.programs, program_of(name))
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s failed: %s" % (program, done.stderr))

    def anchor(self, target, fragment):
        """The anchor of a heading: markdown names it by its words, doxygen by the page as well."""
        return "%s_%s" % (self.ids[target], fragment)

    def link(self, match, source):
        picture, text, address = match.groups()
        text = text.replace("\n", " ")
        if re.match(r"\w+:", address):
            return match.group()
        path, _, fragment = address.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(source), path)) if path else source
        if picture:
            return '<img class="figure" src="%s" alt="%s"/>' % (self.picture(target), text)
        if fragment:
            return '@ref %s "%s"' % (self.anchor(target, fragment), text)
        if target in self.ids:
            return '@ref %s "%s"' % (self.ids[target], text.replace("`", ""))
        if target.startswith("include/carom/"):
            return '@ref %s "%s"' % (os.path.basename(target), text.replace("`", ""))
        if not os.path.exists(os.path.join(ROOT, target)):
            sys.exit("%s: there is no %s" % (source, address))
        return "%s (`%s`)" % (text, target) if text != target else "`%s`" % target

    def code(self, match):
        """A name in backticks leads to its entry in the reference."""
        name = match.group(1)
        return '<tt>@ref %s "%s"</tt>' % (name, name) if name in self.names else match.group()

    def picture(self, target):
        """A picture beside the pages of the site: one of the repository, or one that was just drawn."""
        name = os.path.basename(target)
        if os.path.exists(os.path.join(ROOT, target)):
            shutil.copy(os.path.join(ROOT, target), self.pictures)
        if not os.path.exists(os.path.join(self.pictures, name)):
            sys.exit("there is no picture " + target)
        return name

    def translate(self, text, source):
        """Markdown of the repository as markdown of doxygen, but for code, which stays as it is."""
        parts, seen = FENCE.split(text), {}
        for i in range(0, len(parts), 2):
            prose = LINK.sub(lambda match: self.link(match, source), parts[i])
            prose = CODE.sub(self.code, prose)
            parts[i] = re.sub(r"^(##+) (.*)$", lambda m: self.heading(m, source, seen), prose, flags=re.M)
        return "".join(parts)

    def heading(self, match, source, seen):
        """A heading with the anchor that links of the repository use. The second of a name ends in -1."""
        marks, text = match.groups()
        words = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        seen[words] = seen.get(words, -1) + 1
        words += "-%d" % seen[words] if seen[words] else ""
        if source == FRONT:
            return "<h2>%s</h2>" % text  # the side bar has the pages of the front page, and not its headings
        return "%s %s {#%s}" % (marks, text, self.anchor(source, words))

    def write(self, page_id, title, text):
        with open(os.path.join(self.pages, page_id + ".md"), "w") as file:
            name = "mainpage" if page_id == "index" else page_id
            file.write("# %s {#%s}\n\n%s" % (title, name, text))

    def write_page(self, source):
        title, text = re.match(r"# ([^\n]*)\n(.*)", read(source), re.S).groups()
        title = "README" if source == "README.md" else title
        self.write(self.ids[source], title, self.translate(text, source))

    def subpages(self, page_ids):
        return "".join("- @subpage %s\n" % page_id for page_id in page_ids)

    def write_guide(self):
        title, text = re.match(r"# ([^\n]*)\n(.*)", read(FRONT), re.S).groups()
        text = self.translate(text, FRONT).replace("@ref guide_", "@subpage guide_")
        text = text.replace("@ref background ", "@subpage background ")
        text = text.replace("@ref samples ", "@subpage samples ")
        self.write("index", title, text)
        for name in chapters():
            self.write_page("docs/guide/" + name)

    def write_background(self):
        sources = ["docs/%s.md" % name for name in BACKGROUND] + OTHERS
        for source in sources:
            self.write_page(source)
        text = "These pages explain what is behind the guide. The sources hold them, too.\n\n"
        self.write("background", "Background", text + self.subpages(self.ids[s] for s in sources))

    def write_samples(self):
        readme = read("README.md")
        text = re.search(r"^## Samples\n(.*?)^## ", readme, re.M | re.S).group(1)
        text = self.translate(text, "README.md")
        text = re.sub(r"^\| @ref (sample_\w+)", r"| @subpage \1", text, flags=re.M)
        self.write("samples", "Samples", text)
        for name, files in samples().items():
            self.write("sample_" + name, name, self.sample(name, files))

    def sample(self, name, files):
        source = read(files[0])
        comment = re.match(r"/\*(.*?)\*/|//([^\n]*)", source, re.S)
        lines = (comment.group(1) or comment.group(2)).split("\n")
        words = "\n".join(re.sub(r"^ \* ?", "", line).rstrip() for line in lines).strip()
        words = re.sub(r"^[\w.]+: (\w)", lambda m: m.group(1).upper(), words)
        text = re.sub(r"^  +(?=\S)", "    ", words, flags=re.M) + "\n\n"
        if name in PICTURES:
            text += '<img class="figure" src="%s.svg" alt="what %s draws"/>\n\n' % (name, name)
        expected = "samples/expected/%s.txt" % name
        if os.path.exists(os.path.join(ROOT, expected)):
            text += "## Output\n\n```text\n%s```\n\n" % read(expected)
        for path in files:
            text += "## %s\n\n```c\n%s```\n\n" % (path if len(files) > 1 else "Source", read(path))
        return text

    def run_doxygen(self):
        settings = read("docs/Doxyfile") + "\n".join([
            'OUTPUT_DIRECTORY = "%s"' % self.folder,
            "HTML_OUTPUT = .",
            'INPUT = include/carom "%s"' % self.pages,
            "FILE_PATTERNS = *.h *.hpp *.md",
            'STRIP_FROM_PATH = include "%s"' % self.folder,
            "STRIP_FROM_INC_PATH = include",
            "PROJECT_NUMBER = " + version(),
            "HTML_EXTRA_FILES = " + " ".join(
                '"%s"' % os.path.join(self.pictures, name) for name in sorted(os.listdir(self.pictures))),
        ])
        done = subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=ROOT)
        if done.returncode:
            sys.exit("doxygen has warnings, which are above")
        self.remove_paths()
        shutil.rmtree(self.pages)
        shutil.rmtree(self.pictures)

    def remove_paths(self):
        """Removes anchors that are made of the path of this machine. Nothing leads to them."""
        for name in (name for name in os.listdir(self.folder) if name.endswith(".html")):
            path = os.path.join(self.folder, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(re.sub(r'<a class="anchor" id="md_[\w-]+"></a>', "", text))


def program_of(name):
    return "carom_level" if name == "level" else "sample_" + name


def version():
    return ".".join(re.findall(r"define CAROM_VERSION_\w+ (\d+)", read("include/carom/common.h")))


if sys.argv[1:] == ["--programs"]:
    print(*map(program_of, [*PICTURES, "figures"]))
elif len(sys.argv) == 3:
    Book(sys.argv[1], sys.argv[2]).make()
else:
    sys.exit(__doc__)
