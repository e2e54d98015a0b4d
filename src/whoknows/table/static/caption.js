// The lines above the board: the last move and what it made known, what the others did since your turn,
// and who now knows what.

import { make, named, one, stored } from "./page.js";
import { view } from "./looking.js";
import { toYou } from "./you.js";

export const seatOf = n => view.game.seats[Number(n)];
export const seatNamed = name => view.game.seats.find(seat => seat.name === name);

/** The last move in words and what it made known, read aloud when it changes. */
export function showCaption() {
  const entry = view.log.find(entry => entry.step === view.step);
  const since = sinceMine();
  const moved = since.length ? null : moveBefore(entry);
  const said = since.length ? since.map(inShort) : [...told(entry).map(said => said.sentence).filter(line => !isIn(entry, line)).map(toYou), ...(moved ? [entry.words] : [])];
  const text = since.length ? "Since your turn:" : toYou((moved ?? entry)?.words ?? "Nothing has happened yet.");
  const caption = named("caption");
  const now = [text, ...said].join("\n");
  if (caption.drawn === now) return;
  caption.drawn = now;
  const lines = make("span", { className: "lines" }, make("b", {}, text), " ", ...said.map(line => make("span", {}, line)));
  caption.replaceChildren(lines);
  caption.isNew = true;
}

/** A caption that has no room shows that it goes on. */
export function clipCaption() {
  const caption = named("caption");
  if (!caption.isNew) return;
  caption.isNew = false;
  const lines = one(".lines", caption);
  const isClipped = lines.scrollHeight > lines.clientHeight + 1;
  caption.classList.toggle("clipped", isClipped);
  caption.title = isClipped ? caption.drawn : ""; // all of it, also where the news stand in its place
}

/** The move after which chance turned something up, which is then told with it. */
function moveBefore(entry) {
  if (!entry || seatNamed(entry.by) || entry.said.length) return null;
  const before = view.log.filter(({ step }) => step < entry.step).findLast(({ by, said }) => seatNamed(by) || said.length);
  return before && seatNamed(before.by) ? before : null;
}

/** Who now knows what, with the reason one click away. */
export function showNews() {
  const news = named("news");
  const now = JSON.stringify(view.news);
  if (news.drawn === now) return;
  news.drawn = now;
  news.replaceChildren(...view.news.map(({ words, formula }) => {
    const isAnswered = formula && (!stored || view.model || view.examples.some(example => example.formula === formula));
    if (!isAnswered) return make("span", {}, words);
    return make("button", { "data-ask": formula, title: `${words}. Why? A click tells.` }, make("span", {}, words), make("i", {}, "why?"));
  }));
}

/** What the others have done since your last move, where it is your turn again. */
function sinceMine() {
  const me = view.live && view.actions.length ? seatOf(view.viewer)?.name : undefined;
  if (me === undefined) return [];
  const mine = view.log.map(entry => entry.by).lastIndexOf(me);
  return mine < 0 ? [] : view.log.slice(mine + 1).filter(entry => seatNamed(entry.by));
}

/** A move and what it made known, in one line. */
const inShort = entry => toYou([entry.words, ...told(entry).map(said => said.sentence)].join(": "));

/** What a move made known, without what only repeats the move itself. */
export const told = entry => (entry?.said ?? []).filter(({ sentence }) => ![entry.text, entry.words].map(plain).includes(plain(sentence)))
  .map(said => ({ ...said, sentence: without(entry, said.sentence) }));

/** "Anna claims X, and so has Y", or "Anna has Y, since it claims X", after "Anna claims X with 2 red":
    what was told is not told again. */
function without({ by, words }, sentence) {
  const [, done, has] = sentence.match(/^(.+?), and so (.+)$/) ?? [];
  if (done && words.startsWith(done)) return `so ${by} ${has}`;
  const [, then, why] = sentence.match(/^(.+), since it (.+)$/) ?? [];
  return then && words.startsWith(`${by} ${why}`) ? `so ${then}` : sentence;
}

/** Whether the move itself says "completing X", so that "Anna completes X" need not follow. */
function isIn({ words }, sentence) {
  const [, what] = sentence.match(/ completes (.+)$/) ?? [];
  return what !== undefined && words.split(", completing ")[1]?.includes(what);
}

const plain = text => text.toLowerCase().replace(": ", " plays ").replace(/\.$/, "");
