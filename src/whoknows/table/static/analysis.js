// What each decision lost, as a graph, a sum for each player and a list; and on the board, where the
// better move would have been.

import { every, inSight, make, named, one, say } from "./page.js";
import { view } from "./looking.js";
import { chooseTab } from "./knowing.js";
import { toYou } from "./you.js";

export function showAnalysis(before) {
  const found = view.analysis;
  named("story-tabs").hidden = !found;
  if (!found) {
    openStory("log");
    return;
  }
  if (before && !before.analysis) {
    say(""); // that it is being worked out
    openAnalysis();
  }
  const graph = make("div", {});
  graph.innerHTML = view.graph;
  named("analysis").replaceChildren(graph, playersTable(found), make("p", { className: "faint" }, ABOUT), nextMistake(found),
    ...found.map(row => verdict(row, mostLost(found))));
  const now = one(".now", graph);
  if (now) {
    const { left, right } = one("svg", graph).dataset;
    const x = Number(left) + (Number(right) - Number(left)) * view.step / Math.max(1, view.steps);
    for (const end of ["x1", "x2"]) now.setAttribute(end, x);
  }
  markTimeline(found);
  if (before && before.step !== view.step) inSight(named("analysis"), one("button[aria-current=step]", named("analysis")), 8);
}

const ABOUT = "What each player could expect, judged from what they knew; what they might have believed of the others plays no part. A mistake is surely worse than the move named.";
const mostLost = found => Math.max(1e-9, ...found.filter(row => row.mistake).map(row => row.lost));
const points = many => (Math.round(many * 10) / 10).toLocaleString("en");

/** A decision: what was done, and if it was a mistake, what it lost and what was better. */
function verdict({ step, lost, low, high, mistake, words, could }, most) {
  const entry = view.log.find(entry => entry.step === step);
  const row = make("button", { className: mistake ? "verdict slip" : "verdict", "data-step": step, "aria-current": step === view.step ? "step" : "false" },
    make("span", { className: "num" }, `${step}`), make("span", {}, toYou(entry?.words ?? "")));
  if (!mistake) {
    row.append(make("span", { className: "best", title: high > 0 ? `lost at most ${points(high)}` : "" }, "fine"));
    return row;
  }
  const bar = make("span", { className: "lost", "aria-hidden": "true" });
  bar.style.setProperty("--part", lost / most);
  row.append(make("span", { className: "num value" }, `−${points(lost)}`), bar,
    make("small", {}, `better: ${toYou(words)}${low < high ? ` (by ${points(low)} to ${points(high)} points)` : ""}`),
    could ? make("small", { className: "could" }, could.words) : "");
  return row;
}

function playersTable(found) {
  const rows = view.game.seats.map(({ name, mark }, n) => {
    const slips = found.filter(row => row.seat === name && row.mistake);
    return make("tr", {}, make("th", { scope: "row" }, make("span", { className: `seat${n}`, "aria-hidden": "true" }, mark), ` ${name}`),
      make("td", { className: "num" }, `${slips.length} of ${found.filter(row => row.seat === name).length}`),
      make("td", { className: "num" }, slips.length ? `−${points(slips.reduce((sum, row) => sum + row.lost, 0))}` : "0"));
  });
  return make("table", { className: "players" }, make("tr", {}, ...["", "mistakes", "lost"].map(name => make("th", { scope: "col" }, name))), ...rows);
}

/** The next mistake of the seat through whose eyes one looks; after the last comes the first. */
function nextMistake(found) {
  const own = view.game.seats[Number(view.viewer)]?.name;
  const slips = found.filter(row => row.mistake && (own === undefined || row.seat === own));
  const next = slips.find(row => row.step > view.step) ?? slips[0];
  if (!next) return make("p", {}, own === undefined ? "Nobody made a mistake." : "You made no mistake.");
  return make("button", { className: "next", "data-step": next.step }, own === undefined ? "Next mistake" : "My next mistake");
}

function markTimeline(found) {
  const lost = new Map(found.filter(row => row.mistake).map(row => [row.step, row.lost / mostLost(found)]));
  for (const bar of every('[data-slot="timeline"] [data-step]')) {
    const part = lost.get(Number(bar.dataset.step));
    bar.classList.toggle("slip", part !== undefined);
    if (part !== undefined) bar.style.setProperty("--part", part);
  }
}

/** It begins with its graph, and has the room of the moments; on a phone it stands far below what was clicked. */
export function openAnalysis() {
  openStory("analysis");
  named("moments").open = false;
  one(".unfold").setAttribute("aria-expanded", "true");
  named("analysis").scrollTop = 0;
  named("story-tabs").scrollIntoView({ block: "nearest" });
}

export function openStory(name) {
  chooseTab("story", name);
  named("log").hidden = name !== "log";
  named("analysis").hidden = name !== "analysis";
}

/** The things on the board that the better move is about are lit, and a flag points at the first. */
export function showBetter() {
  for (const element of every(".better")) element.classList.remove("better");
  const spots = (view.better?.spots ?? []).flatMap(([kind, name]) => every(`[data-slot="board"] [data-${kind}="${CSS.escape(name)}"]`));
  for (const element of spots) element.classList.add("better");
  const flag = named("flag");
  flag.hidden = !spots[0]?.checkVisibility(); // in a head there is no board to point at
  if (flag.hidden) return;
  const by = view.log.find(entry => entry.step === view.step)?.by ?? "";
  flag.textContent = `better: ${view.better.words.replace(`${by} `, "")}`;
  pointAt(flag, spots[0]);
}

/** Above a thing, or below it where there is no room, and within the pane. */
function pointAt(flag, thing) {
  const [pane, at] = [flag.parentElement.getBoundingClientRect(), thing.getBoundingClientRect()];
  const isBelow = at.top - pane.top < flag.offsetHeight + 44;
  const half = flag.offsetWidth / 2 + 6;
  const middle = at.left + at.width / 2 - pane.left;
  const left = Math.min(Math.max(middle, half), pane.width - half);
  flag.classList.toggle("below", isBelow);
  flag.style.left = `${left}px`;
  flag.style.top = `${(isBelow ? at.bottom + 9 : at.top - flag.offsetHeight - 9) - pane.top}px`;
  flag.style.setProperty("--tip", `${middle - left}px`);
}
