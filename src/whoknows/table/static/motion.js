// Motion: what a move does is seen while it is done. A card that is played goes from the hand to the
// table, one that is taken goes to the hand, trains come from the seat that builds. Before a redraw it is
// noted where things are; afterwards those that are new or elsewhere come from there.

import { every, one } from "./page.js";
import { view } from "./looking.js";
import { habit } from "./habits.js";

const TIME = 380; // milliseconds
const NEXT = 70; // later for every further train
const FIRM = { duration: TIME, easing: "cubic-bezier(.3, .7, .3, 1)", fill: "backwards" };
const ON_BOARD = '[data-slot="board"]';

/** Where the cards, piles and seats are that something may come from. */
export function whereThingsAre() {
  const found = new Map();
  for (const kind of ["face", "take", "plate"]) {
    for (const element of every(`${ON_BOARD} [data-${kind}]`)) {
      const key = `${kind} ${element.dataset[kind]}`;
      if (!found.has(key)) found.set(key, { box: element.getBoundingClientRect(), drawn: kind === "take" ? one("svg", element) : null });
    }
  }
  return found;
}

/** Show how the board came to be what it is, if it is one move later than before. */
export function moveThings(were, before, pace) {
  const isNext = before && view.step === before.step + 1 && view.viewer === before.viewer;
  if (!isNext || pace < TIME || document.hidden || !habit("motion")) return;
  const seat = were.get(`plate ${view.log.find(entry => entry.step === view.step)?.by}`)?.box;
  for (const card of every(`${ON_BOARD} [data-face]`)) comes(card, were.get(`face ${card.dataset.face}`)?.box ?? (card.matches(".last") ? seat : null));
  every(`${ON_BOARD} .line.last.owned > g`).forEach((train, n) => comes(train, seat, n * NEXT));
  for (const card of every(`${ON_BOARD} .tcard.last`)) comes(card, were.get("take deck")?.box);
  for (const [kind, name] of view.did ?? []) if (kind === "take") goes(were.get(`take ${name}`), name);
}

/** A thing comes from where this box was. */
function comes(element, from, delay = 0) {
  if (!from) return;
  const to = element.getBoundingClientRect();
  const size = element.ownerSVGElement?.getScreenCTM().a ?? 1; // drawings have units of their own
  const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
  if (Math.hypot(x, y) < 2) return;
  element.animate([{ translate: `${x / size}px ${y / size}px` }, { translate: "0 0" }], { ...FIRM, delay });
}

/** A card that was taken goes to the hand it is in now, or to the seat that took it. */
function goes(taken, name) {
  const by = view.log.find(entry => entry.step === view.step)?.by;
  const own = view.game.seats[Number(view.viewer)]?.name === by;
  const home = (own && one(`${ON_BOARD} [data-thing="${CSS.escape(name)}"]`)) || one(`${ON_BOARD} [data-plate="${CSS.escape(by ?? "")}"]`);
  if (!taken?.drawn || !home) return;
  const card = taken.drawn.cloneNode(true);
  const { left, top, width, height } = taken.box;
  Object.assign(card.style, { position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, zIndex: 9, pointerEvents: "none" });
  document.body.append(card);
  const to = home.getBoundingClientRect();
  const far = `${to.left + to.width / 2 - left - width / 2}px ${to.top + to.height / 2 - top - height / 2}px`;
  card.animate([{ translate: "0 0", opacity: 1 }, { translate: far, opacity: 0.7 }], FIRM).finished.finally(() => card.remove());
}
