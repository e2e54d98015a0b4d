// A tour of a minute through one game and one player's eyes: six stops, each a move, a place to look
// at and a few words. Its game is `tour.jsonl`, and the address says which stop it is.

import { ask, make, named, one } from "./page.js";
import { look, looked } from "./looking.js";

const ME = "0"; // Anna
const STOPS = [
  { step: 1, tab: "odds", words: "You look over Anna's shoulder. Six tickets are in play, and each of the three players holds two. You see your own two; as to the other four, everything is still possible." },
  { step: 8, tab: "odds", words: "Bram claims Madrid-Barcelona. A claim must lie on the way of a ticket that you hold, so everyone now knows one of his: Madrid-Zurich. Of the six ways the tickets may lie, three are left." },
  { step: 12, tab: "odds", ask: 'has(Cleo,"Zurich-Brindisi")', words: "Bram claims Zagrab-Venezia. So his second ticket is one of the two that go by there, and he has no room for Zurich-Brindisi: Cleo must have it. Nobody mentioned her, and yet you know. The table says the same when it is asked." },
  { step: 12, tab: "odds", ask: 'K[Cleo] has(Anna,"Brest-Venezia")', words: "It works both ways: Cleo can tell that you have Brest-Venezia, and you can tell that she can. Who knows of your tickets is written on them, under the map." },
  { step: 84, tab: "odds", words: "Knowledge is for playing. You know that Cleo needs Zurich-Brindisi, so you may block its way. But you have to say so, and that tells Bram something about you: look above the map." },
  { step: 141, words: "Anna wins. Go through the game with the arrows, see it through other eyes (at the top), ask anything you like. Or sit down and play one yourself." },
];

/** From the lobby: the game of the tour is stored like any other, once for every browser. */
export async function takeTour() {
  const kept = localStorage.getItem("whoknows-tour");
  const isThere = kept && (await ask(`/api/games/${encodeURIComponent(kept)}/view?step=0`).then(() => true, () => false));
  const id = isThere ? kept : (await ask("/api/records", { send: await (await fetch("/static/tour.jsonl")).text() })).id;
  localStorage.setItem("whoknows-tour", id);
  location.href = `/game/${id}${address(1)}`;
}

function address(number) {
  const { step, tab, ask } = STOPS[number - 1];
  return `#${new URLSearchParams({ tour: number, step, as: ME, ...(tab && { tab }), ...(ask && { ask }) })}`;
}

const stop = () => Math.min(STOPS.length, Math.max(0, Math.trunc(Number(looked.tour)) || 0));

/** The words of this stop, if the address is on the tour. */
export function showTour() {
  const place = named("tour");
  const number = stop();
  place.hidden = !number;
  if (!number || place.drawn === number) return;
  place.drawn = number;
  const isLast = number === STOPS.length;
  place.replaceChildren(
    make("p", {}, STOPS[number - 1].words),
    make("div", {}, make("span", { className: "faint num" }, `${number} of ${STOPS.length}`), make("span", { className: "spring" }),
      make("button", { "data-do": "tour-end" }, "Leave"),
      number > 1 ? make("button", { "data-do": "tour-back" }, "Back") : null,
      isLast ? make("a", { className: "button", href: "/" }, "Play one") : make("button", { className: "main", "data-do": "tour-next" }, "Next")));
  place.focus({ preventScroll: true });
}

export const tourOn = way => visit(stop() + way);
export const tourEnd = () => look({ tour: null });

async function visit(number) {
  const { step, tab = null, ask: question = null } = STOPS[number - 1];
  await look({ tour: number, step, as: ME, tab, ask: question, stage: null, whatif: null, world: null });
  if (ON_A_PHONE.matches) one(question ? '[data-name="answer"]' : "#content").scrollIntoView({ block: "start" });
}

const ON_A_PHONE = matchMedia("(max-width: 760px)"); // what is asked stands far below the map there
