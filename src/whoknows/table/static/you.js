// The viewer is spoken to: to Anna, "Anna takes joker" is "You take joker", in the caption, in the story and
// wherever else a move is told. The server tells everyone the same sentences; they are turned here.

import { view } from "./looking.js";

/** What a move says, as the viewer would be told it; the same to those who have no seat. */
export function toYou(text) {
  const me = view.game.seats[Number(view.viewer)]?.name ?? "";
  return /^\p{Lu}/u.test(me) ? secondPerson(text, me) : text; // a number may be a count, a small letter a card
}

/** A sentence with this player as `you`. */
export function secondPerson(text, me) {
  const name = me.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const called = new RegExp(`(?<![\\p{L}\\d-])${name}(?![\\p{L}\\d-])('s| \\p{Ll}+s(?!\\p{L}))?`, "gu");
  const told = text.replace(called, (_, next = "", at) => {
    const you = at ? "you" : "You";
    if (next === "'s") return `${you}r`;
    return you + (NO_SUBJECT.test(text.slice(0, at)) ? next : plural(next));
  });
  return /^you /i.test(told) ? told.replace(AS_WELL, (_, before, verb) => before + plural(verb)).replace("since it ", "since you ").replace(/(?<= look at )their/, "your")
    : told.replace(/ says you$/, " you say");
}

const NO_SUBJECT = /(?<!\p{L})(to|of|for|by|from|with|shows|blocks|says) $/u;
const AS_WELL = /((?:,? and (?:so )?|, since it ))(has|puts|says|claims)(?!\p{L})/gu;
const IRREGULAR = { has: "have", is: "are", was: "were", does: "do" };

/** The form of a verb that goes with `you`. */
function plural(verb) {
  const word = verb.trim();
  const made = IRREGULAR[word] ?? word.replace(/ies$/, "y").replace(/(ss|sh|ch|x|zz)es$/, "$1s").replace(/s$/, "");
  return verb.replace(word, made);
}
