#!/usr/bin/python3
"""The tables and pictures of bench/*.md, made from bench/results/*.json.

    bench/make_pages.py                    # write them into the pages
    bench/make_pages.py --check            # exit code 1 if that would change anything
    PROGRAM | bench/make_pages.py take NAME COMMAND
                                           # the table that a bench prints becomes results/NAME.json

A result names the machine (null: not noted), the commit, the date and the command; `columns` have a title and, for
numbers, how many digits are shown; `rows` are values in their order, null where nothing was measured, and "not: N"
where N were spent in vain. `plot` says which columns are drawn: `label`, one or several `values`, or one value for
each `series`; `log` axes and `lines` instead of bars on request. In a page the result stands between
<!-- result NAME --> and <!-- end -->.

`take` keeps titles and plot of a result that is there and replaces the rest: machine, date, commit, command and rows.
"""

import datetime
import json
import math
import os
import platform
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
MARKED = re.compile(r"(<!-- result ([\w-]+) -->\n).*?(<!-- end -->\n)", re.S)

# -- tables -----------------------------------------------------------------------------------------------


def shown(value, column):
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{value:,.{column.get('digits', 0)}f}"


def table(result):
    columns = result["columns"]
    lines = ["| " + " | ".join(c["title"] for c in columns) + " |",
             "| " + " | ".join("---:" if "digits" in c else "---" for c in columns) + " |"]
    for row in result["rows"]:
        lines.append("| " + " | ".join(shown(v, c) for v, c in zip(row, columns)) + " |")
    return "\n".join(lines)


def origin(result):
    machine = result["machine"]
    memory = f"{machine['memory_gib']} GiB" if machine["memory_gib"] else "memory not noted"
    text = (f"{machine['cpu']}, {machine['cores']}, {memory}; {result['date']}, commit {result['commit']}: "
            f"`{result['command']}`")
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


# -- pictures ---------------------------------------------------------------------------------------------

STYLE = """
text { font: 12px sans-serif; fill: #3d444d }
.small { font-size: 11px }
.axis { stroke: #8b949e; stroke-width: 1; fill: none }
.grid { stroke: #8b949e; stroke-opacity: 0.3; stroke-width: 1 }
.s0 { fill: #2f7fd1; stroke: #2f7fd1 }
.s1 { fill: #d9822b; stroke: #d9822b }
.s2 { fill: #3f9d6b; stroke: #3f9d6b }
.vain { fill-opacity: 0.15; stroke-width: 1 }
.line { fill: none; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #d1d7e0 } }
"""
WIDTH, PLOT_RIGHT, CHARACTER = 760, 690, 7


class Axis:
    """From values to pixels, with round numbers to mark."""

    def __init__(self, values, low, high, log):
        self.low, self.high, self.log = low, high, log
        if log:
            self.first, self.last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
            self.ticks = [10**n for n in range(self.first, self.last + 1)]
        else:
            step = 10 ** math.floor(math.log10(max(values)))
            step = next(s for s in (step / 5, step / 2, step, step * 2) if max(values) / s <= 7)
            self.first, self.last = 0, math.ceil(round(max(values) / step, 9)) * step
            self.ticks = [step * n for n in range(round(self.last / step) + 1)]

    def __call__(self, value):
        at = math.log10(value) if self.log else value
        return round(self.low + (at - self.first) / (self.last - self.first) * (self.high - self.low), 1)


def tick_text(value):
    for unit, size in (("M", 1_000_000), ("k", 1000)):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g}"


def number_of(value):
    """(what is drawn, was it in vain?)"""
    if isinstance(value, str):
        return float(value.removeprefix("not: ").replace(",", "")), True
    return value, False


def series_of(result):
    """[(name, {label: value})], and the labels in order."""
    plot, rows = result["plot"], result["rows"]
    titles = [c["title"] for c in result["columns"]]
    label = titles.index(plot["label"])
    labels = list(dict.fromkeys(row[label] for row in rows if row[label] not in plot.get("without", [])))
    if "series" in plot:
        by, value = titles.index(plot["series"]), titles.index(plot["values"][0])
        names = list(dict.fromkeys(row[by] for row in rows))
        found = [(n, {row[label]: row[value] for row in rows if row[by] == n}) for n in names]
    else:
        found = [(n, {row[label]: row[titles.index(n)] for row in rows}) for n in plot["values"]]
    return found, labels


