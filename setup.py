"""Packs the top-level folders that the package reads at run time; everything else is in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SHIPPED = ("grammars", "rulesets", "reports")


class BuildWithData(build_py):
    """The package, with grammars, rulesets and report templates under ``audit/_shipped``."""

    def run(self):
        super().run()
        if self.editable_mode:
            return  # an editable install reads the folders where they are
        here = Path(__file__).parent
        for name in SHIPPED:
            target = Path(self.build_lib) / "audit" / "_shipped" / name
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(here / name, target)


setup(cmdclass={"build_py": BuildWithData})
