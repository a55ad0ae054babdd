"""Build the page before the package: whoever installs rumpus gets a page that works, and needs no Node for it."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))

import web_page


class PageHook(BuildHookInterface[BuilderConfig]):
    """Runs for wheels, editable ones too; an sdist carries the sources of the page instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        try:
            web_page.build()
        except web_page.PageNotBuilt as problem:
            self.app.abort(str(problem))
