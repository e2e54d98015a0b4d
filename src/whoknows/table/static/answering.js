// A phone in a class: the code, then each question as a few large buttons, and what all the others think.

import { ask, make, named, one, remember, say, stage } from "./page.js";
import { bars } from "./bars.js";

const OFTEN = 1200; // milliseconds
const me = remember("my name in classes") ?? crypto.randomUUID?.() ?? `${Math.random()}`.slice(2).padEnd(12, "0");
let code = decodeURIComponent(location.pathname.split("/")[2] ?? "");
let chosen = { number: 0, choice: null };
let drawn = "";

export async function start() {
  stage("class");
  remember("my name in classes", me);
  document.title = "A class · whoknows";
  named("join").addEventListener("submit", event => {
    event.preventDefault();
    location.href = `/class/${encodeURIComponent(one("input", named("join")).value.trim().toUpperCase())}`;
  });
  if (!code) return;
  named("join").hidden = true;
  while (await showQuestion()) await new Promise(done => setTimeout(done, OFTEN));
}

/** Whether there is such a class, as far as that can be told. */
async function showQuestion() {
  try {
    draw(await ask(`/api/class/${encodeURIComponent(code)}`));
  } catch (fault) {
    say(fault.message, true);
    named("join").hidden = fault.status !== 404;
    return fault.status !== 404;
  }
  return true;
}

function draw(state) {
  const now = JSON.stringify([state.number, state.counts, chosen]);
  if (drawn === now) return;
  drawn = now;
  const place = named("question");
  if (!state.number) place.replaceChildren(make("h2", {}, "You are in. The question comes in a moment."));
  else if (state.counts) place.replaceChildren(make("h2", {}, state.question), verdict(state), bars(state));
  else place.replaceChildren(make("h2", {}, state.question), ...state.choices.map((words, choice) => offer(state.number, words, choice)));
}

function offer(number, words, choice) {
  const isMine = chosen.number === number && chosen.choice === choice;
  const made = make("button", { className: "answer", "aria-pressed": isMine }, words);
  made.addEventListener("click", () => give(number, choice));
  return made;
}

async function give(number, choice) {
  try {
    await ask(`/api/class/${encodeURIComponent(code)}/answer`, { send: { who: me, number, choice } });
    chosen = { number, choice };
  } catch (fault) {
    say(fault.message, true);
  }
  await showQuestion();
}

function verdict({ number, right, choices }) {
  if (right === null) return make("p", {}, "");
  const isMine = chosen.number === number && chosen.choice === right;
  return make("p", {}, isMine ? "You are right." : `It is: ${choices[right]}.`);
}
