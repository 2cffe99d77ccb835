"""Validates every skill below a folder with skills-ref, in one process."""

import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])

from skills_ref import validate  # noqa: E402

folders = sorted(path.parent for path in Path(sys.argv[2]).rglob("SKILL.md"))
print(len(folders), sum(1 for folder in folders if validate(folder)))
