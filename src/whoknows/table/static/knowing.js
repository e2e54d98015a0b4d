// Who knows what: the pictures of worlds and odds, and the questions with their answers.

import { every, make, named, one } from "./page.js";
import { looked, view } from "./looking.js";

const SAYS = { "known true": "yes", true: "yes", "known false": "no", false: "no" };

export function showKnowing() {
  for (const slot of ["timeline", "worlds", "about", "odds", "nested"]) put(slot, view[slot]);
  put("onecard", view.onecard ?? '<p class="faint">Choose a card in the table of who has what, or on the board.</p>');
  inSight(one('.timeline [aria-current="step"]'));
  const said = view.log.find(entry => entry.step === view.step)?.said ?? [];
  named("stages").hidden = view.stages < 2;
  named("stages").replaceChildren(...(view.stages < 2 ? [] : said.map(stageChip)));
  const tab = looked.tab ?? "worlds";
  chooseTab("tab", tab);
  for (const button of every("[data-tab]")) one(`#panel-${button.dataset.tab}`).hidden = button.dataset.tab !== tab;
  const seats = view.game.seats.map((seat, n) => [String(n), `${seat.mark} ${seat.name}`]);
  const { outer, inner } = thinkers();
  choose(named("outer"), seats, outer);
  choose(named("inner"), seats, inner);
}

/** Who thinks, and of whom, unless chosen: the viewer of another. */
export function thinkers() {
  const outer = looked.outer ?? looked.seat ?? (view.viewer in view.game.seats ? view.viewer : "0");
  return { outer, inner: looked.inner ?? (outer === "1" ? "0" : "1") };
}

/** Of several tabs one is chosen, and is the one that Tab leads to; arrows lead to the others. */
export function chooseTab(kind, name) {
  for (const button of every(`[data-${kind}]`)) {
    const chosen = button.dataset[kind] === name;
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
  }
}

/** Scroll the timeline, and nothing else, so that its present bar is in sight. */
function inSight(bar) {
  const strip = bar?.closest(".scroll");
  if (!strip || strip.scrollWidth <= strip.clientWidth) return;
  const [at, from] = [bar.getBoundingClientRect().left, strip.getBoundingClientRect().left];
  if (at < from + 20 || at > from + strip.clientWidth - 40) strip.scrollLeft += at - from - strip.clientWidth / 2;
}

function stageChip({ sentence, stage }, n) {
  return make("button", { className: "chip", "data-step": view.step, "data-stage": stage, "aria-pressed": stage === view.stage, title: sentence },
    `${n + 1}. ${sentence}`);
}

export function showAsk() {
  const box = one("#formula");
  if (document.activeElement !== box || !box.touched) box.value = looked.ask ?? "";
  one('[data-do="forget"]').hidden = !looked.ask;
  showAnswer(looked.ask ? view.answer : null);
  put("whatif", view.whatif);
  one('[data-do="whatif"]').setAttribute("aria-pressed", Boolean(looked.whatif));
  const examples = view.examples ?? [];
  named("examples").replaceChildren(...examples.slice(0, 6).map(({ formula, words }) =>
    make("button", { className: "chip", "data-ask": formula, title: formula }, words || formula)));
}

function showAnswer(answer) {
  const fault = named("fault");
  fault.hidden = !answer?.error;
  named("answer").hidden = !answer || Boolean(answer.error);
  if (!answer) return;
  if (answer.error) {
    const { column, line } = answer.error;
    fault.textContent = `${looked.ask}\n${" ".repeat(Math.max(0, column - 1))}▲ ${line}`;
    return;
  }
  const verdict = named("verdict");
  verdict.className = SAYS[answer.verdict] ?? "open";
  verdict.textContent = answer.verdict;
  named("parts").replaceChildren(...partsOf(answer.formula, answer.parts ?? []));
  named("why").innerHTML = answer.why ?? "";
  named("witness").hidden = !answer.witness;
  if (answer.witness) named("witness").dataset.world = answer.witness;
  named("witness").textContent = SAYS[answer.verdict] === "yes" ? "Show a world where it holds" : "Show the counterexample";
}

/** A formula as text in nested spans, one for each part: hovering one shows where it holds. */
function partsOf(text, parts) {
  const sorted = [...parts].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let next = 0;
  const within = (start, end) => {
    const pieces = [];
    let at = start;
    while (next < sorted.length && sorted[next][0] < end) {
      const [from, to, index] = sorted[next++];
      if (from > at) pieces.push(text.slice(at, from));
      const about = { role: "note", "aria-label": `where ${text.slice(from, to)} holds` };
      pieces.push(make("span", { "data-hover": `part${index}`, tabIndex: 0, ...about }, ...within(from, to)));
      at = to;
    }
    if (at < end) pieces.push(text.slice(at, end));
    return pieces;
  };
  return within(0, text.length);
}

/** Put a drawn fragment in its slot, if it is another than the one that is there. */
export function put(slot, html) {
  const place = one(`[data-slot="${slot}"]`);
  if (place.drawn === html) return;
  place.drawn = html;
  place.innerHTML = html ?? "";
}

/** Fill a select with pairs of value and text, if they are others than before. */
export function choose(select, pairs, value) {
  const now = JSON.stringify(pairs);
  if (select.filled !== now) {
    select.filled = now;
    select.replaceChildren(...pairs.map(([value, text]) => new Option(text, value)));
  }
  select.value = value;
}
