"""The samples run, and what they print is what they compute."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SAMPLES = Path(__file__).parents[1] / "samples"


class SamplesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_sample(self, name, *arguments):
        environment = dict(os.environ, MPLBACKEND="Agg", MPLCONFIGDIR=str(self.folder))
        command = [sys.executable, str(SAMPLES / name), *arguments]
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_every_sample_has_a_test(self):
        tested = set(re.findall(r'run_sample\("(\w+\.py)"', Path(__file__).read_text()))
        self.assertEqual({path.name for path in SAMPLES.glob("*.py")}, tested)

    def test_the_arm_has_neighbours_that_touch_and_others_that_sometimes_do(self):
        printed = self.run_sample("robot_arm.py")
        rows = [line.split()[2:] for line in printed.splitlines() if line.startswith("link")]
        self.assertEqual([len(row) for row in rows], [7] * 7)
        self.assertEqual(rows[0][1], "100%")
        self.assertTrue(0 < int(rows[0][3].rstrip("%")) < 100)

    def test_rays_hit_ground_and_trees(self):
        printed = self.run_sample("many_rays.py")
        count, ground, trees = map(int, re.findall(r"\d+", printed)[:3])
        self.assertEqual(count, 100000)
        self.assertTrue(trees > 1000 and ground > 50000)
        lowest = float(re.search(r"lowest point is at (\S+)", printed).group(1))
        self.assertTrue(-3 <= lowest < -2.5)

    def test_contacts_are_drawn(self):
        printed = self.run_sample("plot_contacts.py", "made.png")
        contacts, points = map(int, re.findall(r"\d+", printed)[:2])
        self.assertTrue(10 < contacts <= points <= 2 * contacts)
        self.assertEqual((self.folder / "made.png").read_bytes()[:4], b"\x89PNG")

    def test_a_picture_moves(self):
        printed = self.run_sample("moving.py", "made.gif")
        self.assertRegex(printed, r"^90 frames, \d\d+ bounces: see made.gif")
        made = (self.folder / "made.gif").read_bytes()
        self.assertEqual(made[:6], b"GIF89a")
        self.assertGreater(made.count(b"\x21\xf9\x04"), 60)
