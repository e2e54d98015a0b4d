// The screen in front of a class: its code, a question about the position that is shown, how many have
// answered, their answers as bars, and then the proof, which the table's own questions give.

import { ask, id, make, named, person, say } from "./page.js";
import { heldKeys } from "./keys.js";
import { look, looked, view } from "./looking.js";
import { bars } from "./bars.js";

const OFTEN = 1000; // milliseconds
const UNKNOWN = "That cannot be known yet";
let lesson = null; // code and key
let about = null; // the card that is asked about, at which step, seen by whom
let proof = null; // the formula that says who has it

/** Open a class at this game, or close its panel. */
export async function openClass() {
  if (lesson) {
    lesson = null;
    named("class").hidden = true;
    return;
  }
  try {
    lesson = await ask(`/api/games/${encodeURIComponent(id)}/class`, { send: {} });
  } catch (fault) {
    say(fault.message, true);
    return;
  }
  if (view.viewer === "all") await look({ as: "onlooker" }); // open cards leave nothing to ask
  named("class").hidden = false;
  drawPanel();
  follow(lesson);
}

const cards = () => view.cards.map(card => new Option(card, card));

function drawPanel() {
  named("class").replaceChildren(button("Close", openClass),
    make("p", {}, "Go to ", make("b", {}, `${location.host}/class`), " and type"), make("output", { className: "code" }, lesson.code),
    make("form", { className: "built" }, make("label", {}, "Who has ", make("select", { "data-name": "class-card", "aria-label": "the card to ask about" }, ...cards())), make("button", { className: "main" }, "Ask the class")),
    make("div", { "data-name": "class-answers", "aria-live": "polite" }));
  named("class").querySelector("form").addEventListener("submit", event => {
    event.preventDefault();
    pose(named("class-card").value);
  });
}

const led = (what, send) => ask(`/api/class/${lesson.code}/${what}`, { send, leads: lesson.key });

async function pose(card) {
  const seats = view.game.seats.map(seat => seat.name);
  about = { card, step: view.step, as: view.viewer };
  proof = null;
  try {
    await led("ask", { question: `Who has ${card}?`, choices: [...seats.map(person), UNKNOWN] });
    await showState();
  } catch (fault) {
    say(fault.message, true);
  }
}

/** Look again and again how many have answered, as long as this class is open. */
async function follow(mine) {
  while (lesson === mine) {
    await showState().catch(() => {});
    await new Promise(done => setTimeout(done, OFTEN));
  }
}

let drawn = "";

async function showState() {
  const state = await ask(`/api/class/${lesson.code}`);
  const now = JSON.stringify([state, proof]);
  if (!state.number || drawn === now) return;
  drawn = now;
  const parts = [make("h2", {}, state.question), make("p", { className: "faint" }, `${state.many} answered`)];
  if (!state.counts) parts.push(button("Show the answers", reveal));
  else parts.push(bars(state), ...(proof ? [button("Show the proof", prove)] : []));
  named("class-answers").replaceChildren(...parts);
}

function button(words, done) {
  const made = make("button", {}, words);
  made.addEventListener("click", done);
  return made;
}

/** What follows from what the viewer of this screen knows is worked out only now. */
async function reveal() {
  const seats = view.game.seats.map(seat => seat.name);
  const found = await Promise.all(seats.map(holds));
  const right = found.findIndex(verdict => verdict === "known true" || verdict === "true");
  proof = right < 0 ? null : hasIt(seats[right]);
  try {
    await led("show", { right: right < 0 ? seats.length : right });
    await showState();
  } catch (fault) {
    say(fault.message, true);
  }
}

const hasIt = seat => `has(${quotedName(seat)},${quotedName(about.card)})`;
const quotedName = name => (/^\w+$/.test(name) ? name : JSON.stringify(name));

async function holds(seat) {
  const query = new URLSearchParams({ step: about.step, as: about.as, ask: hasIt(seat) });
  const found = await ask(`/api/games/${encodeURIComponent(id)}/view?${query}`, { keys: heldKeys().join(",") });
  return found.answer?.verdict;
}

const prove = () => look({ ...looked, step: about.step, as: about.as, ask: proof, whatif: null });
