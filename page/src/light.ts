// What the board and the lists beside it say of one square lights up together: with the mouse above it, or with the focus.
//
// It goes by an attribute of the elements, which no component writes: nothing is drawn anew.

import type { Square } from "./squares";

/** The squares that an element is about: one of the board, or those of a row of a list (data-about). */
function squaresOf(target: EventTarget | null): Square[] {
  const element = (target as Element | null)?.closest<HTMLElement | SVGElement>(
    "[data-square], [data-about]",
  );
  const { square, about } = element?.dataset ?? {};
  return square ? [square] : (about?.split(" ") ?? []);
}

/** Moves the list, and nothing around it, so that the row is in sight. */
function bringIntoSight(row: Element): void {
  const list = row.closest<HTMLElement>(".tree.below");
  if (!list) return;
  const [above, inside] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inside.top < above.top) list.scrollTop -= above.top - inside.top;
  if (inside.bottom > above.bottom) list.scrollTop += inside.bottom - above.bottom;
}

function light(around: Element, target: EventTarget | null): void {
  for (const lit of around.querySelectorAll("[data-lit]")) lit.removeAttribute("data-lit");
  const isOnBoard = (target as Element | null)?.closest("[data-square]") !== null;
  for (const square of squaresOf(target))
    for (const one of around.querySelectorAll(`[data-square="${square}"], [data-about~="${square}"]`)) {
      one.setAttribute("data-lit", "");
      if (isOnBoard) bringIntoSight(one);
    }
}

/** For the element around the board and its lists. */
export const lighting = {
  onPointerOver: (event: PointerEvent) => light(event.currentTarget as Element, event.target),
  onPointerLeave: (event: PointerEvent) => light(event.currentTarget as Element, null),
  onFocusIn: (event: FocusEvent) => light(event.currentTarget as Element, event.target),
  onFocusOut: (event: FocusEvent) => light(event.currentTarget as Element, null),
};
