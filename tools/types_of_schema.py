#!/usr/bin/env python3
"""Writes the types of an answer of `fiveproof probe --json` for the page and for Python, from the schema.

    tools/types_of_schema.py            writes page/src/probe.generated.ts and python/fiveproof/answers.py
    tools/types_of_schema.py --check    says which of them is not what it would write (exit code 1)

Each definition of spec/probe.schema.json becomes a type of its name, the answer itself becomes Probe. It knows the
words of JSON Schema that the file uses and stops at any other.
"""
import json
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "spec/probe.schema.json"
TYPESCRIPT = ROOT / "page/src/probe.generated.ts"
PYTHON = ROOT / "python/fiveproof/answers.py"
COLUMNS = 110
# They narrow a value, and a type of either language cannot say it.
UNSAID = {"description", "minimum", "maximum", "pattern", "uniqueItems", "additionalProperties"}


def type_name(definition):
    return "".join(word.capitalize() for word in definition.split("-"))


class Language:
    """How types are written; `name`, `string` and so on are those of the language."""

    def __init__(self, schema):
        self.schema = schema

    def of(self, part):
        """The type of a part of the schema that stands inside another one."""
        words = set(part) - UNSAID
        if words == {"$ref"}:
            return self.of_reference(part["$ref"])
        if words == {"const"}:
            return self.literal([part["const"]])
        if words == {"enum"}:
            return self.literal(part["enum"])
        if words == {"type"} and part["type"] in self.plain:
            return self.plain[part["type"]]
        if words == {"type", "items"} and part["type"] == "array":
            return self.array(self.of(part["items"]))
        sys.exit(f"{SCHEMA}: no type for {json.dumps(part)}")

    def of_reference(self, reference):
        where, _, name = reference.rpartition("/")
        if where == "#/definitions" and name in self.schema["definitions"]:
            return type_name(name)
        if where == "#/properties" and name in self.schema["properties"]:
            return self.of(self.schema["properties"][name])
        sys.exit(f"{SCHEMA}: nothing is at {reference}")

    def all_types(self):
        """The text of all types, those that are used before those that use them."""
        done, texts = set(), []

        def add(name, part):
            if name in done:
                return
            done.add(name)
            for used in references(part, self.schema):
                add(used, self.schema["definitions"][used])
            texts.append(self.declare(type_name(name), part))

        add("probe", self.schema)
        for name, part in self.schema["definitions"].items():
            add(name, part)
        return "\n".join(texts)

    def declare(self, name, part):
        if part.get("type") == "object":
            if part.get("additionalProperties") is not False:
                sys.exit(f"{SCHEMA}: {name} may have other members")
            return self.declare_object(name, part)
        return self.declare_alias(name, part)


def references(part, schema):
    """The definitions that a part names, those of members that it refers to included."""
    if isinstance(part, list):
        return [name for one in part for name in references(one, schema)]
    if not isinstance(part, dict):
        return []
    found = []
    for key, value in part.items():
        if key == "definitions":
            continue
        if key == "$ref":
            where, _, name = value.rpartition("/")
            found += [name] if where == "#/definitions" else references(schema["properties"][name], schema)
        else:
            found += references(value, schema)
    return found


class TypeScript(Language):
    """The page always asks with --full, so that what is there with it is no option."""

    head = ("// Written by tools/types_of_schema.py, from spec/probe.schema.json: what the core says of a position when it\n"
            "// is asked with \"full\".\n\n")
    plain = {"string": "string", "integer": "number", "boolean": "boolean"}

    def literal(self, values):
        return " | ".join(json.dumps(value) for value in values)

    def array(self, inner):
        return f"({inner})[]" if "|" in inner else f"{inner}[]"

    def comment(self, part, indent):
        if "description" not in part:
            return ""
        if len(whole := f"{indent}/** {part['description']} */\n") <= COLUMNS:
            return whole
        lines = textwrap.wrap(part["description"], COLUMNS, initial_indent=f"{indent} * ", subsequent_indent=f"{indent} * ")
        return "\n".join([f"{indent}/**", *lines, f"{indent} */\n"])

    def declare_alias(self, name, part):
        return f"{self.comment(part, '')}export type {name} = {self.of(part)};\n"

    def declare_object(self, name, part):
        always = set(part["required"]) | set(part.get("required-with-full", []))
        text = f"{self.comment(part, '')}export interface {name} {{\n"
        for member, inner in part["properties"].items():
            key = member if member.isidentifier() else json.dumps(member)
            text += f"{self.comment(inner, '  ')}  {key}{'' if member in always else '?'}: {self.of(inner)};\n"
        return text + "}\n"


class Python(Language):
    head = ('"""What `fiveproof probe --json` and View.to_json() say, for type checkers.\n\n'
            "    answer: fiveproof.answers.Probe = json.loads(view.to_json())\n\n"
            'Written by tools/types_of_schema.py, from spec/probe.schema.json.\n"""\n'
            "from typing import Literal, NotRequired, TypedDict\n\n")
    plain = {"string": "str", "integer": "int", "boolean": "bool"}

    def literal(self, values):
        return f"Literal[{', '.join(json.dumps(value) for value in values)}]"

    def array(self, inner):
        return f"list[{inner}]"

    def declare_alias(self, name, part):
        return f"{name} = {self.of(part)}\n"

    def declare_object(self, name, part):
        lines = ""
        for member, inner in part["properties"].items():
            written = self.of(inner) if member in part["required"] else f"NotRequired[{self.of(inner)}]"
            lines += f"    {json.dumps(member)}: {written},\n"
        return f"{name} = TypedDict({json.dumps(name)}, {{\n{lines}}})\n"


def main():
    schema = json.loads(SCHEMA.read_text())
    is_check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not is_check:
        sys.exit(__doc__)
    stale = []
    for path, language in ((TYPESCRIPT, TypeScript), (PYTHON, Python)):
        text = language.head + language(schema).all_types()
        if not is_check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            stale.append(str(path.relative_to(ROOT)))
    if stale:
        sys.exit(f"not what tools/types_of_schema.py writes: {', '.join(stale)}; run it")


if __name__ == "__main__":
    main()
