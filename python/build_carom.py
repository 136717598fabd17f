"""Describes the extension module to cffi: carom as one file, and declarations from docs/api.json."""
import os
import subprocess
import sys

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import declarations  # noqa: E402

HELPERS = """
typedef struct carom_event_row { carom_event_kind kind; carom_end_cause cause; carom_contact contact; }
    carom_event_row;
void carom_py_copy_events(const carom_event *events, size_t count, carom_event_row *out);
void carom_py_copy_contacts(const carom_contact **contacts, size_t count, carom_contact *out);
void carom_py_copy_patches(const carom_contact *contacts, size_t count, carom_patch *out, size_t *starts);
carom_status carom_py_place(const carom_shape *shapes, const carom_pose *poses, size_t count,
                            carom_placed *out, size_t *wrong);
void carom_py_count_islands(const carom_island *islands, size_t count, size_t *body_starts,
                            size_t *contact_starts);
void carom_py_copy_islands(const carom_island *islands, size_t count, const carom_contact *first,
                           carom_body *bodies, size_t *contacts, bool *rests);
typedef struct { unsigned changes; ...; } carom_py_turns;
typedef struct { ...; } carom_py_turn;
typedef enum { CAROM_PY_NONE, CAROM_PY_CHANGE, CAROM_PY_ASK, CAROM_PY_WRITE } carom_py_use;
int carom_py_begin(carom_py_turns *turns, carom_py_turn *turn, carom_py_use use);
void carom_py_end(carom_py_turn *turn);
carom_status carom_py_close(carom_world **world);
static carom_user_map carom_py_users;
extern "Python" void carom_py_on_event(void *, carom_world *, const carom_event *);
extern "Python" bool carom_py_on_keep(void *, const carom_world *, const carom_event *);
extern "Python" bool carom_py_on_filter(void *, const carom_world *, const carom_contact_side *,
                                        const carom_contact_side *);
extern "Python" bool carom_py_on_query(void *, const carom_world *, carom_body, carom_collider);
extern "Python" bool carom_py_on_join(void *, const carom_world *, carom_body);
extern "Python" bool carom_py_on_write(void *, const void *, size_t);
extern "Python" void carom_py_on_log(void *, carom_status, const char *, const char *);
"""


def constants(api):
    lines = ["static const uint64_t %s;" % name for name in declarations.MASKS]
    for constant in api["constants"]:
        kind = "double" if isinstance(declarations.number(constant), float) else "int64_t"
        lines.append("static const %s %s;" % (kind, constant["name"]))
    return lines


def compiler_flags():
    """Those of CMakeLists.txt: nothing may be contracted, and gcc needs two more."""
    flags = ["-std=c11", "-O3", "-g0", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden"]
    compiler = os.environ.get("CC", "cc").split()
    clang = "clang" in subprocess.run(compiler + ["--version"], capture_output=True, text=True).stdout
    return flags if clang else flags + ["-fexcess-precision=fast", "-fno-tree-slp-vectorize"]


def describe():
    os.chdir(HERE)
    folder = declarations.one_file()
    api = declarations.read_api()
    builder = cffi.FFI()
    builder.cdef(
        "\n".join(declarations.types(api) + constants(api) + declarations.functions(api) + [HELPERS])
    )
    builder.set_source(
        "carom._carom",
        '#include "carom_py.h"',
        sources=[os.path.join(folder, name) for name in ("carom.c", "carom_avx2.c")],
        include_dirs=[folder, "."],
        extra_compile_args=compiler_flags(),
        extra_link_args=["-pthread"],
        libraries=["m"],
    )
    return builder


ffi = describe()
