// Showing a view: the game and its moves, the board and what you may do, the story so far.

import { count, every, inSight, make, named, one, person, stored } from "./page.js";
import { heldKeys, seatLink } from "./keys.js";
import { looked, newSeat, onTheWay, view } from "./looking.js";
import { choose, put, showAsk, showKnowing, showMarked } from "./knowing.js";
import { showBuilder } from "./builder.js";
import { showHead } from "./minds.js";
import { showMoments } from "./moments.js";
import { showTour } from "./tour.js";
import { isUnderWay, isWaiting, pace } from "./walking.js";
import { habit, showHabits } from "./habits.js";
import { moveThings, whereThingsAre } from "./motion.js";
import { call, knock } from "./sound.js";
import { showAnalysis, showBetter } from "./analysis.js";
import { showTicks } from "./chooser.js";
import { toYou } from "./you.js";
import { showZoom } from "./zoom.js";
import { clipCaption, seatNamed, seatOf, showCaption, showNews, told } from "./caption.js";

/** Show the view that has come; `before` is the one that was there. */
export function show(before) {
  const focus = whereFocus();
  const were = whereThingsAre();
  showGame();
  showSteps();
  const isRedrawn = showPlaying(before);
  showKnowing();
  showAsk();
  showBuilder();
  showHead();
  if (!stored) showTour();
  showStory(before);
  showMoments();
  // From here on it is asked where things are: the browser lays the page out once, not after each part.
  clipCaption();
  if (isRedrawn) showZoom();
  if (isRedrawn) showLastMove();
  if (isRedrawn) moveThings(were, before, pace());
  showMarked();
  showHere();
  showBetter();
  beHeard(before);
  keepFocus(focus);
  one("#content").dataset.shown = `${view.version}/${view.step}/${view.stage}/${view.viewer}`;
}

function showGame() {
  const [title, ...options] = view.game.words;
  named("game").textContent = title;
  named("options").textContent = options.join(", ");
  const mine = isMine() && habit("title");
  showHabits();
  document.title = mine ? `● Your turn: ${title} · whoknows` : `${title}: move ${view.step} · whoknows`;
  put("rules", view.rules);
  choose(named("as"), view.viewers.map(viewer => [viewer, viewerName(viewer)]), view.viewer);
  const seats = view.game.seats.map((seat, n) => [String(n), `${seat.mark} ${seat.name}`]);
  choose(named("seat"), seats, looked.seat ?? (seats.some(([n]) => n === view.viewer) ? view.viewer : "0"));
  named("kind").value = looked.kind ?? "auto";
}

/** Whether the viewer is to move, and has seen all that happened before. */
const isMine = (seen = view) => seen.live && seen.actions.length > 0 && !onTheWay();

/** A move is heard, and louder that it is one's turn. */
function beHeard(before) {
  if (!before || view.step !== before.step + 1) return;
  if (isMine() && !before.actions.length) call();
  else knock();
}

function viewerName(viewer) {
  if (viewer === "all") return "everyone's cards";
  if (viewer === "onlooker") return "an onlooker";
  return `${seatOf(viewer).mark} ${seatOf(viewer).name}`;
}

function showSteps() {
  const last = view.step >= view.steps;
  named("move").replaceChildren(make("span", { className: "wide" }, "move "), `${view.step} of ${view.steps}`);
  for (const [name, off] of [["first", !view.step], ["back", !view.step], ["step", last], ["last", last]]) {
    one(`[data-do="${name}"]`).disabled = off;
  }
  one('[data-do="play"]').disabled = isWaiting() && !isUnderWay();
  showNotice(!view.over && !last && !stored && !onTheWay());
  named("seed").hidden = !view.seed;
  named("seed").textContent = view.seed ? `Dealt from seed ${view.seed}` : "";
}

