// What you look at, and the views that show it. The move, the viewpoint, the world, the card and
// the question are in the address, so a link shows the same thing. Views come from the server,
// or from the page itself (`whoknowsStored`); an answer to an older question is ignored.

import { ask, id, make, one, say, stored } from "./page.js";
import { heldKeys, siftKeys, takeKeys } from "./keys.js";
import { askView } from "./changes.js";
import { approach, stand, walks } from "./walking.js";

const LOOKED_AT = ["step", "stage", "as", "seat", "world", "card", "ask", "kind", "inner", "whatif", "mind", "believing", "because"];
const ONLY_HERE = ["tab", "outer", "tour"]; // in the address, but not asked of the server
const PLACES = ["as", "ask", "tab", "card", "mind"]; // the Back button returns to these
const NO_GAME = 4404; // how the server hangs up if there is no such game
export let looked = {}; // what the address asks for
export let view = null; // what is shown

export let newSeat = null; // that a link has just opened
export let playsAtOnce = false; // a link may ask to play the game for the viewer

/** What the address asks for; a key is taken out of it at once. */
export async function readAddress() {
  const hash = new URLSearchParams(location.hash.slice(1));
  playsAtOnce = hash.has("play");
  looked = Object.fromEntries([...hash].filter(([name]) => [...LOOKED_AT, ...ONLY_HERE].includes(name)));
  writeAddress();
  if (hash.has("key") && !stored) await takeSeat(hash.get("key").split(","));
}

async function takeSeat(keys) {
  newSeat = await takeKeys(keys);
  if (newSeat === null) say("this key does not belong to a seat of this game", true);
  else if (heldKeys().length > 1) {
    looked = { as: newSeat, ...looked };
    writeAddress();
  }
}

/** The link of a new seat is offered only until something else is done. */
export function seatNoted() {
  newSeat = null;
}

function writeAddress(isPlace = false) {
  const hash = new URLSearchParams(looked).toString();
  const place = location.pathname + location.search + (hash ? `#${hash}` : "");
  try {
    history[isPlace ? "pushState" : "replaceState"](null, "", place);
  } catch {
    // not every browser lets a page from a file rewrite its address; it works without
  }
}

/** Look at something else: null takes a thing out of the address. */
export function look(changes, isPlace = true) {
  const [before, now] = [looked, { ...looked, ...changes }];
  looked = Object.fromEntries(Object.entries(now).filter(([, v]) => v !== null && v !== undefined && v !== ""));
  writeAddress(isPlace && PLACES.some(name => before[name] !== looked[name]));
  return refresh();
}

/** The move that was asked for last, whether its view has come or not. */
export const wantedStep = () => (looked.step === undefined ? view.steps : Number(looked.step));

/** Whether people play here, and not agents alone. */
export const hasPeople = () => view.game.seats.some(seat => seat.human);

/** Whether moves that were made meanwhile are being shown one by one. */
export const onTheWay = () => looked.step === undefined && view.step < view.steps;

/** Look at another move; the last one of a running game is followed as it grows. */
export function go(step, stage = null) {
  if (!view) return undefined;
  const to = Math.max(0, Math.min(step, view.steps));
  direction = to < wantedStep() ? -1 : 1;
  const follow = to === view.steps && !view.over && !stored;
  return look({ step: follow ? null : to, stage, whatif: null });
}

let seen = () => {};
export const kept = new Map(); // promises of views, by what was asked
let version = -1;
let asked = 0;
let direction = 1;
const SOON = 300; // milliseconds after which people are shown that they wait

/** What is to be done with a view that has come. */
export function whenSeen(shows) {
  seen = shows;
}

/** Fetch the view the address asks for and show it, unless another was asked for since; whether the
 * server has answered, be it by a refusal. */
export async function refresh() {
  if (gaveUp) return true;
  const [turn, wanted] = [++asked, looked];
  const late = setTimeout(() => turn === asked && one("#content").setAttribute("aria-busy", "true"), SOON);
  try {
    const found = await viewOf(wanted);
    if (turn !== asked) return true;
    worked = wanted;
    if (found.version !== version && version !== -1) kept.clear();
    if (found.version < version) return await refresh(); // fetched ahead, before the next move
    version = found.version;
    if (wanted.step === undefined && walks(found)) approach(found);
    else {
      stand();
      arrive(found);
    }
    return true;
  } catch (fault) {
    if (turn === asked) await refused(fault);
    return fault.status < 500;
  } finally {
    clearTimeout(late);
    if (turn === asked) one("#content").removeAttribute("aria-busy");
  }
}

