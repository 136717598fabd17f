#!/usr/bin/env python3
"""Changes lines of the library at random, one at a time, and sees whether a test notices.

Usage: mutate.py [--count N] [--seed S] [--jobs J] [PATH...]

Each change is one of the usual operators of mutation testing (DeMillo, Lipton, Sayward 1978; Offutt et al.
1996): another comparison, another sign, a negated condition, another constant, a statement left out. A change
whose machine code is that of the original is equal in meaning; another one takes its place (Papadakis et al.
2015). All changes meet the tests at a small scale, those of the changed module first. Survivors then meet
them at full scale. tests/mutants/equal.txt lists changes that were read and alter no result; they are counted
apart.

PATH: only lines of files whose path begins so. Prints one row for each change: its fate, and the line before
and after. The last line is `N of M noticed`. Progress goes to stderr. ./carom mutate runs this.
"""
import argparse
import concurrent.futures as futures
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ["base", "broadphase", "narrowphase", "engine"]
FLAGS = ["-std=c11", "-O1", "-fPIC", "-ffp-contract=off", "-fno-math-errno", "-fexcess-precision=fast",
         "-fno-tree-slp-vectorize", "-w"]
SMALL, FULL = "0.05", "1"
# Only other machines than this one compile these.
ELSEWHERE = {"lanes_vector.h", "lanes_plain.h"}


def run(command, **options):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, text=True, errors="replace", **pipes, **options)


