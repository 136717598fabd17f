"""Builds the package from the checkout that this folder is in: `pip install ./python`."""
import os
import sys

from setuptools import setup
from setuptools.command.build_py import build_py

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


setup(
    version=declarations.read_version(),
    cffi_modules=["build_carom.py:ffi"],
    cmdclass={"build_py": BuildPython},
)
