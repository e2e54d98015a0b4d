// A finished game looked back upon: the moments worth a look, and what each move told whom. The server
// counts it once, when somebody opens the end of a game; a page without one has it inside.

import { ask, every, id, make, named, person, stored } from "./page.js";
import { heldKeys } from "./keys.js";
import { view } from "./looking.js";
import { toYou } from "./you.js";
import { isUnderWay } from "./walking.js";

const MOST_WORDS = 3; // of one moment
let found = null; // the review of this version of the game
let wanted = null; // the version for which it was asked

/** The moments, as soon as there are any; they wait folded unless the end is looked at. */
export function showMoments() {
  const mayLook = view.over && (stored || view.viewers.includes("all")) && !isUnderWay();
  if (mayLook && wanted !== view.version) fetchReview(view.version).then(() => view.over && showMoments());
  const fold = named("moments");
  fold.hidden = !mayLook || !found?.moments.length;
  if (fold.hidden) return;
  if (fold.drawn !== found) {
    fold.open = fold.drawn ? fold.open : view.step === view.steps; // then it is as people leave it
    fold.drawn = found;
    named("moments-list").replaceChildren(...found.moments.map(moment));
    named("balance").replaceChildren(...balance(found.balance));
  }
  for (const button of every("[data-step]", fold)) button.setAttribute("aria-current", Number(button.dataset.step) === view.step ? "step" : "false");
  named("told-here").textContent = toldHere();
}

async function fetchReview(version) {
  wanted = version;
  const way = `/api/games/${encodeURIComponent(id)}/view?as=all&review=true`;
  const asked = stored ? stored.review : ask(way, { keys: heldKeys().join(",") });
  const review = await Promise.resolve(asked).catch(() => null); // it can be looked at without
  if (wanted === version) found = review;
}

function moment({ step, title, words }) {
  const entry = view.log.find(entry => entry.step === step);
  const more = words.length > MOST_WORDS ? `and ${words.length - MOST_WORDS} more` : "";
  return make("li", {}, make("button", { "data-step": step, className: "moment" },
    make("span", { className: "num" }, `${step}`), make("b", {}, toYou(entry?.words ?? "")),
    make("small", {}, [title, ...words.slice(0, MOST_WORDS), more].filter(Boolean).map(text => `${text}.`).join(" "))));
}

/** What each player gave away in all, and got from the others. */
function balance(rows) {
  const head = make("tr", {}, ...["bits", "gave away", "got"].map(name => make("th", { scope: "col" }, name)));
  return [head, ...rows.map(({ seat, gave, got }) => make("tr", {}, make("th", { scope: "row" }, person(seat)),
    ...[gave, got].map(bits => make("td", { className: "num" }, bits.toFixed(1)))))];
}

/** What the move that is looked at told whom. */
function toldHere() {
  const told = found.told.find(one => one.step === view.step);
  if (!told?.gave.length) return "";
  const gave = told.gave.map(({ to, bits }, n) => `${bits.toFixed(1)}${n ? "" : " bits"} to ${person(to)}`);
  return `Move ${view.step} told ${gave.join(", ")}.`;
}
