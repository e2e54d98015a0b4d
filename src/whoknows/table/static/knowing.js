// Who knows what: the pictures of worlds and odds, and the questions with their answers.

import { every, inSight, make, named, one, stored } from "./page.js";
import { heldKeys } from "./keys.js";
import { looked, view } from "./looking.js";
import { toYou } from "./you.js";

const SAYS = { "known true": "yes", true: "yes", "known false": "no", false: "no" };

export function showKnowing() {
  for (const slot of ["timeline", "worlds", "about", "odds", "nested"]) put(slot, view[slot]);
  put("onecard", view.onecard ?? '<p class="faint">Choose a card under Who has what, or on the board.</p>');
  showBelieving();
  const said = view.log.find(entry => entry.step === view.step)?.said ?? [];
  named("stages").hidden = view.stages < 2;
  named("stages").replaceChildren(...(view.stages < 2 ? [] : said.map(stageChip)));
  const tab = every("[data-tab]").some(({ dataset }) => dataset.tab === looked.tab) ? looked.tab : usualTab();
  chooseTab("tab", tab);
  for (const button of every("[data-tab]")) one(`#panel-${button.dataset.tab}`).hidden = button.dataset.tab !== tab;
  const seats = view.game.seats.map((seat, n) => [String(n), `${seat.mark} ${seat.name}`]);
  const { outer, inner } = thinkers();
  choose(named("outer"), seats, outer);
  choose(named("inner"), seats, inner);
}

/** How the others may be taken to play, where the game can tell, and the acts behind a believed odd. */
function showBelieving() {
  if (stored) return;
  named("ways").hidden = !view.styles?.length;
  choose(named("believing"), view.styles ?? [], looked.believing ?? "");
  if (put("because", view.because ?? "") && view.because) one(".k-because")?.focus({ preventScroll: true });
}

/** Players ask who has what; whoever watches looks at all that is possible. */
export const usualTab = () => (heldKeys().length && view.viewer in view.game.seats ? "odds" : "worlds");

let lastSeen = []; // the picture that was scrolled last, and what took its place

/** The world that is chosen, or else speaks for the answer, or is true, is brought into sight,
    when all that may leave it less room has been shown. */
export function showMarked() {
  const now = [view.worlds, view.about, view.whatif, view.answer?.why, looked.tab];
  if (now.every((part, n) => part === lastSeen[n])) return;
  lastSeen = now;
  const picture = one('[data-slot="worlds"]');
  const marked = ["chosen", "witness", "true"].map(mark => one(`[data-world].${mark}`, picture)).find(Boolean);
  inSight(picture, marked);
}

/** Who thinks about whom; unless chosen, the viewer about somebody else. */
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

function stageChip({ sentence: told, stage }, n) {
  const sentence = toYou(told);
  return make("button", { className: "chip", "data-step": view.step, "data-stage": stage, "aria-pressed": stage === view.stage, title: sentence },
    `${n + 1}. ${sentence}`);
}

export function showAsk() {
  const box = one("#formula");
  if (!box.touched) box.value = looked.ask ?? "";
  one('[data-do="forget"]').hidden = !looked.ask;
  showAnswer(looked.ask ? view.answer : null);
  if (put("whatif", view.whatif) && view.whatif) inSight(one(".ask"), one(".whatif"), 8);
  one('[data-do="whatif"]').setAttribute("aria-pressed", Boolean(looked.whatif));
  showExamples(view.examples ?? []);
}

/** Questions to try, folded once there is an answer to look at; the first one shows how to ask. */
function showExamples(examples) {
  const fold = named("try");
  const now = JSON.stringify([examples, looked.ask]);
  if (fold.drawn === now) return;
  fold.drawn = now;
  fold.open = !looked.ask && innerHeight > 780; // a low page has no room for them
  fold.hidden = !examples.length;
  named("examples").replaceChildren(...examples.slice(0, 6).map(({ formula, words }) =>
    make("button", { className: "chip", "data-ask": formula, title: formula }, words || formula)));
  one("#formula").placeholder = (examples.find(({ formula }) => /^Kw?\[/.test(formula)) ?? examples[0])?.formula ?? "";
  named("syntax").replaceChildren(...syntax(examples).flatMap(([formula, about]) =>
    [make("dt", {}, stored ? make("code", {}, formula) : make("button", { "data-ask": formula }, formula)), make("dd", {}, about)]));
}

/** The language by examples that can be asked here; a click asks them. */
function syntax(examples) {
  const plain = examples.filter(({ formula }) => /^\w+\([^()]*\)$/.test(formula));
  const [first, second] = view.game.seats.map(seat => seat.name);
  if (!plain.length || second === undefined) return [];
  const [f, g] = [plain[0].formula, (plain[1] ?? plain[0]).formula];
  return [
    [f, `${plain[0].words}; put a name with other characters in quotes: "New York"`],
    [`~${f}`, "not"], [`${f} & ${g}`, "and"], [`${f} | ${g}`, "or; also -> and <->"],
    [`K[${first}] ${f}`, `${first} knows it`], [`M[${first}] ${f}`, `${first} thinks it possible`], [`Kw[${first}] ${f}`, `${first} knows whether`],
    [`E[${first},${second}] ${f}`, "both know it"], [`C[${first},${second}] ${f}`, "it is common knowledge between them"],
    [`D[${first},${second}] ${f}`, "they would know it if they put together what they know"], [`[! ${f}] K[${first}] ${g}`, "once the first is announced, the second is true"],
  ];
}

function showAnswer(answer) {
  const fault = named("fault");
  fault.hidden = !answer?.error;
  named("answer").hidden = !answer || Boolean(answer.error);
  if (!answer) return;
  if (answer.error) {
    const { column, line } = answer.error;
    const under = Math.max(0, column - 1);
    named("faulty").hidden = column === null;
    named("faulty").textContent = `${looked.ask}\n${" ".repeat(under)}▲`;
    named("faulty").scrollLeft = 8 * under - 200; // scroll a long formula to the fault
    named("faulted").textContent = line;
    return;
  }
  const verdict = named("verdict");
  verdict.className = SAYS[answer.verdict] ?? "open";
  verdict.textContent = answer.verdict;
  named("parts").replaceChildren(...partsOf(answer.formula, answer.parts ?? []));
  named("why").innerHTML = answer.why ?? "";
  put("counterexample", answer.table ?? "");
  named("witness").hidden = !answer.witness;
  if (answer.witness) named("witness").dataset.world = answer.witness;
  named("witness").textContent = SAYS[answer.verdict] === "yes" ? "Show a world where it is true" : "Show the counterexample";
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

/** Put a drawn fragment in its slot, if it is another than the one that is there; whether it is. */
export function put(slot, html) {
  const place = one(`[data-slot="${slot}"]`);
  if (place.drawn === html) return false;
  place.drawn = html;
  place.innerHTML = html ?? "";
  return true;
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
