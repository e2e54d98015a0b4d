// The table in the browser: what people do at it. The fragments that the server draws come
// alive only through their data-* attributes: data-action, data-step, data-world, data-card,
// data-ask, data-tick, data-mind and data-hover mean the same everywhere; data-why is an easier way to ask what can also be
// asked otherwise, and takes no part in going from thing to thing by keyboard; data-because shows
// the acts behind what is believed.

import { copy, every, id, named, nextTheme, oldTheme, one, remember, say, stage, stored } from "./page.js";
import { seatLink } from "./keys.js";
import { go, hasPeople, listen, look, looked, playsAtOnce, readAddress, refresh, seatNoted, view, wantedStep, whenSeen } from "./looking.js";
import { thinkers, usualTab } from "./knowing.js";
import { built, nest, unnest } from "./builder.js";
import { stepInto } from "./minds.js";
import { show } from "./showing.js";
import { tourEnd, tourOn } from "./tour.js";
import { hurry, play, speedChanged, startPlay } from "./walking.js";
import { act, analyse, change, hint, playAgain } from "./playing.js";
import { chooseAmong, preview, toggleTick } from "./chooser.js";
import { openAnalysis, openStory, showBetter } from "./analysis.js";
import { changeHabit } from "./habits.js";
import { zoom } from "./zoom.js";
import { ALIVE, closeMenus, listenToKeys } from "./keyboard.js";

// ---------------------------------------------------------------- what people do

const DOES = {
  first: () => go(0),
  back: () => go(wantedStep() - 1),
  step: () => go(wantedStep() + 1),
  last: () => go(view.steps),
  play: startPlay,
  rules: () => one("#rules").showModal(),
  help: () => one("#help").showModal(),
  theme: nextTheme,
  class: () => import("./classroom.js").then(({ openClass }) => openClass()),
  habit: ({ dataset }) => changeHabit(dataset.habit),
  fold: foldPanel,
  hint,
  unhint: () => named("hints").replaceChildren(),
  undo: () => change("undo"),
  cancel: () => one("#stop").showModal(),
  stop: () => change("cancel", {}, true),
  unfold: button => button.setAttribute("aria-expanded", button.getAttribute("aria-expanded") !== "true"),
  enlarge,
  closer: () => zoom(1),
  farther: () => zoom(-1),
  reveal: () => look({ as: "all" }),
  analysis: analyse,
  again: playAgain,
  forget: () => question(""),
  whatif: () => look({ whatif: looked.whatif ? null : (looked.ask ?? null) }),
  "tour-next": () => tourOn(1),
  "tour-back": () => tourOn(-1),
  "tour-end": tourEnd,
  "ask-built": () => question(built()),
  suppose: () => suppose(built()),
  nest,
  unnest,
  copy: () => copy(location.href),
  "seat-link": () => copy(seatLink()).then(hideLink),
  "seat-noted": hideLink,
};

/** The board takes the whole page, or leaves room for what is known and the story. */
function enlarge() {
  const isLarge = one("#content").classList.toggle("enlarged");
  one('[data-do="enlarge"]').setAttribute("aria-pressed", isLarge);
  show(view);
}

/** A panel is folded to its edge, and the others take its room; this browser remembers it. */
function foldPanel({ dataset }) {
  const isFolded = one("#content").classList.toggle(`fold-${dataset.panel}`);
  remember(`folded ${dataset.panel}`, isFolded ? "yes" : "no");
  showFolds();
  show(view);
}

function showFolds() {
  for (const button of every('[data-do="fold"]')) {
    const isFolded = remember(`folded ${button.dataset.panel}`) === "yes";
    one("#content").classList.toggle(`fold-${button.dataset.panel}`, isFolded);
    button.setAttribute("aria-expanded", !isFolded);
  }
}

function hideLink() {
  seatNoted();
  show(view);
}

function clicked(event) {
  closeMenus(event.target.closest("summary"));
  const onBoard = event.target.closest('[data-slot="board"]');
  if (view && hurry() && onBoard) return; // what was clicked is no longer there
  const element = event.target.closest(`[data-do],[data-tab],[data-story],[data-why],[data-because],${ALIVE}`);
  if (!element || element.disabled) return;
  const data = element.dataset;
  if (event.detail > 1 && (data.do === "undo" || "action" in data || "actions" in data)) return; // a double click means one
  if (data.do) DOES[data.do]?.(element);
  else if (data.tab) openTab(data.tab);
  else if (data.story === "analysis") openAnalysis();
  else if (data.story) openStory(data.story);
  else alive(element, data);
}

function openTab(tab) {
  const nested = tab === "nested" ? { outer: named("outer").value, inner: named("inner").value } : {};
  look({ tab: tab === usualTab() ? null : tab, ...nested });
}

/** Two seats, never the same: choosing the other one swaps them. */
function think(changed) {
  const was = thinkers();
  const now = { outer: named("outer").value, inner: named("inner").value };
  if (now.outer === now.inner) now[changed === "outer" ? "inner" : "outer"] = was[changed];
  for (const name of ["outer", "inner"]) named(name).value = now[name];
  look(now);
}

/** What the data-* attributes of a drawn thing mean. */
function alive(element, data) {
  if (data.action !== undefined) {
    one("#chooser").close();
    act(data.action);
  } else if (data.actions !== undefined) chooseAmong(JSON.parse(data.actions), element.getAttribute("aria-label"), element);
  else if (data.mind !== undefined) stepInto(data.mind);
  else if (data.tick !== undefined) toggleTick(element);
  else if (data.ask !== undefined || data.why !== undefined) question(data.ask ?? data.why);
  else if (data.because !== undefined) look({ because: data.because === looked.because ? null : data.because });
  else if (data.card !== undefined) look({ card: data.card, tab: "onecard" });
  else if (data.world !== undefined) chooseWorld(data.world, element);
  else if (data.step !== undefined) go(Number(data.step), data.stage ?? null);
}

