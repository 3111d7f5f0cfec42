# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What has been measured so far, kept in a file so that a run that was stopped goes on where it was."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from muster.tune.plan import Plan, Step
from muster.tune.program import Machine, Time


def write_beside(path: Path, text: str) -> Path:
    """The file that holds the text, to be renamed to `path`: a reader sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, encoding="utf-8")
    return fresh


@dataclass
class State:
    """Answers by the name of their step. `failed` says why there is none."""

    machine: Machine
    plan: Plan
    answers: dict[str, list[Time]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    def is_done(self, step: Step) -> bool:
        return step.name() in self.answers or step.name() in self.failed

    def _key(self) -> dict[str, Any]:
        """As JSON would give it back."""
        key: dict[str, Any] = json.loads(json.dumps({"machine": asdict(self.machine), "plan": asdict(self.plan)}))
        return key

    def save(self, path: Path) -> None:
        answers = {name: [asdict(time) for time in times] for name, times in self.answers.items()}
        document = {"key": self._key(), "answers": answers, "failed": self.failed}
        write_beside(path, json.dumps(document) + "\n").replace(path)

    def load(self, path: Path) -> bool:
        """Takes over what `path` has of the same machine and plan; False if there is nothing of that kind."""
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            if document["key"] != self._key():
                return False
            answers = {name: [Time(**time) for time in times] for name, times in document["answers"].items()}
            failed = dict(document["failed"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return False
        self.answers, self.failed = answers, failed
        return True
