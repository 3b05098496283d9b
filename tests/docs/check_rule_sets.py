"""Every source that names a rule set stands in docs/rule-sets.md: whoever adds one finds all places there.

    check_rule_sets.py PROJECT
"""
import re
import sys
from pathlib import Path

KINDS = {".cpp", ".hpp", ".ts", ".tsx", ".py", ".pyi"}
# Not what a rule set is made of: tests, measurements, and small programs about one rule set.
ELSEWHERE = {"tests", "bench", "build", "docs", "scripts", "tools", "examples"}
MADE = "types_of_schema.py"  # writes these itself, as the page says
NAMES = re.compile(r"""RuleSet::(standard|renju)\b|\bRule::(standard|renju)\b|["'](standard|renju)["']""")


def names_rule_set(path):
    text = path.read_text()
    if MADE in text.split("import", 1)[0]:
        return False
    code = re.sub(r"(?m)//.*$", "", text) if path.suffix not in {".py", ".pyi"} else text
    return NAMES.search(code) is not None


def main():
    project = Path(sys.argv[1])
    page = (project / "docs/rule-sets.md").read_text()
    found = []
    for room in project.iterdir():
        if room.is_dir() and room.name not in ELSEWHERE and not room.name.startswith("."):
            found += [path for path in room.rglob("*") if path.suffix in KINDS and "node_modules" not in path.parts
                      and "tests" not in path.relative_to(project).parts and names_rule_set(path)]
    if len(found) < 10:
        sys.exit(f"only {len(found)} sources name a rule set: this test does not see them")
    missing = [name for path in sorted(found) if f"`{(name := path.relative_to(project).as_posix())}`" not in page]
    if missing:
        sys.exit("docs/rule-sets.md does not name " + ", ".join(missing))
    print(f"{len(found)} sources name a rule set, and the page names them")


if __name__ == "__main__":
    main()
