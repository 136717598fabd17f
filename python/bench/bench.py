"""What calls from Python cost, beside the same calls from C, and beside one FCL call for each pair.

    python bench.py [--repeats N] [--rays N] [--bodies N] [--fcl]

Prints lines with tabs: the call, the number of elements, nanoseconds an element, and the ratio to the way
named last. The time is that of the thread itself, the least of all repeats. For C it compiles bench.c with
the library in build/run, which `./carom lua FOLDER` makes. --fcl needs libfcl-dev and compiles fcl_pairs.cpp.
"""
import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import carom
import cffi
import numpy as np

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def least(call, count, repeats):
    """Nanoseconds an element."""
    best = float("inf")
    for _ in range(repeats):
        start = time.thread_time_ns()
        call()
        best = min(best, time.thread_time_ns() - start)
    return best / count


def row(name, count, cost, other=None, of=""):
    ratio = "%.3f of %s" % (cost / other, of) if other else ""
    print("%s\t%d\t%.1f\t%s" % (name, count, cost, ratio), flush=True)


def make_scene(options):
    """A world of boxes at random, rays through it, and new poses for the boxes."""
    random, count = np.random.default_rng(1), options.bodies
    world = carom.World()
    size = 3.0 * count ** (1 / 3)
    bodies = world.create_bodies(random.uniform(-size, size, (count, 3)), carom.box(0.5, 0.7, 0.9))
    origins = random.uniform(-size, size, (options.rays, 3))
    rays = carom.rays(origins, random.normal(size=(options.rays, 3)) * 10)
    rotations = random.normal(size=(count, 4))
    rotations /= np.linalg.norm(rotations, axis=1)[:, None]
    return world, rays, bodies, random.uniform(-size, size, (count, 3)), rotations


def python_costs(scene, repeats):
    world, rays, bodies, positions, rotations = scene
    hits, out = np.zeros(len(rays), carom.dtypes.ray_hit), (positions.copy(), rotations.copy())
    moves = {
        "set_poses": lambda: world.set_poses(bodies, positions, rotations),
        "get_poses": lambda: world.get_poses(bodies, *out),
    }
    costs = {"rays": least(lambda: world.cast_rays(rays, out=hits), len(rays), repeats)}
    for name, call in moves.items():
        costs[name] = least(call, len(bodies), 10 * repeats)
    return costs


def c_costs(scene, repeats):
    """The costs of bench.c for the same bytes."""
    world, *arrays = scene
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "bench")
        library = ROOT / "build" / "run"
        sources = [str(HERE / "bench.c"), str(library / "libcarom.so"), "-Wl,-rpath,%s" % library]
        subprocess.run(
            ["cc", "-O2", "-I" + str(ROOT / "include"), *sources, "-lm", "-pthread", "-o", program],
            check=True,
        )
        names = []
        for i, content in enumerate([world.save()] + [array.tobytes() for array in arrays]):
            names.append(os.path.join(folder, str(i)))
            Path(names[-1]).write_bytes(content)
        done = subprocess.run([program, *names, str(repeats)], check=True, capture_output=True, text=True)
    return {name: float(cost) for name, cost in (line.split() for line in done.stdout.splitlines())}


def bench_bulk(options):
    """Python and C take turns, so that a busy machine harms both alike."""
    scene = make_scene(options)
    python, c = [], []
    for _ in range(5):
        python.append(python_costs(scene, options.repeats))
        c.append(c_costs(scene, options.repeats))
    for name in c[0]:
        count = options.rays if name == "rays" else options.bodies
        cost = min(costs[name] for costs in c)
        row("%s in C" % name, count, cost)
        row("%s in Python" % name, count, min(costs[name] for costs in python), cost, "C")


def load_fcl():
    """fcl_pairs.cpp as a module, made by cffi in a folder of its own."""
    builder = cffi.FFI()
    builder.cdef("void *fcl_box(double, double, double); int fcl_collide(void *, void *);")
    builder.cdef("void fcl_set_transform(void *, const double *, const double *);")
    builder.cdef("double fcl_distance(void *, void *);")
    text = '#include "%s"' % (HERE / "fcl_pairs.cpp")
    flags = subprocess.run(["pkg-config", "--cflags", "fcl"], capture_output=True, text=True).stdout.split()
    libraries = ["fcl", "ccd", "octomap", "octomath"]
    builder.set_source(
        "fcl_pairs", text, source_extension=".cpp", libraries=libraries, extra_compile_args=["-O2"] + flags
    )
    folder = tempfile.mkdtemp()
    builder.compile(tmpdir=folder)
    sys.path.insert(0, folder)
    import fcl_pairs

    return fcl_pairs


def boxes(count=60):
    """Halves, positions and rotations of boxes of which a tenth of the pairs touch."""
    random = np.random.default_rng(2)
    rotations = random.normal(size=(count, 4))
    rotations /= np.linalg.norm(rotations, axis=1)[:, None]
    return random.uniform(0.3, 0.8, (count, 3)), random.uniform(-1.7, 1.7, (count, 3)), rotations


def fcl_calls(scene, pairs):
    """One call a pair, after each box was put at its place."""
    fcl = load_fcl()
    objects = [fcl.lib.fcl_box(*(2 * half)) for half in scene[0]]
    places = [
        (fcl.ffi.new("double[]", p.tolist()), fcl.ffi.new("double[]", r.tolist())) for p, r in zip(*scene[1:])
    ]
    listed = [(objects[i], objects[j]) for i, j in pairs]

    def run(function):
        for placed, (position, rotation) in zip(objects, places):
            fcl.lib.fcl_set_transform(placed, position, rotation)
        return [function(a, b) for a, b in listed]

    return lambda: run(fcl.lib.fcl_collide), lambda: run(fcl.lib.fcl_distance)


def bench_pairs(options):
    halves, positions, rotations = scene = boxes()
    shapes = [carom.box(*half) for half in halves]
    poses = [carom.Pose(p.tolist(), r.tolist()) for p, r in zip(positions, rotations)]
    placed, pairs = carom.Placed(shapes), list(itertools.combinations(range(len(shapes)), 2))
    table = np.array(pairs, np.uint32)
    ways = fcl_calls(scene, pairs)
    costs = [least(way, len(pairs), options.repeats) for way in ways]

    def batch(name):
        placed.move(positions, rotations)
        return getattr(placed, name)(table)

    touching = (batch("overlaps") == np.array(ways[0](), bool)).mean()
    print(
        "# %d pairs, %.1f %% touch; %.1f %% of the answers agree"
        % (len(pairs), 100 * batch("overlaps").mean(), 100 * touching)
    )
    for name, one, many, fcl in (
        ("overlap", carom.overlap, "overlaps", costs[0]),
        ("distance", carom.distance, "distances", costs[1]),
    ):
        row("%s, one FCL call a pair" % name, len(pairs), fcl)
        single = least(
            lambda: [one(shapes[i], poses[i], shapes[j], poses[j]) for i, j in pairs],
            len(pairs),
            options.repeats,
        )
        row("%s, one carom call a pair" % name, len(pairs), single, fcl, "FCL")
        row(
            "%s, one carom batch" % name,
            len(pairs),
            least(lambda: batch(many), len(pairs), options.repeats),
            fcl,
            "FCL",
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("repeats", 5), ("rays", 1000000), ("bodies", 10000)):
        parser.add_argument("--" + name, type=int, default=usual)
    parser.add_argument("--fcl", action="store_true")
    options = parser.parse_args()
    print("call\telements\tns an element\tratio")
    bench_bulk(options)
    if options.fcl:
        bench_pairs(options)


main()