/** That you are looking back, or that you have taken a seat and how to come back to it. */
function showNotice(back) {
  const notice = named("notice");
  const taken = !back && newSeat && !view.over;
  notice.hidden = !back && !taken;
  named("seat-link").hidden = !heldKeys().length;
  const now = back ? `back ${view.step}` : taken ? seatLink() : "";
  if (notice.drawn === now) return;
  notice.drawn = now;
  if (back) notice.replaceChildren(`You are looking at move ${view.step}. `, make("button", { "data-do": "last" }, "Back to live"));
  if (taken) {
    notice.replaceChildren(make("span", {}, `You are ${person(seatOf(newSeat).name)}. This link brings you back to your seat:`),
      make("input", { readOnly: true, value: now, "aria-label": "Secret link of your seat" }),
      make("button", { "data-do": "seat-link" }, "Copy"), make("button", { "data-do": "seat-noted" }, "Hide"));
  }
}

/** Whether the board is another than before. */
function showPlaying(before) {
  const isRedrawn = put("board", view.board);
  if (isRedrawn) showTicks();
  named("seats").replaceChildren(...view.game.seats.map(seatCard));
  showCaption();
  showNews();
  showTurn(before);
  return isRedrawn;
}

/** A map that is wider than its pane is scrolled to what was done last, and shows that it goes on. */
function showLastMove() {
  for (const pane of every('[data-slot="board"] .mapwide')) {
    inSight(pane, one(".last", pane), 60);
    const edges = () => {
      pane.classList.toggle("more-before", pane.scrollLeft > 4);
      pane.classList.toggle("more-after", pane.scrollLeft < pane.scrollWidth - pane.clientWidth - 4);
    };
    pane.addEventListener("scroll", edges, { passive: true });
    edges();
  }
}

function seatCard(seat, n) {
  const moves = seat.to_move && !view.over;
  const won = view.win?.seats.includes(n);
  const doing = moves ? (view.thinking && !seat.human ? "thinking…" : "to move") : won ? "wins" : "";
  const who = !seat.human ? seat.agent : view.viewer === String(n) ? "you" : "a person";
  return make("li", { className: `seat${n}${moves ? " moving" : ""}${won ? " won" : ""}` },
    make("span", { className: "mark", "aria-hidden": "true" }, seat.mark), make("b", {}, make("button", { className: "who", "data-mind": n, title: `See the table as ${person(seat.name)} sees it` }, seat.name)),
    make("span", { className: "faint agent", title: seat.agent }, who),
    make("span", { className: "num points", title: "points" }, `${seat.points}`),
    doing ? make("em", {}, doing) : null);
}

function showTurn(before) {
  const mine = view.actions.length > 0;
  const over = view.over && !onTheWay();
  const running = !over && (view.live || onTheWay()) && !stored;
  named("turn").hidden = !running && !over;
  const turn = named("turn");
  turn.classList.toggle("mine", mine);
  named("whose").textContent = mine ? "Your turn" : over ? result() : waitingFor();
  named("hint").hidden = !mine;
  const people = view.game.seats.filter(seat => seat.human).length;
  const moved = view.log.some(line => seatNamed(line.by)?.human);
  named("undo").hidden = !(running && people === 1 && heldKeys().length && moved);
  named("cancel").hidden = !(running && (people === 0 || heldKeys().length));
  named("ended").hidden = !over || Boolean(stored);
  turn.classList.toggle("over", over);
  named("leaving").hidden = view.step < view.steps;
  named("again").hidden = people > 1 || (people === 1 && !heldKeys().length);
  named("reveal").hidden = view.viewer === "all" || !view.viewers.includes("all");
  if (before?.version !== view.version || before?.viewer !== view.viewer || !mine) named("hints").replaceChildren();
  const now = JSON.stringify(view.actions);
  if (named("actions").drawn === now) return;
  named("actions").drawn = now;
  named("actions").replaceChildren(...asList(groups(view.actions).map(actionGroup)));
}

/** Where the board itself offers every action, the list of them waits folded. */
function asList(found) {
  const offered = new Set(every("[data-action],[data-actions]", one('[data-slot="board"]'))
    .flatMap(({ dataset }) => (dataset.actions ? JSON.parse(dataset.actions) : [dataset.action])));
  if (!found.length || !view.actions.every(({ text }) => offered.has(text))) return found;
  const words = ["All actions as a ", "list"].map((text, n) => make("span", { className: n ? "" : "wide" }, text));
  return [make("details", { className: "all" }, make("summary", { "aria-label": "All actions as a list" }, ...words), ...found)];
}

