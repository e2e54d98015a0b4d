// Choosing: how to make a move, with pictures of what each way costs and what it leaves; some of several
// things, by ticks; and what a move would tell, before it is made. The hand stays in sight.

import { ask, every, id, make, named, one, stored } from "./page.js";
import { heldKeys } from "./keys.js";
import { looked, view } from "./looking.js";
import { toYou } from "./you.js";

// ---------------------------------------------------------------- what a move would tell

let previewed = 0;

/** While a move is pointed at, what it would tell stands where the news were. */
export async function preview(element) {
  const mine = ++previewed;
  const { action: made, actions = "[]", shows } = element?.dataset ?? {};
  const action = made ?? shows ?? JSON.parse(actions)[0];
  named("would").replaceChildren();
  if (action === undefined || !view.actions.length || stored) return;
  await new Promise(resolve => setTimeout(resolve, 120)); // whoever only passes by asks nothing
  if (mine !== previewed) return;
  const told = await wouldTell(action);
  if (mine === previewed) named("would").replaceChildren(...told.map(words => make("span", {}, words)));
}

/** What others would learn from a move, or at least what they would hear. */
async function wouldTell(action) {
  const query = new URLSearchParams({ preview: action, ...(looked.as && { as: looked.as }) });
  const found = await ask(`/api/games/${encodeURIComponent(id)}/view?${query}`, { keys: heldKeys().join(",") }).catch(() => null);
  if (!found) return [];
  return found.tells.length ? found.tells : found.says.map(sentence => toYou(`Everyone would hear: ${sentence}`));
}

// ---------------------------------------------------------------- how to make a move

/** One thing on the board may be done in several ways, or only after a second look: let the person choose. */
export function chooseAmong(actions, title, from) {
  const offers = new Map(view.actions.map(offer => [offer.text, offer]));
  const shared = inCommon(actions.map(text => offers.get(text)?.label ?? text));
  const ways = actions.map(text => wayTo(text, offers.get(text), shared));
  one("#chooser-title").textContent = title || "Which way?";
  one("#chooser .choices").replaceChildren(...ways);
  one("#chooser .tells").replaceChildren();
  one("#chooser").showModal();
  ways[0].focus({ preventScroll: true });
  placeChooser(one("#chooser"), from);
  tellEach(actions, ways).then(() => one("#chooser").open && placeChooser(one("#chooser"), from)); // what is told takes room
}

/** What ways differ in is told next to their pictures; the rest stands above them all. */
function wayTo(text, offer, shared) {
  const label = offer?.label ?? text;
  const words = make("span", { className: "words" }, offer?.pays ? label.slice(shared) : label);
  return make("button", { "data-action": text, "aria-label": label }, words, offer?.pays ? payment(offer.pays) : null, make("small", { className: "told" }));
}

/** How many letters several labels have in common at their beginning, in whole words; a number belongs to
    what it counts. */
function inCommon([first, ...others]) {
  const words = first.match(/\S+\s*/g) ?? [];
  const many = words.findIndex((_, n) => !others.every(label => label.startsWith(words.slice(0, n + 1).join(""))));
  const shared = words.slice(0, Math.max(many, 0));
  if (/^\d+\s*$/.test(shared.at(-1) ?? "")) shared.pop();
  return others.length ? shared.join("").length : 0;
}

/** The cards that are paid, and small those that are kept, drawn as they are in the hand. */
function payment(pays) {
  const costs = new Map(pays);
  const paid = pays.flatMap(([thing, many]) => Array.from({ length: many }, () => pictureOf(thing)));
  const left = inHand().map(({ thing, many }) => [thing, many - (costs.get(thing) ?? 0)]).filter(([, many]) => many > 0);
  return make("span", { className: "payment" }, make("span", { className: "paid" }, ...paid),
    make("span", { className: "kept" }, left.length ? "you keep " : "you keep nothing",
      ...left.map(([thing, many]) => make("span", { title: `${many} ${thing}` }, pictureOf(thing), many > 1 ? `${many}` : ""))));
}

const inHand = () => every('[data-slot="board"] [data-thing]').map(({ dataset }) => ({ thing: dataset.thing, many: Number(dataset.many) }));

function pictureOf(thing) {
  return one(`[data-slot="board"] [data-thing="${CSS.escape(thing)}"] svg`)?.cloneNode(true) ?? thing;
}

/** Where the hand is on the board, the ways stand above it, and leave the half of the board free that was clicked. */
function placeChooser(dialog, from) {
  const hand = one('[data-slot="board"] [data-thing]')?.parentElement;
  dialog.classList.toggle("placed", Boolean(hand));
  dialog.removeAttribute("style");
  if (!hand) return;
  const pane = one('[data-slot="board"]');
  hand.scrollIntoView({ block: innerWidth > 760 ? "nearest" : "center" });
  const [area, low] = [pane.getBoundingClientRect(), hand.getBoundingClientRect().top - 8];
  const top = Math.max(area.top, 8);
  dialog.style.maxWidth = dialog.style.width = `${Math.min(area.width - 8, 560)}px`;
  dialog.style.left = `${area.left + 4}px`;
  dialog.style.maxHeight = `${Math.max(180, low - top)}px`;
  const clicked = from?.getBoundingClientRect();
  const isAbove = clicked && clicked.top + clicked.height / 2 > (top + low) / 2;
  dialog.style.top = `${isAbove ? top : Math.max(top, low - dialog.offsetHeight)}px`;
}

/** What each way would tell: once, if they all tell the same. */
async function tellEach(actions, ways) {
  const told = [];
  for (const action of actions) told.push((await wouldTell(action)).join(" · "));
  if (!one("#chooser").open || !ways[0]?.isConnected) return;
  if (new Set(told).size === 1) one("#chooser .tells").textContent = told[0];
  else ways.forEach((way, n) => (one(".told", way).textContent = told[n]));
}

// ---------------------------------------------------------------- some of several things

/** Tick a thing or not, and show what may then be done. */
export function toggleTick(element) {
  element.setAttribute("aria-checked", element.getAttribute("aria-checked") !== "true");
  showTicks();
}

/** Of the choices among ticked things the one that is ticked, and what belongs to it. */
export function showTicks() {
  for (const element of every(".ticked")) element.classList.remove("ticked");
  for (const within of every("[data-ticks]")) {
    const on = every('[data-tick][aria-checked="true"]', within).map(({ dataset }) => dataset.tick).join(" ");
    const choices = every("[data-ticked]", within);
    const shown = choices.filter(({ dataset }) => dataset.ticked === on);
    for (const choice of choices) choice.hidden = !(shown.length ? shown.includes(choice) : choice.dataset.ticked === "");
    const group = shown[0]?.dataset.hover;
    if (group) for (const element of every(`[data-in~="${CSS.escape(group)}"]`)) element.classList.add("ticked");
  }
}
