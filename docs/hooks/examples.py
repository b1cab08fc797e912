"""The extension by which the API reference shows the examples of docstrings as code, and not as quotations.

It lies here and not with the other parts of the site because it cannot be read without griffe, which only the set of
`make docs` has.
"""

from typing import Any

import griffe

from tests.support.site_pages import fenced


class Examples(griffe.Extension):
    """Put a fence around each example."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Change what an object says of itself."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