def legend(series, y):
    if len(series) == 1:
        return []
    out, x = [], 10
    for i, (name, _) in enumerate(series):
        out.append(f'<rect class="s{i}" x="{x}" y="{y - 10}" width="10" height="10"/>')
        out.append(f'<text x="{x + 16}" y="{y}">{escape(name)}</text>')
        x += 40 + CHARACTER * len(name)
    return out


def bars(result, series, labels, values):
    plot = result["plot"]
    left = 20 + CHARACTER * max(len(str(name)) for name in labels)
    unit = plot["axis"] + (" (each line ten times the one before)" if plot.get("log") else "")
    thick = 14 if len(series) == 1 else 13
    slot = thick * len(series) + 8
    top = 34 if len(series) == 1 else 58
    bottom = top + slot * len(labels)
    axis = Axis(values, left, PLOT_RIGHT, plot.get("log", False))
    out = legend(series, 44)
    for tick in axis.ticks:
        out.append(f'<line class="grid" x1="{axis(tick)}" x2="{axis(tick)}" y1="{top - 4}" y2="{bottom}"/>')
        out.append(f'<text class="small" x="{axis(tick)}" y="{bottom + 15}" text-anchor="middle">{tick_text(tick)}</text>')
    digits = {c["title"]: c.get("digits", 0) for c in result["columns"]}
    for at, name in enumerate(labels):
        y = top + slot * at
        middle = y + thick * len(series) / 2 + 4
        out.append(f'<text x="{left - 8:.0f}" y="{middle:g}" text-anchor="end">{escape(str(name))}</text>')
        for i, (of, drawn) in enumerate(series):
            if drawn.get(name) is None:
                continue
            value, in_vain = number_of(drawn[name])
            if value == 0 and plot.get("log"):
                continue
            end = axis(value)
            text = f"{value:,.{digits.get(of, digits.get(plot['values'][0], 0))}f}" + (" (not proved)" if in_vain else "")
            vain = " vain" if in_vain else ""
            out.append(f'<rect class="s{i}{vain}" x="{left:.0f}" y="{y + thick * i}" width="{max(end - left, 1):.1f}" '
                       f'height="{thick - 2}"/>')
            inside = end + 8 + CHARACTER * len(text) > WIDTH
            out.append(f'<text class="small" x="{end + 5 if not inside else WIDTH - 4:.1f}" y="{y + thick * i + thick - 4}"'
                       f'{" text-anchor=" + chr(34) + "end" + chr(34) if inside else ""}>{text}</text>')
    out.append(f'<line class="axis" x1="{left:.0f}" x2="{left:.0f}" y1="{top - 4}" y2="{bottom}"/>')
    out.append(f'<text x="{(left + PLOT_RIGHT) / 2:.0f}" y="{bottom + 34}" text-anchor="middle">{escape(unit)}</text>')
    return out, bottom + 44


def lines(result, series, labels, values):
    plot = result["plot"]
    left, right, top, bottom = 60, 620, 62, 320
    up = Axis(values, bottom, top, plot.get("log", False))
    along = Axis(labels, left, right, False)
    out = []
    for tick in up.ticks:
        out.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{up(tick)}" y2="{up(tick)}"/>')
        out.append(f'<text class="small" x="{left - 6}" y="{up(tick) + 4:.1f}" text-anchor="end">{tick_text(tick)}</text>')
    for tick in along.ticks:
        out.append(f'<text class="small" x="{along(tick)}" y="{bottom + 16}" text-anchor="middle">{tick_text(tick)}</text>')
    for i, (name, drawn) in enumerate(series):
        points = [(along(x), up(drawn[x])) for x in labels if drawn.get(x) is not None]
        path = " ".join(f"{x},{y}" for x, y in points)
        out.append(f'<polyline class="s{i} line" style="fill: none" points="{path}"/>')
        out += [f'<circle class="s{i}" cx="{x}" cy="{y}" r="3"/>' for x, y in points]
        out.append(f'<text x="{points[-1][0] + 8}" y="{points[-1][1] + 4:.1f}">{escape(name)}</text>')
    out.append(f'<path class="axis" d="M{left} {top} V{bottom} H{right}"/>')
    out.append(f'<text x="{(left + right) // 2}" y="{bottom + 36}" text-anchor="middle">{escape(plot["label"])}</text>')
    out.append(f'<text x="10" y="{top - 14}" class="small">{escape(plot["axis"])}</text>')
    return out, bottom + 46


