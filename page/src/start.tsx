// The first view: the board, what is claimed of it, and three ways on. A stone on the board begins a game.

import { Board } from "./board";
import { ClaimChoice } from "./claim_choice";
import type { Client } from "./client";
import { atRoot, play, positionOf, rootOf, type Line, type View } from "./game";
import type { Info } from "./probe";
import { afterMove, other, stoneAt, type Square } from "./squares";
import { useShown } from "./walk";
import { rootText, useWords } from "./words";

interface Props {
  client: Client;
  info: Info;
  line: Line;
  go: (view: View, line: Line) => void;
}

export function Start({ client, info, line, go }: Props) {
  const words = useWords();
  const claim = atRoot(line.root);
  const shown = useShown(client, info, claim);
  const position = positionOf(info, claim);
  const { attacker } = info;
  // Where the attacker is to move his move is shown with the claim, as it is a reply that the reader looks for.
  const isAttackers = position.toMove === attacker;
  const probe = shown && "probe" in shown ? shown.probe : undefined;
  const first = isAttackers ? (probe?.moves[0] ?? probe?.sequence?.[0]?.gain) : undefined;
  const asked = first ? play(claim, first) : claim;
  const canPlay = info.roots.length > 0 && (!isAttackers || first !== undefined);
  const onPlay = (square: Square) => {
    if (stoneAt(position, square) === undefined && square !== first) go("play", play(asked, square));
  };
  const ways: { view: View; text: string }[] = [
    { view: "play", text: words.onPlay(other(attacker)) },
    { view: "walk", text: words.onWalk },
    { view: "verify", text: words.onVerify },
  ];
  return (
    <div class="beside">
      <Board
        position={first ? afterMove(position, first) : position}
        moves={first ? [first] : []}
        marks={new Map()}
        onPlay={canPlay ? onPlay : undefined}
        label={words.boardStart(position.toMove)}
      />
      <div class="panel">
        <h2 class="challenge">{words.challenge(attacker)}</h2>
        <ClaimChoice info={info} line={claim} onChoice={(chosen) => go("start", chosen)} />
        <ul class="ways-on">
          {ways.map(({ view, text }) => (
            <li key={view}>
              <button class={view === "play" ? "main" : ""} onClick={() => go(view, claim)}>
                <b>{words.views[view as keyof typeof words.views]}</b>
                <span>{text}</span>
              </button>
            </li>
          ))}
        </ul>
        {canPlay && <p class="note">{words.startHint}</p>}
        <p class="note">
          {words.claim(info.rule, info.size, attacker, rootText(words, rootOf(info, line)))}.{" "}
          {words.inFile(info.name, info.records)}
        </p>
      </div>
    </div>
  );
}
