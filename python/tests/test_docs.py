"""The examples of the documentation."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["docs/python.md", "docs/results.md", "python/README.md"])
def test_examples_of_the_documentation(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.S)
    assert blocks
    # A notebook is run again, where its results are; fewer of a thousand runs do the second time.
    for n_runs in (1000, 20):
        names = {}
        for block in blocks:
            code = block.replace("range(1000)", f"range({n_runs})")
            exec(compile(code, page, "exec"), names)
        assert capsys.readouterr().out