function waitingFor() {
  const next = onTheWay() && view.log.find(entry => entry.step === view.step + 1);
  if (next) return seatNamed(next.by) ? `${next.by} plays…` : "…";
  const seat = view.moving === null ? null : seatOf(view.moving);
  return seat ? `${seat.name} is ${view.thinking ? "thinking" : "to move"}…` : "Waiting…";
}

/** Who won, in words, where the game has ended. */
function result() {
  if (view.step < view.steps) return "A finished game";
  return view.win ? `Finished: ${view.win.words}` : `Stopped: ${view.ended}`;
}

/** Actions by their first word, where there are many. */
function groups(actions) {
  const found = new Map();
  for (const action of actions) {
    const name = actions.length > 8 ? action.label.split(" ")[0] : "";
    found.set(name, [...(found.get(name) ?? []), action]);
  }
  return [...found];
}

function actionGroup([name, actions]) {
  const buttons = actions.map(({ text, label }) => make("button", { "data-action": text }, label));
  if (!name) return make("div", { className: "group" }, ...buttons);
  return make("details", { className: "group", open: actions.length <= 12 },
    make("summary", {}, `${name} `, make("span", { className: "num" }, `${actions.length}`)), make("div", {}, ...buttons));
}

// ---------------------------------------------------------------- the story

function showStory(before) {
  const list = named("log");
  const now = JSON.stringify([view.viewer, view.log]);
  if (list.drawn !== now) {
    list.drawn = now;
    list.replaceChildren(...view.log.map(logEntry));
  }
  for (const entry of list.children) {
    const step = Number(entry.dataset.at);
    entry.className = step === view.step ? "here" : step > view.step ? "later" : "";
    one("button", entry).setAttribute("aria-current", step === view.step ? "step" : "false");
  }
  document.body.classList.toggle("hush", isUnderWay()); // do not give away what is coming
  for (const bar of every('[data-slot="timeline"] [data-step]')) bar.classList.toggle("later", Number(bar.dataset.step) > view.step);
  showAnalysis(before);
}

/** The move that is looked at is in sight in the story. */
function showHere() {
  const list = named("log");
  inSight(list, one(".here", list), 8);
}

function logEntry(entry) {
  const { step, by, words, said = [], reasons = [] } = entry;
  const n = view.game.seats.findIndex(seat => seat.name === by);
  const mark = make("span", { className: n >= 0 ? `mark seat${n}` : "mark", "aria-hidden": "true" }, n >= 0 ? seatOf(n).mark : "·");
  const left = ({ worlds }) => typeof worlds === "number"
    ? make("span", { className: "num left", title: `${count(worlds)} worlds left` }, inMillions(worlds)) : null;
  const lines = told(entry);
  const once = said.length && !lines.length ? left(said.at(-1)) : null; // the move says it all
  return make("li", { "data-at": step, "data-chance": n < 0 && !said.length ? "" : null },
    make("button", { className: "move", "data-step": step }, make("span", { className: "num" }, `${step}`), mark, make("span", {}, toYou(words)), once),
    ...lines.map(line => make("button", { className: "said", "data-step": step, "data-stage": line.stage, title: line.formula ?? "" },
      make("span", {}, toYou(line.sentence)), left(line))), ...reasons.map(reason => make("p", { className: "reason" }, reason)));
}

const inMillions = many => (many < 1e6 || many >= 1e9 ? count(many) : `${Math.floor(many / 1e6)}M`);

// ---------------------------------------------------------------- focus

const same = element => ["data-action", "data-actions", "data-step", "data-stage", "data-world", "data-card", "data-ask", "data-mind"]
  .filter(name => element.hasAttribute(name)).map(name => `[${name}="${CSS.escape(element.getAttribute(name))}"]`).join("");

/** What has the focus, in terms that survive a redraw. */
function whereFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const home = element.closest("[data-slot],[data-name],section,aside");
  return { element, like: same(element), home };
}

/** If a redraw took the focused thing away, focus its successor, or else where one goes on. */
function keepFocus(was) {
  if (!was || was.element.isConnected) return;
  const successor = was.like && was.home?.isConnected ? one(was.like, was.home) : null;
  (successor ?? one(view.actions.length ? '[data-slot="board"]' : "#content")).focus({ preventScroll: true });
}