/** Show a view that has come. */
export function arrive(found) {
  const before = view;
  view = found;
  ran ||= !view.over;
  seen(before);
  if (ran && view.over && looked.step === undefined && view.step === view.steps) theEnd();
  else prefetch();
}

let ran = false; // while the viewer watched

/** When a game with people ends while you look, all cards are opened; players learn what each move lost. */
function theEnd() {
  ran = false;
  if (!hasPeople()) return;
  say("The game is over, and all cards are open now.");
  if (heldKeys().length) ask(`/api/games/${encodeURIComponent(id)}/analyse`, { send: {} }).catch(() => {});
  look({ as: "all" }, false);
}

export function viewOf(wanted) {
  const whose = wanted.tab === "nested" && wanted.outer ? { seat: wanted.outer } : {};
  const query = new URLSearchParams(Object.entries({ ...wanted, ...whose }).filter(([name]) => LOOKED_AT.includes(name)));
  const key = query.toString();
  if (kept.has(key)) return kept.get(key);
  const params = Object.fromEntries(query);
  const found = stored
    ? Promise.resolve().then(() => stored(params))
    : askView(`/api/games/${encodeURIComponent(id)}/view?${query}`, heldKeys().join(","));
  if (wanted.step !== undefined && !stored) keep(key, found);
  return found;
}

function keep(key, found) {
  kept.set(key, found);
  found.catch(() => kept.delete(key));
  if (kept.size > 60) kept.delete(kept.keys().next().value);
}

/** The move that will probably be looked at next is fetched before it is asked for. */
function prefetch() {
  const next = view.step + direction;
  if (stored || looked.step === undefined || next < 0 || next >= view.steps + (view.over ? 1 : 0)) return;
  const { stage, whatif, ...rest } = looked;
  viewOf({ ...rest, step: next }).catch(() => {});
}

let worked = null; // what was looked at when a view came last
let sifting = null;
let sifted = false;
let gaveUp = false;

/** A view that may not be seen, or a thing that is not there: say so, and fall back, each way once. */
async function refused(fault) {
  say(fault.message, true);
  if (fault.status === undefined) return; // no answer at all: the socket will tell when there is one
  if (view) {
    looked = worked;
    writeAddress();
  } else if (fault.status === 403 && heldKeys().length && !sifted) {
    sifting ??= siftKeys().then(() => (sifted = true)); // news may come in the meantime, and be refused too
    await sifting;
    await refresh();
  } else if (fault.status !== 404 && Object.keys(looked).length) {
    looked = {};
    writeAddress();
    await refresh();
  } else nothingHere(fault.message);
}

function nothingHere(why) {
  gaveUp = true;
  one("#page").replaceChildren(make("main", { id: "content", className: "lobby" },
    make("section", { className: "card" }, make("h1", {}, why), make("a", { href: "/" }, "To the lobby"))));
}

/** The server only says that there is something new; what, each page asks for itself. */
export function listen(wait = 500) {
  const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${encodeURIComponent(id)}/live`);
  let opened = false;
  line.onopen = () => {
    if (wait > 500) refresh();
    opened = true;
  };
  line.onmessage = event => {
    if (JSON.parse(event.data).version !== version) news();
  };
  line.onclose = ({ code }) => {
    if (code !== NO_GAME) setTimeout(listen, wait, opened ? 501 : Math.min(2 * wait, 10000));
  };
}

let waiting = false;
let again = false;

/** Refetch for news, one request at a time however fast the news come. */
async function news() {
  if (waiting) {
    again = true;
    return;
  }
  waiting = true;
  kept.clear();
  const answered = await refresh();
  waiting = false;
  if (again || !answered) {
    again = false;
    setTimeout(news, answered ? 60 : 1000); // news is not lost if an answer fails
  }
}