/** Choose a world, or let it go; one that is named elsewhere is brought into sight. */
async function chooseWorld(world, from) {
  const away = !from.closest(".picture");
  await look({ world: looked.world === world && !away ? null : world, tab: usualTab() === "worlds" ? null : "worlds" });
  if (away) one('.picture [data-world].chosen, [data-slot="worlds"]').scrollIntoView({ block: "nearest" });
}

function question(formula) {
  say("");
  one("#formula").touched = false;
  one("#formula").value = formula;
  look({ ask: formula.trim(), whatif: null });
}

/** What would follow if everybody heard it. */
function suppose(formula) {
  question(formula);
  look({ whatif: formula });
}

/** One announcement on or back, from move to move where a move has no more of them. */
function byStage(way) {
  const to = view.stage + way;
  if (to >= 0 && to < view.stages) return look({ step: view.step, stage: to });
  return go(view.step + way);
}

/** Whoever presses on the timeline and moves along it goes through the game. */
function dragged(event) {
  if (!(event.buttons & 1) || !event.target.closest?.('[data-slot="timeline"]')) return;
  const bar = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-step]");
  if (bar && Number(bar.dataset.step) !== wantedStep()) alive(bar, bar.dataset);
}

/** What a move would tell is shown while it is pointed at or focused, on the board or in a list. */
function pointedAt(event) {
  const element = event.target.closest?.("[data-action],[data-actions],[data-shows]");
  if (element === pointed) return;
  pointed = element;
  preview(element);
}
let pointed = null;

/** While a thing is hovered or focused, what belongs to it is lit. */
function lit(event) {
  const group = event.target.closest?.("[data-hover]")?.dataset.hover;
  const move = event.target.closest?.("[data-shows]")?.dataset.shows;
  const on = ["pointerover", "focusin"].includes(event.type);
  for (const element of every(".lit")) element.classList.remove("lit");
  if (!on) return;
  for (const element of [...(group ? inGroup(group) : []), ...(move ? doing(move) : [])]) element.classList.add("lit");
}

const inGroup = group => every(`[data-in~="${CSS.escape(group)}"]`);

/** The things on the board that a move is made with. */
function doing(move) {
  const made = every('[data-slot="board"] :is([data-action],[data-actions])')
    .filter(({ dataset }) => (dataset.actions ? JSON.parse(dataset.actions) : [dataset.action]).includes(move));
  return made.flatMap(element => (element.hidden && element.dataset.hover ? inGroup(element.dataset.hover) : [element]));
}

// ---------------------------------------------------------------- start

async function startGame() {
  stage("game");
  showFolds();
  whenSeen(before => {
    show(before);
    if (!before && isPlayed()) look({ step: looked.step ?? 0 }).then(() => play(true));
  });
  for (const name of ["as", "seat", "kind"]) {
    named(name).addEventListener("change", event => look({ [name]: event.target.value, ...(name === "as" ? { whatif: null } : {}) }));
  }
  named("believing").addEventListener("change", event => look({ believing: event.target.value, because: null }));
  for (const name of ["outer", "inner"]) named(name).addEventListener("change", () => think(name));
  named("speed").addEventListener("change", speedChanged);
  named("builder").addEventListener("change", built);
  one("#formula").addEventListener("input", event => (event.target.touched = true));
  named("ask").addEventListener("submit", event => {
    event.preventDefault();
    question(one("#formula").value);
  });
  listenToKeys({ ...DOES, onward: byStage });
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(kind, lit);
  addEventListener("hashchange", () => {
    one("#formula").touched = false;
    readAddress().then(refresh);
  });
  document.addEventListener("pointermove", dragged);
  for (const kind of ["pointerover", "focusin"]) one("#content").addEventListener(kind, pointedAt);
  addEventListener("resize", resized);
  one('[data-slot="board"]').addEventListener("scroll", () => view && showBetter(), { passive: true });
  await readAddress();
  if (stored) await startStored();
  else {
    for (const [name, file] of [["record", "record"], ["replay", "replay.html"]]) {
      for (const link of [named(name), named(`${name}-too`)]) link.href = `/api/games/${encodeURIComponent(id)}/${file}`;
    }
  }
  await refresh();
  if (!stored) listen(); // now, as the first news would have the first view fetched and drawn once more
}

/** A game of agents that goes on, or that one comes to watch, is played from its beginning. */
function isPlayed() {
  return playsAtOnce || (!view.over && looked.step === undefined && !hasPeople());
}

let settling = null;

/** What was in sight in a page of another size is brought into sight again. */
function resized() {
  clearTimeout(settling);
  settling = setTimeout(() => view && show(view), 150);
}

async function startStored() {
  for (const element of every("[data-needs-server]")) element.remove();
  for (const link of every(".brand")) link.removeAttribute("href");
  document.documentElement.classList.add("stored");
  looked.step ??= String(await stored.opens);
}

/** The script of a page without a game. */
function elsewhere() {
  const [, first] = location.pathname.split("/");
  return { arena: "./arena.js", class: "./answering.js" }[first] ?? "./lobby.js";
}

function start() {
  oldTheme();
  document.addEventListener("click", clicked);
  one(".skip").addEventListener("click", event => {
    event.preventDefault();
    one("#content").focus();
  });
  for (const dialog of every("dialog")) {
    dialog.addEventListener("click", event => event.target === dialog && dialog.close());
  }
  if (stored || id) startGame();
  else import(elsewhere()).then(page => page.start());
}

start();
