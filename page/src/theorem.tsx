// What is more than a verdict: the claim as a theorem of Coq (spec/theorem.md). Nothing is proved here; it says what
// would be, of this proof, on what it rests, and by which commands.

import assumptions from "assumptions";

import type { Info } from "./probe";
import type { Square } from "./squares";

const rules: Record<string, string> = { freestyle: "Freestyle", standard: "Standard" };

/** The claim as scripts/theorem states it, and the word that the script is asked with; undefined: it takes no such claim. */
export function theoremOf(info: Info): { statement: string; asked: string; isClosed: boolean } | undefined {
  const [root, ...others] = info.roots;
  const rule = rules[info.rule];
  if (!rule || info.size !== 15 || info.attacker !== "black") return undefined;
  if (!root || others.length > 0 || root["to-move"] !== "black") return undefined;
  if (root.black.length + root.white.length === 0) {
    const name = `${info.rule}15`;
    return { statement: `Theorem ${name} : Wins ${rule} 15 empty_board.`, asked: name, isClosed: true };
  }
  const stem = info.name.replace(/(\.(fvp|jsonl|zst|lib))+$/, "").replace(/\W/g, "_");
  const stones = (squares: Square[]) => `[${squares.join("; ")}]`;
  const position = `(board_of ${stones(root.black)} ${stones(root.white)})`;
  return {
    statement: `Theorem theorem_${stem} : Wins ${rule} 15 ${position}.`,
    asked: `${stem}.cert`,
    isClosed: false,
  };
}

/** The lines of theorem/assumptions.txt by the comment that stands above them. */
function assumed(): { title: string; names: string[] }[] {
  return assumptions
    .split("\n\n")
    .slice(1) // what the list is
    .map((group) => group.trim().split("\n"))
    .map(([title = "", ...names]) => ({ title: title.replace(/^# /, ""), names }));
}

export function Theorem({ info }: { info: Info }) {
  const theorem = theoremOf(info);
  return (
    <section data-trust="theorem">
      <h2>Level theorem</h2>
      {!theorem && (
        <p class="note">
          Not of this proof: a claim can be made a theorem when it is one, of Black, who is to move, on 15×15
          by free-style or standard rules.
        </p>
      )}
      {theorem && (
        <>
          <pre class="theorem">{theorem.statement}</pre>
          <p>
            This {theorem.isClosed ? "is proved" : "can be tried"} in Coq: from a page that says what the
            rules are, and from nothing that is written in C++ or JavaScript. A browser has no Coq. In a clone
            of the project, some ten minutes of a processor for a whole game:
          </p>
          <pre>
            {[
              "scripts/setup --theorem",
              "cmake --preset release",
              "cmake --build --preset release --target fiveproof",
              ...(theorem.isClosed
                ? []
                : [`build/release/cli/fiveproof convert ${info.name} ${theorem.asked}`]),
              `scripts/theorem ${theorem.asked}`,
            ].join("\n")}
          </pre>
          <details>
            <summary>What must be believed</summary>
            <p>
              That <code>theorem/Rules.v</code>, 50 lines, says what five-in-a-row is; and Coq 8.16.1 with the
              integers and arrays of its kernel, which its command <code>Print Assumptions</code> lists:
            </p>
            <ul class="assumed">
              {assumed().map(({ title, names }) => (
                <li key={title}>
                  {title}: <code>{names.join(" ")}</code>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  );
}