def picture(result):
    plot = result["plot"]
    series, labels = series_of(result)
    values = [number_of(v)[0] for _, drawn in series for k, v in drawn.items() if k in labels and v]
    drawn, height = (lines if plot.get("lines") else bars)(result, series, labels, values)
    title = f'<text x="10" y="18" style="font-weight: bold">{escape(plot["title"])}</text>'
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
            f'height="{height:.0f}" role="img">')
    return "\n".join([head, f"<title>{escape(plot['title'])}</title>", f"<style>{STYLE}</style>",
                      title, *drawn, "</svg>"]).replace("\n\n", "\n") + "\n"


# -- pages ------------------------------------------------------------------------------------------------


def read(name):
    return json.loads((HERE / "results" / f"{name}.json").read_text())


def block(name):
    result = read(name)
    parts = [origin(result), table(result)]
    if "plot" in result:
        parts.insert(1, f"![{result['plot']['title']}](results/{name}.svg)")
    return "\n\n".join(parts) + "\n"


def wanted():
    """{path: text} of all that is made."""
    files, used = {}, set()
    for page in sorted(HERE.glob("*.md")):
        used |= {name for _, name, _ in MARKED.findall(page.read_text())}
        files[page] = MARKED.sub(lambda m: m[1] + "\n" + block(m[2]) + "\n" + m[3], page.read_text())
    for path in sorted((HERE / "results").glob("*.json")):
        if path.stem not in used:
            sys.exit(f"make_pages.py: no page shows {path.name}")
        if "plot" in read(path.stem):
            files[path.with_suffix(".svg")] = picture(read(path.stem))
    return files


def this_machine():
    names = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {"cpu": names[0] if names else platform.machine(), "cores": f"{os.cpu_count()} cores",
            "memory_gib": round(memory)}


def cell(text):
    """(value, digits behind the point if it is a number). Units are for the title of the column."""
    plain = re.sub(r" (ns|us|MB|MiB|GiB)$", "", text.strip()).replace(",", "")
    if not plain or plain == "-":
        return None, None
    if re.fullmatch(r"\d+(\.\d+)?", plain):
        return (float(plain) if "." in plain else int(plain)), len(plain.partition(".")[2])
    return text.strip(), None


def first_table(lines):
    rows = []
    for line in lines:
        if line.startswith("|"):
            rows.append(line.strip().strip("|").split("|"))
        elif rows:
            break
    return rows


def take(name, command):
    printed = first_table(sys.stdin)
    rows = [[cell(c) for c in row] for row in printed[2:]]
    columns = []
    for i, title in enumerate(printed[0]):
        digits = [row[i][1] for row in rows if row[i][1] is not None]
        columns.append({"title": title.strip()} | ({"digits": max(digits)} if digits else {}))
    path = HERE / "results" / f"{name}.json"
    old = json.loads(path.read_text()) if path.exists() else {}
    if old:
        if len(old["columns"]) != len(columns):
            sys.exit(f"make_pages.py: {path.name} has {len(old['columns'])} columns, the table {len(columns)}")
        columns = [{**now, "title": then["title"]} for now, then in zip(columns, old["columns"])]
    commit = subprocess.run(["git", "-C", HERE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    save(name, {"machine": this_machine(), "commit": commit.stdout.strip() or "unknown",
                "date": datetime.date.today().isoformat(), "command": command,
                "columns": columns, "rows": [[v for v, _ in row] for row in rows]}
         | ({"plot": old["plot"]} if "plot" in old else {}))


def save(name, result):
    """A line for each column and row, so that a difference shows which figure changed."""
    text = json.dumps({**result, "columns": [], "rows": []}, indent=1, ensure_ascii=False)
    for key in ("columns", "rows"):
        lines = ",\n".join("  " + json.dumps(one, ensure_ascii=False) for one in result[key])
        text = text.replace(f'"{key}": []', f'"{key}": [\n{lines}\n ]')
    (HERE / "results" / f"{name}.json").write_text(text + "\n")


def main():
    if sys.argv[1:2] == ["take"]:
        take(sys.argv[2], sys.argv[3])
    stale = [(path, text) for path, text in wanted().items() if not path.exists() or path.read_text() != text]
    if sys.argv[1:] == ["--check"]:
        for path, _ in stale:
            print(f"{path.relative_to(HERE.parent)}: not what bench/make_pages.py makes of bench/results")
        return 1 if stale else 0
    for path, text in stale:
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
