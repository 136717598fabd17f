"""Builds the package from the checkout that this folder is in: `pip install ./python`. `setup.py sdist` packs
what builds elsewhere."""
import os
import shutil
import sys

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import declarations  # noqa: E402
import generate  # noqa: E402


class BuildPython(build_py):
    """Adds what is made from docs/api.json to the package."""

    def run(self):
        super().run()
        folder = os.path.join(self.build_lib, "carom")
        self.made = [os.path.join(folder, name) for name in generate.write_all(folder)]

    def get_outputs(self, include_bytecode=1):
        return super().get_outputs(include_bytecode) + getattr(self, "made", [])


class PackSources(sdist):
    """Adds what the build needs from the checkout. A source distribution has it already (MANIFEST.in)."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        if not os.path.isdir(declarations.PACKED):
            folder = os.path.join(base_dir, "source")
            shutil.copytree(os.path.join(declarations.HERE, declarations.one_file()), folder)
            shutil.copy(declarations.api_path(), folder)
            shutil.copy(os.path.join(declarations.ROOT, "LICENSE"), base_dir)


setup(
    version=declarations.read_version(),
    cffi_modules=["build_carom.py:ffi"],
    cmdclass={"build_py": BuildPython, "sdist": PackSources},
)
