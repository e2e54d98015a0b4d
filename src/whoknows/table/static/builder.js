// Questions without formulas: "Does Bram know that Anna has a?" is put together from lists, and the
// formula that it makes appears in the box, so that one learns the language by asking.

import { every, make, named, one, stored } from "./page.js";
import { view } from "./looking.js";
import { choose } from "./knowing.js";

const ATTITUDES = [["K", "knows that"], ["Kw", "knows whether"], ["M", "thinks it possible that"]];
const MOST_NESTED = 4;

/** The lists offer the seats and cards of the view; what was chosen stays if it is still there. */
export function showBuilder() {
  const isAnswered = view.cards?.length && (!stored || view.model);
  named("builder").hidden = !isAnswered;
  if (!isAnswered) return;
  const now = JSON.stringify([view.cards, view.game.seats.map(seat => seat.name)]);
  if (named("builder").drawn === now) return;
  named("builder").drawn = now;
  named("thinkers").replaceChildren(thinker());
  fill(named("holder"), names().slice(1).concat(names().slice(0, 1)));
  fill(named("held"), view.cards.map(card => [card, card]));
}

const names = () => view.game.seats.map(seat => [seat.name, seat.name]);

function fill(select, pairs) {
  const kept = pairs.some(([value]) => value === select.value) ? select.value : pairs[0]?.[0];
  choose(select, pairs, kept);
}

/** One who knows what follows, such as that somebody else knows it. */
function thinker() {
  const many = every(".thinker").length;
  const seats = names();
  const who = make("select", { "aria-label": "who" });
  choose(who, seats, seats[many % seats.length][0]);
  const how = make("select", { "aria-label": "knows or thinks" });
  choose(how, ATTITUDES, "K");
  return make("span", { className: "thinker" }, who, how);
}

/** Another one who knows, in front of the fact; and one fewer. */
export function nest() {
  if (every(".thinker").length < MOST_NESTED) named("thinkers").append(thinker());
  built();
}

export function unnest() {
  every(".thinker").at(-1)?.remove();
  built();
}

const quoted = name => (/^\w+$/.test(name) ? name : `"${name}"`);

/** The question as a formula, in the box where it could be typed. */
export function built() {
  const fact = `has(${quoted(named("holder").value)},${quoted(named("held").value)})`;
  const thought = every(".thinker").map(part => {
    const [who, how] = every("select", part);
    return `${how.value}[${quoted(who.value)}] `;
  });
  const box = one("#formula");
  box.value = thought.join("") + named("sign").value + fact;
  box.touched = true;
  return box.value;
}
