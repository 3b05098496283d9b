// What is more than a verdict: the claim as a theorem of Coq (spec/theorem.md). Nothing is proved here; it says what
// would be, of this proof, on what it rests, and by which commands.

import assumptions from "assumptions";

import { stemOf, type Info } from "./probe";
import type { Square } from "./squares";
import { useWords } from "./words";

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
  const stem = stemOf(info.name).replace(/\W/g, "_");
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
  const words = useWords();
  const theorem = theoremOf(info);
  return (
    <section data-trust="theorem">
      <h2>{words.theorem}</h2>
      {!theorem && <p class="note">{words.noTheorem}</p>}
      {theorem && (
        <>
          <pre class="theorem">{theorem.statement}</pre>
          <p>{words.theoremWords(theorem.isClosed)}</p>
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
            <summary>{words.mustBeBelieved}</summary>
            <p>
              {words.believedBefore} <code>theorem/Rules.v</code>
              {words.believedBetween} <code>Print Assumptions</code> {words.believedAfter}
            </p>
            <ul class="assumed" lang="en">
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
