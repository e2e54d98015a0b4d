// Playing: making a move, hints, and what moves lost. Choosing how to make one is in chooser.js.

import { ask, id, make, named, openGame, say, stored } from "./page.js";
import { heldKeys } from "./keys.js";
import { kept, look, refresh, seatNoted, view } from "./looking.js";
import { openAnalysis } from "./analysis.js";
import { hurry } from "./walking.js";

const MOST = 3; // suggestions in a hint
const TRIES = 12; // to get one

async function post(what, send = {}) {
  return ask(`/api/games/${encodeURIComponent(id)}/${what}`, { send, keys: heldKeys().join(",") });
}

let acting = false;

export async function act(action) {
  if (acting || stored) return;
  if (!view.actions.length) {
    say(view.live ? "It is not your turn." : "Go back to live to play.", true);
    return;
  }
  seatNoted();
  await change("act", { action });
}

/** Change the game that one was looking at: one thing at a time, and none of a game that has moved on.
    What holds wherever the game is by now is tried once more. */
export async function change(what, how = {}, again = false) {
  if (acting) return;
  acting = true;
  try {
    await post(what, { version: view.version, ...how });
    say("");
    kept.clear();
    await look({ step: null, stage: null, whatif: null });
  } catch (fault) {
    acting = false;
    if (fault.status === 409) await refresh();
    if (fault.status === 409 && again && !view.over) {
      hurry();
      await change(what, how);
    } else say(fault.message, true);
  }
  acting = false;
}

export async function hint() {
  const place = named("hints");
  place.replaceChildren(make("p", { className: "faint" }, "Thinking…"));
  try {
    const { actions, legend, knowledge } = await hinted(place);
    const most = Math.max(1e-9, ...actions.map(({ behind }) => behind));
    const rows = actions.map(advised => adviceRow(advised, most));
    const close = make("button", { className: "icon", "data-do": "unhint", "aria-label": "Close the hint" });
    close.innerHTML = '<svg><use href="#icon-close"/></svg>';
    place.replaceChildren(make("div", { className: "hint-head" }, make("h2", {}, "Hint"), close),
      ...rows.slice(0, MOST), ...[legend, knowledge].map(line => make("p", { className: "faint" }, line)));
    place.focus({ preventScroll: true });
  } catch (fault) {
    place.replaceChildren();
    say(fault.message, true);
  }
}

/** A move worth a thought: pointing at it lights it on the board, its button plays it. */
function adviceRow({ text, label, value, behind, tries, note, why }, most) {
  const bar = make("span", { className: "lost", "aria-hidden": "true" });
  bar.style.setProperty("--part", behind / most);
  return make("div", { className: "advice", "data-shows": text },
    make("span", { className: "move" }, label, ...[why, note].filter(Boolean).map(words => make("small", {}, words))),
    make("span", { className: "num" }, tries ? value.toFixed(2) : ""),
    make("small", { className: "behind" }, behind ? `−${behind.toFixed(2)}` : "best"),
    make("button", { "data-action": text, "aria-label": `Play: ${label}` }, "Play"), bar);
}

/** The hint; a search that is still being prepared, as when it is used for the first time, is waited for. */
async function hinted(place) {
  const { version } = view;
  for (let tries = 1; ; tries += 1) {
    try {
      return await post("hint", { version });
    } catch (fault) {
      if (fault.status !== 409 || view.version !== version || tries === TRIES) throw fault;
      place.replaceChildren(make("p", { className: "faint" }, "Thinking… The first time this takes a minute, because the search must be compiled."));
      await new Promise(resolve => setTimeout(resolve, 500));
    }
  }
}

/** The same game with new cards, for one person against agents, or for agents alone. */
export async function playAgain(button) {
  const agents = view.game.seats.map(seat => (seat.human ? "human" : seat.agent));
  button.disabled = true;
  try {
    openGame(await ask("/api/games", { send: { game: view.game.spec, agents } }));
  } catch (fault) {
    button.disabled = false;
    say(fault.message, true);
  }
}

/** What each move lost is worked out when somebody wants to know; the news say when it is done. */
export async function analyse() {
  if (view.analysis) {
    openAnalysis();
    return;
  }
  const { id } = view;
  try {
    while (view.id === id && !view.analysis) {
      const { done, of } = await post("analyse");
      if (view.analysis) break;
      say(`Working out what each move lost: ${done} of ${of}…`);
      await new Promise(resolve => setTimeout(resolve, 2000));
    }
  } catch (fault) {
    say(fault.message, true);
  }
}
