"""The package as a whole: dtypes, names and comments are those of C."""
import contextlib
import io
import json
import pickle
import re
import textwrap
import unittest
from pathlib import Path

import carom
import numpy as np

ROOT = Path(__file__).parents[2]
API = json.loads((ROOT / "docs" / "api.json").read_text())


class PackageTest(unittest.TestCase):
    def test_version_is_that_of_the_library(self):
        self.assertEqual(carom.__version__, carom.ffi.string(carom.lib.carom_version()).decode())

    def test_every_function_is_there(self):
        self.assertGreater(len(API["functions"]), 200)
        missing = [f["name"] for f in API["functions"] if not hasattr(carom.lib, f["name"])]
        self.assertEqual(missing, [])

    def test_dtypes_have_the_offsets_of_the_compiler(self):
        checked = 0
        for name in carom.dtypes.__all__:
            dtype, kind = getattr(carom.dtypes, name), "carom_" + name
            self.assertEqual(dtype.itemsize, carom.ffi.sizeof(kind), name)
            for field, (inner, offset) in dtype.fields.items():
                self.assertEqual(offset, carom.ffi.offsetof(kind, field), (name, field))
                checked += 1
        self.assertGreater(checked, 300)

    def test_numbers_have_the_types_of_the_compiler(self):
        fields = carom.dtypes.ray_hit.fields
        self.assertEqual(fields["point"][0], np.dtype(("f8", (3,))))
        self.assertEqual(fields["normal"][0], np.dtype(("f4", (3,))))
        self.assertEqual(fields["body"][0], np.dtype("u8"))
        self.assertEqual(fields["inside"][0], np.dtype("?"))

    def test_constants_are_those_of_the_headers(self):
        for enum in API["enums"]:
            for constant in enum["constants"]:
                self.assertEqual(getattr(carom.lib, constant["name"]), constant["value"])
        self.assertEqual(carom.EventKind.STAY, carom.lib.CAROM_EVENT_STAY)
        self.assertEqual(carom.EndCause.SEPARATED, carom.lib.CAROM_END_SEPARATED)
        self.assertEqual(carom.lib.CAROM_SIZE_MAX, 1e6)
        self.assertEqual(carom.MASK_NONE, 1 << 63)

    def test_every_kind_of_shape_has_its_function(self):
        makers = [f["name"] for f in API["functions"] if f["returns"] == "carom_shape"]
        self.assertGreater(len(makers), 20)
        for name in makers:
            self.assertTrue(getattr(carom, name.replace("carom_shape_", "")).__doc__)

    def test_comments_are_those_of_the_headers(self):
        self.assertIn("dt seconds", carom.comment("carom_world_step"))
        self.assertIn("half extents", carom.box.__doc__)
        self.assertIn(carom.comment("carom_distance"), carom.distance.__doc__)

    def test_stubs_name_every_function(self):
        text = (Path(carom.__file__).parent / "_carom.pyi").read_text()
        compile(text, "_carom.pyi", "exec")
        for function in API["functions"]:
            self.assertIn("def %s(" % function["name"], text)
        self.assertTrue((Path(carom.__file__).parent / "py.typed").exists())

    def test_the_programs_of_the_manual_run(self):
        random = np.random.default_rng(1)
        given = {"carom": carom, "positions": random.uniform(-1, 1, (20, 3)), "velocities": np.ones((20, 3))}
        given.update(origins=np.full((5, 3), -5.0), translations=np.full((5, 3), 9.0))
        readme = (ROOT / "README.md").read_text()
        exec(re.search(r"```python\n(.*?)```", readme, re.S).group(1), given)
        self.assertGreater(len(given["normals"]), 10)
        self.assertTrue(given["hits"]["body"].all())
        program = re.search(r"\n\n((?:    .*\n)+)", carom.__doc__).group(1)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(textwrap.dedent(program), {})
        self.assertIn("1.", printed.getvalue())

    def test_all_names_exist(self):
        for name in carom.__all__:
            self.assertTrue(hasattr(carom, name), name)

    def test_errors_can_be_pickled(self):
        error = pickle.loads(pickle.dumps(carom.Error(carom.Status.STALE_ID, "body 3")))
        self.assertEqual((error.status, error.detail), (carom.Status.STALE_ID, "body 3"))
        self.assertIn("destroyed", str(error))
