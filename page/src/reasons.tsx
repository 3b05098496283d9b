// Why points are forbidden to Black: what a stone there would make.

import { useEffect, useState } from "preact/hooks";

import type { Client } from "./client";
import type { Reason } from "./probe";
import { asRequest, type Position } from "./squares";
import { useWords } from "./words";

/** The core is asked when somebody wants to know. */
export function Reasons({
  client,
  position,
  number,
}: {
  client: Client;
  position: Position;
  number: number;
}) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const [reasons, setReasons] = useState<Reason[]>([]);
  const key = JSON.stringify(asRequest(position));
  useEffect(() => {
    setReasons([]);
    if (!isOpen || number === 0) return;
    let isWanted = true;
    void client.ask({ ask: "forbidden", ...asRequest(position) }).then((answer) => {
      if (isWanted) setReasons(answer.forbidden ?? []);
    });
    return () => {
      isWanted = false;
    };
  }, [client, key, isOpen, number]);
  if (number === 0) return null;
  return (
    <details class="reasons" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.whyForbidden(number)}</summary>
      <ul>
        {reasons.map(({ square, kind, lines }) => (
          <li key={square} data-about={[square, ...lines.flatMap(({ stones }) => stones)].join(" ")}>
            <b>{square}</b>: {words.forbiddenKinds[kind] ?? kind} (
            {lines
              .map(({ makes, stones }) => `${words.makes[makes] ?? makes} ${stones.join(" ")}`)
              .join("; ")}
            )
          </li>
        ))}
      </ul>
    </details>
  );
}