def must(command, **options):
    done = run(command, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def output_of(command, limit, **options):
    """What a program prints; None when it fails, or does not end in time. Its children end with it."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
                          **options) as program:
        try:
            printed = program.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            return None
    return None if program.returncode else printed


# --- What may be changed ---

OPERATORS = [
    (r" <= ", " < "), (r" >= ", " > "), (r" < ", " <= "), (r" > ", " >= "), (r" == ", " != "),
    (r" != ", " == "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" && ", " || "),
    (r" \|\| ", " && "), (r" \+= ", " -= "), (r" -= ", " += "), (r"\+\+", "--"), (r" \? ", " && 0 ? "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"\bif \((.*)\)(?= [^)]*;$| \{$)", r"if (!(\1))"), (r"\breturn !", "return "),
    (r"\b0\b(?![.x])", "1"), (r"\b1\b(?![.x])", "2"),
    (r"(?<![\w.])([2-9]|[1-9]\d+)u?\b(?![.x])", r"(\1 + 1)"),
    (r"(?<![\w.])(\d+\.\d*f?)(?!\w)", r"(2 * \1)"), (r"\bfminf?\(", "fmax("), (r"\bfmaxf?\(", "fmin("),
]
NO_STATEMENT = r"(return|break|continue|goto|case|default|typedef|struct|static|const|else|do)\b"
STATEMENT = re.compile(rf"^\s+(?!{NO_STATEMENT})" r"[\w\->.\[\]()*&]+(\s[-+*/|&^]?=\s|\(|\+\+|--).*;$")
DECLARATION = re.compile(r"^\s+(unsigned |const )?[a-z_0-9]+(\s\**|\s\*+)[a-z_]\w*(\[\w*\])?(,.*)? = ")


def code_lines(path):
    """The lines that may be changed: within functions or macros, no comments, asserts and directives."""
    comment = False
    for number, line in enumerate(path.read_text().splitlines()):
        starts, text = comment, line.split("/*")[0]
        comment = (comment or "/*" in line) and "*/" not in line.split("/*")[-1]
        if starts or not text.startswith(" ") or '"' in text or "assert" in text:
            continue
        if text.lstrip().startswith(("#", "_Static")):
            continue
        if "/*" not in line:
            yield number, line


def changes_of(line):
    """All changed forms of a line."""
    for pattern, text in OPERATORS:
        for match in re.finditer(pattern, line):
            changed = line[:match.start()] + match.expand(text) + line[match.end():]
            if changed != line:
                yield changed
    if STATEMENT.match(line) and not DECLARATION.match(line):
        yield re.match(r"\s*", line).group() + ";"


class Change:
    def __init__(self, path, number, old, new):
        self.path, self.number, self.old, self.new = path, number, old, new

    def __str__(self):
        return f"{self.path}:{self.number + 1}\t{self.old.strip()}\t->\t{self.new.strip()}"

    def key(self):
        """Its name in equal.txt, which stays when lines move."""
        return f"{self.path}\t{self.old.strip()}\t{self.new.strip()}"


def sources(only):
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.[ch]")):
            name = str(path.relative_to(ROOT))
            if path.name not in ELSEWHERE and (not only or name.startswith(tuple(only))):
                yield name


def all_lines(only):
    """Every line that has changes, so that a line is as likely as another, however many changes it has."""
    found = []
    for name in sources(only):
        for number, line in code_lines(ROOT / name):
            forms = list(changes_of(line))
            if forms:
                found.append((name, number, line, forms))
    return found


# --- Building: a shared library that the test programs load, so that a change costs one file and one link ---

class Build:
    def __init__(self, folder, jobs):
        self.folder, self.jobs = folder, jobs
        self.check = must(["pkg-config", "--cflags", "--libs", "check"]).split()
        self.includes = [f"-I{folder / 'src' / d}" for d in ["include"] + self.rooms()]
        self.includes += ["-isystem", "/usr/include"]

    @staticmethod
    def rooms():
        """The folders within the layers."""
        inside = [p for layer in LAYERS for p in sorted((ROOT / layer).rglob("*"))]
        return [str(p.relative_to(ROOT)) for p in inside if p.is_dir()]

    def copy(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        listed = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard"]
        for name in must([*listed, "include", "tests", *LAYERS]).split():
            target = self.folder / "src" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)

    def compile(self, name, out):
        """Compiles a source of the copy; None, or what the compiler says."""
        out.parent.mkdir(parents=True, exist_ok=True)
        source = str(self.folder / "src" / name)
        done = run(["gcc", *FLAGS, "-DCAROM_BUILDING", *self.includes, "-MMD", "-c", source, "-o", str(out)])
        return done.stdout if done.returncode else None

    def object_of(self, name):
        return self.folder / "objects" / (name.replace("/", "_") + ".o")

    def library(self):
        self.names = [n for n in sources([]) if n.endswith(".c")]
        with futures.ThreadPoolExecutor(self.jobs) as pool:
            for wrong in pool.map(lambda n: self.compile(n, self.object_of(n)), self.names):
                if wrong:
                    sys.exit(wrong)
        self.users = {}
        for name in self.names:
            for used in self.object_of(name).with_suffix(".d").read_text().replace("\\\n", " ").split()[1:]:
                if used.startswith(str(self.folder)):
                    self.users.setdefault(os.path.relpath(used, self.folder / "src"), {})[name] = True
        self.link([self.object_of(n) for n in self.names], self.folder / "whole")

    @staticmethod
    def link(objects, folder):
        folder.mkdir(parents=True, exist_ok=True)
        out = str(folder / "libwhole.so")
        must(["gcc", "-shared", "-Wl,-Bsymbolic", *map(str, objects), "-lm", "-lpthread", "-o", out])

    def program(self, name, files, more=()):
        out = self.folder / "programs" / name
        out.parent.mkdir(parents=True, exist_ok=True)
        source = self.folder / "src"
        includes = [*self.includes, f"-I{source / 'tests'}", f"-I{source / 'tests/bits'}"]
        includes.append(f'-DCAROM_SAMPLE_DATA="{ROOT}/samples/data"')
        libraries = [f"-L{self.folder / 'whole'}", "-lwhole", *self.check, *more, "-lm", "-lpthread"]
        must(["gcc", *FLAGS, *includes, *map(str, files), *libraries, "-o", str(out)])
        return name

    def programs(self):
        source = self.folder / "src" / "tests"
        work = [(p.stem, [p, source / "main.c"], ["-l:libqhull_r.so"] if p.stem == "test_hull" else [])
                for layer in LAYERS for p in sorted(source.glob(f"{layer}/test_*.c"))]
        work += [("golden", sorted(source.glob("golden/*.c")) + [source / "bits/scenes.c"], []),
                 ("narrow_bits", [source / "bits/narrow_bits.c", source / "bits/scenes.c"], [])]
        with futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(lambda w: self.program(*w), work))

    def change(self, change, folder):
        """Builds the library with a change in `folder`: "built", "equal" (the same code) or "refused"."""
        path = self.folder / "src" / change.path
        original = path.read_text()
        lines = original.splitlines()
        lines[change.number] = change.new
        users = [change.path] if change.path.endswith(".c") else list(self.users.get(change.path, ()))
        path.write_text("\n".join(lines) + "\n")
        fresh = [folder / (n.replace("/", "_") + ".o") for n in users]
        try:
            with futures.ThreadPoolExecutor(self.jobs) as pool:
                wrong = list(pool.map(self.compile, users, fresh))
        finally:
            path.write_text(original)
        if any(wrong):
            return "refused"
        if all(same_code(self.object_of(n), o) for n, o in zip(users, fresh)):
            return "equal"
        self.link(fresh + [self.object_of(n) for n in self.names if n not in users], folder)
        return "built"


def same_code(a, b):
    """Do two object files hold the same code and data? __LINE__ is the same, as changes keep lines."""
    constants = [".rodata", ".rodata.cst4", ".rodata.cst8", ".rodata.cst16"]
    sections = [".text", *constants, ".data.rel.ro.local", ".data"]
    chosen = [word for section in sections for word in ("-j", section)]

    def dump(o):
        printed = must(["objdump", "-d", "-r", "-s", *chosen, str(o)])
        return re.sub(r"^.*file format.*$", "", printed, flags=re.M)

    return dump(a) == dump(b)


# --- Asking the tests ---

class Tests:
    def __init__(self, build, programs):
        self.build, self.programs = build, programs
        self.expected = {"golden": ROOT / "tests/golden/golden.txt",
                         "narrow_bits": ROOT / "tests/bits/narrow_bits.txt"}
        self.seconds = {}

    def passes(self, name, library, scale, limit):
        """Runs a program with a library; a crash, a wrong output and a program without end are noticed."""
        environment = dict(os.environ, LD_LIBRARY_PATH=str(library), CAROM_TEST_SCALE=scale)
        arguments = []
        if name == "golden":
            arguments = ["--threads", "2"] + (["--steps", "300"] if scale == SMALL else [])
        program = [str(self.build.folder / "programs" / name), *arguments]
        printed = output_of(program, limit, env=environment, cwd=library)
        if printed is None:
            return False
        return name not in self.expected or self.expected[name].read_bytes().startswith(printed)

    def time_all(self):
        """How long each takes on the library as it is, where all must pass."""
        for name in self.programs:
            start = time.monotonic()
            if not self.passes(name, self.build.folder / "whole", SMALL, 600):
                sys.exit(f"{name} fails on the library as it is")
            self.seconds[name] = time.monotonic() - start

    def order(self, path):
        """First those named like the changed file, then the quickest."""
        words = set(pathlib.Path(path).stem.split("_"))
        return sorted(self.programs, key=lambda n: (-len(words & set(n.split("_"))), self.seconds[n]))

    def notice(self, change, library, scale):
        """The first test that notices a change, or None."""
        stop = threading.Event()

        def ask(name):
            if stop.is_set():
                return None
            limit = 30 + 10 * self.seconds[name] * (1 if scale == SMALL else 40)
            if self.passes(name, library, scale, limit):
                return None
            stop.set()
            return name

        with futures.ThreadPoolExecutor(self.build.jobs) as pool:
            return next((name for name in pool.map(ask, self.order(change.path)) if name), None)


def known_equal():
    path = ROOT / "tests/mutants/equal.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return {"\t".join(l.split("\t")[:3]) for l in lines if l and not l.startswith("#")}


class Trial:
    """Changes and their fates."""

    def __init__(self, build, tests):
        self.build, self.tests, self.start = build, tests, time.monotonic()
        self.noticed, self.known, self.survivors = 0, 0, []

    def tell(self, fate, change):
        print(f"{fate}\t{change}", flush=True)

    def ask(self, change, scale):
        """"refused" or "equal" by the compiler, or whether a test notices it."""
        folder = self.build.folder / "changed"
        built = self.build.change(change, folder)
        if built != "built":
            return built
        by = self.tests.notice(change, folder, scale)
        if by:
            self.noticed += 1
            self.tell(f"noticed by {by}", change)
        return "noticed" if by else "survived"

    def draw(self, lines, count, source, known):
        """Takes so many changes at the small scale."""
        while self.done() < count and lines:
            name, number, line, forms = lines.pop(source.randrange(len(lines)))
            change = Change(name, number, line, source.choice(forms))
            if change.key() in known:
                self.known += 1
                self.tell("known to be equal", change)
            elif self.ask(change, SMALL) == "survived":
                self.survivors.append(change)
            seconds = time.monotonic() - self.start
            print(f"{self.done()} of {count}, {len(self.survivors)} to be looked at closer, {seconds:.0f} s",
                  file=sys.stderr)

    def done(self):
        return self.noticed + self.known + len(self.survivors)

    def look_closer(self):
        """What has survived meets the tests at full scale."""
        again, self.survivors = self.survivors, []
        for i, change in enumerate(again):
            print(f"closer: {i + 1} of {len(again)}: {change}", file=sys.stderr)
            if self.ask(change, FULL) == "survived":
                self.survivors.append(change)
                self.tell("SURVIVED", change)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=150, help="how many changes (150)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at a time (as processors)")
    parser.add_argument("paths", nargs="*", help="only lines of files whose path begins so")
    return parser.parse_args()


def main():
    asked = arguments()
    build = Build(ROOT / "build" / "mutants", asked.jobs)
    print("building the library and its tests", file=sys.stderr)
    build.copy()
    build.library()
    tests = Tests(build, build.programs())
    tests.time_all()
    trial = Trial(build, tests)
    trial.draw(all_lines(asked.paths), asked.count, random.Random(asked.seed), known_equal())
    trial.look_closer()
    count = trial.noticed + len(trial.survivors)
    print(f"{trial.noticed} of {count} noticed; {trial.known} known to be equal in meaning")
    return 0 if 20 * trial.noticed >= 19 * count else 1


if __name__ == "__main__":
    sys.exit(main())
