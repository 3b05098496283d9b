#!/usr/bin/python3
"""Completion for bash, zsh and fish from the text that `--help` prints.

    make_completion.py PROGRAM FOLDER

FOLDER is made anew: bash/fiveproof, zsh/_fiveproof, fish/fiveproof.fish. What follows an option is told by what --help
calls it: FILE is a file, FORMAT one of those that are listed there, RULE and the like one of a few words.
"""

import re
import shutil
import sys
from pathlib import Path

from help_text import pages

FILES = {"FILE", "REPORT", "PIECE"}
# Only those are offered that the description of the option names.
WORDS = {
    "RULE": ["freestyle", "standard", "renju"],
    "COLOUR": ["black", "white"],
    "LEVEL": ["dbsearch", "rules"],
    "WHICH": ["all", "first", "smallest"],
    "LETTERS": ["all", "skip-i"],
    "MARK": ["none", "comment", "point"],
}
HEADER = "# Made by packaging/make_completion.py from the text of fiveproof --help."


def formats_of(text):
    listed = re.match(r"Format of the \w+: ([^;]+);", text)
    if not listed:
        raise ValueError(f"no list of formats: {text!r}")
    return re.split(r", | or ", listed[1])


def choices_of(option):
    """The words that may follow the option; none where anything may."""
    if option.value == "FORMAT":
        return formats_of(option.text)
    offered = WORDS.get(option.value, [])
    named = [word for word in offered if re.search(rf"\b{word}\b", option.text)]
    if offered and len(named) < 2:
        raise ValueError(f"{option.head}: its description names none of {offered}")
    return named


def takes_files(page):
    return any(title == "Positionals" for title, _ in page.groups)


def short(text):
    """The first clause of a description."""
    return re.split(r";|\(|(?<!\.)\. ", text)[0].strip()


def is_repeated(option):
    return "..." in option.head or "may be repeated" in option.text


# bash


def bash_branches(page):
    """Lines of a `case` on the word before."""
    for option in page.options:
        names = "|".join(option.names)
        if option.value in FILES:
            yield f"        {names}) kind=files ;;"
        elif choices := choices_of(option):
            yield f"        {names}) words=\"{' '.join(choices)}\" ;;"
        elif option.value:
            yield f"        {names}) kind=anything ;;"


def bash_command(name, page):
    names = " ".join(name for option in page.options for name in option.names)
    yield f"    {name})"
    yield f"      options=\"{names}\""
    yield f"      kind={'files' if takes_files(page) else 'words'}"
    yield "      case $before in"
    yield from bash_branches(page)
    yield "      esac"
    yield "      ;;"


def bash(all_pages):
    first = all_pages[""]
    commands = [name for name in all_pages if name]
    names = " ".join(name for option in first.options for name in option.names)
    yield HEADER
    yield from [
        "_fiveproof() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}",
        "  local words= kind=words options=",
        "  ((COMP_CWORD > 1)) || command=",
        "  case $command in",
        "    '')",
        f"      words=\"{' '.join(commands)}\"",
        f"      options=\"{names}\"",
        "      ;;",
    ]
    for name in commands:
        yield from bash_command(name, all_pages[name])
    yield from [
        "  esac",
        "  COMPREPLY=()",
        "  if [[ -n $words ]]; then",
        "    kind=words",
        "  fi",
        "  if [[ $word == -* && $kind != anything ]]; then",
        "    words=$options kind=words",
        "  fi",
        "  case $kind in",
        "    words) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\") ;;",
        "    files)",
        "      compopt -o filenames 2>/dev/null",
        "      mapfile -t COMPREPLY < <(compgen -f -- \"$word\")",
        "      ;;",
        "  esac",
        "}",
        "complete -F _fiveproof fiveproof",
    ]


# zsh


def zsh_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_text(text):
    return re.sub(r"([\\\[\]:])", r"\\\1", short(text))


def zsh_argument(option):
    if option.value in FILES:
        return f":{option.value}:_files"
    if choices := choices_of(option):
        return f":{option.value}:({' '.join(choices)})"
    return f":{option.value}: " if option.value else ""


def zsh_options(page):
    for option in page.options:
        for name in option.names:
            once = "*" if is_repeated(option) else f"({' '.join(option.names)})"
            yield zsh_quoted(f"{once}{name}[{zsh_text(option.text)}]{zsh_argument(option)}")


def zsh_arguments(page, last):
    return "_arguments -S \\\n" + " \\\n".join(f"        {spec}" for spec in [*zsh_options(page), *last])


def zsh(all_pages):
    yield "#compdef fiveproof"
    yield HEADER
    yield from ["_fiveproof() {", "  local -a commands", "  commands=("]
    for name, page in all_pages.items():
        if name:
            yield "    " + zsh_quoted(f"{name}:{zsh_text(page.description)}")
    yield from ["  )", "  if ((CURRENT == 2)); then"]
    yield "    " + zsh_arguments(all_pages[""], [zsh_quoted("1:command:{_describe command commands}")])
    yield from ["    return", "  fi", "  shift words", "  ((CURRENT--))", "  case $words[1] in"]
    for name, page in all_pages.items():
        if name:
            yield f"    {name})"
            yield "      " + zsh_arguments(page, [zsh_quoted("*:file:_files")] if takes_files(page) else [])
            yield "      ;;"
    yield from ["  esac", "}", "_fiveproof \"$@\""]


# fish


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_option(option, condition):
    words = ["complete -c fiveproof", f"-n {fish_quoted(condition)}"]
    words += [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    if option.value in FILES:
        words.append("-r -F")
    elif choices := choices_of(option):
        words.append(f"-x -a {fish_quoted(' '.join(choices))}")
    elif option.value:
        words.append("-x")
    return " ".join([*words, f"-d {fish_quoted(short(option.text))}"])


def fish(all_pages):
    yield HEADER
    for name, page in all_pages.items():
        condition = f"__fish_seen_subcommand_from {name}" if name else "__fish_use_subcommand"
        if not takes_files(page):
            yield f"complete -c fiveproof -n {fish_quoted(condition)} -f"
        if name:
            yield f"complete -c fiveproof -n __fish_use_subcommand -a {name} -d {fish_quoted(short(page.description))}"
        for option in page.options:
            yield fish_option(option, condition)


def main():
    all_pages, folder = pages(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    for name, lines in (("bash/fiveproof", bash), ("zsh/_fiveproof", zsh), ("fish/fiveproof.fish", fish)):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("\n".join(lines(all_pages)) + "\n")


if __name__ == "__main__":
    main()
