// The table in the browser: what people do at it. The fragments that the server draws come
// alive only through their data-* attributes: data-action, data-step, data-world, data-card,
// data-ask, data-mind and data-hover mean the same everywhere; data-why is an easier way to ask what can also be
// asked otherwise, and takes no part in going from thing to thing by keyboard.

import { copy, every, id, named, nextTheme, oldTheme, one, say, stage, stored } from "./page.js";
import { seatLink } from "./keys.js";
import { go, hasPeople, listen, look, looked, playsAtOnce, readAddress, refresh, seatNoted, view, wantedStep, whenSeen } from "./looking.js";
import { thinkers } from "./knowing.js";
import { built, nest, unnest } from "./builder.js";
import { leaveHead, stepInto } from "./minds.js";
import { openStory, show } from "./showing.js";
import { tourEnd, tourOn } from "./tour.js";
import { hurry, play, speedChanged, startPlay } from "./walking.js";
import { act, analyse, change, chooseAmong, hint, playAgain, preview } from "./playing.js";

const ALIVE = "[data-action],[data-actions],[data-step],[data-world],[data-card],[data-ask],[data-mind]";

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
  hint,
  unhint: () => named("hints").replaceChildren(),
  undo: () => change("undo"),
  cancel: () => one("#stop").showModal(),
  stop: () => change("cancel", {}, true),
  unfold: button => button.setAttribute("aria-expanded", button.getAttribute("aria-expanded") !== "true"),
  enlarge,
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

function hideLink() {
  seatNoted();
  show(view);
}

function clicked(event) {
  closeMenus(event.target.closest("summary"));
  const onBoard = event.target.closest('[data-slot="board"]');
  if (view && hurry() && onBoard) return; // what was clicked is no longer there
  const element = event.target.closest(`[data-do],[data-tab],[data-story],[data-why],${ALIVE}`);
  if (!element || element.disabled) return;
  const data = element.dataset;
  if (event.detail > 1 && (data.do === "undo" || "action" in data || "actions" in data)) return; // a double click means one
  if (data.do) DOES[data.do]?.(element);
  else if (data.tab) openTab(data.tab);
  else if (data.story) openStory(data.story);
  else alive(element, data);
}

/** A menu is open only as long as nothing else is done; whether one was. */
function closeMenus(except = null) {
  const open = every("details.menu[open]").filter(menu => !menu.contains(except));
  for (const menu of open) menu.open = false;
  return open.length > 0;
}

function openTab(tab) {
  const nested = tab === "nested" ? { outer: named("outer").value, inner: named("inner").value } : {};
  look({ tab: tab === "worlds" ? null : tab, ...nested });
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
  } else if (data.actions !== undefined) chooseAmong(JSON.parse(data.actions), element.getAttribute("aria-label"));
  else if (data.mind !== undefined) stepInto(data.mind);
  else if (data.ask !== undefined || data.why !== undefined) question(data.ask ?? data.why);
  else if (data.card !== undefined) look({ card: data.card, tab: "onecard" });
  else if (data.world !== undefined) chooseWorld(data.world, element);
  else if (data.step !== undefined) go(Number(data.step), data.stage ?? null);
}

/** Choose a world, or let it go; one that is named elsewhere is brought into sight. */
async function chooseWorld(world, from) {
  const away = !from.closest(".picture");
  await look({ world: looked.world === world && !away ? null : world, tab: null });
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

const KEYS = {
  ArrowRight: () => DOES.step(), ArrowLeft: () => DOES.back(), Home: () => DOES.first(), End: () => DOES.last(),
  f: enlarge, h: () => named("hint").hidden || hint(), u: () => named("undo").hidden || DOES.undo(),
  p: () => startPlay(), " ": () => startPlay(), "?": () => DOES.help(), "/": () => one("#formula").focus(),
  ArrowDown: target => fromWorldToWorld(target, 1), ArrowUp: target => fromWorldToWorld(target, -1),
  Escape: () => {
    const [menu] = every("details.menu[open] summary");
    if (closeMenus()) menu.focus();
    else if (!leaveHead() && looked.world) look({ world: null });
  },
};

const MOST_NUMBERED = 9;

/** The first, second, ... of a few things that may be done on the board, from left to right. */
function byNumber(key) {
  const offered = every('[data-slot="board"] :is([data-action],[data-actions])');
  const chosen = offered.length <= MOST_NUMBERED ? offered[Number(key) - 1] : undefined;
  return chosen && (() => chosen.dispatchEvent(new MouseEvent("click", { bubbles: true })));
}

/** The same among the ways to do one thing. */
function chosenByNumber(event) {
  every("#chooser [data-action]")[Number(event.key) - 1]?.click();
}

const ON_THE_SIDE = ["Shift", "Tab"]; // keys that mean nothing on their own
const WITH_SHIFT = { ArrowRight: () => byStage(1), ArrowLeft: () => byStage(-1) };

function pressed(event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]")) return;
  const types = target.matches?.("input,select,textarea");
  if (!types && !ON_THE_SIDE.includes(event.key) && hurry() && [" ", "Enter", "Escape"].includes(event.key)) {
    event.preventDefault();
    return;
  }
  const drawn = target.closest?.(ALIVE);
  if (drawn && !drawn.matches("button,a") && ["Enter", " "].includes(event.key)) {
    event.preventDefault();
    drawn.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (!view || types) return;
  if (target.matches?.("[role=tab]") && fromTabToTab(target, event.key)) {
    event.preventDefault();
    return;
  }
  if (event.key === " " && target.matches?.("button,a,summary,[role=button]")) return;
  const done = (event.shiftKey && WITH_SHIFT[event.key]) || KEYS[event.key] || byNumber(event.key);
  if (!done || done(target) === false) return;
  event.preventDefault();
}

/** On a tab the arrows lead to its neighbours, and not through the game. */
function fromTabToTab(target, key) {
  const all = every("[role=tab]", target.closest("[role=tablist]"));
  const at = all.indexOf(target);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return false;
  const next = all.at(to % all.length);
  next.focus();
  next.click();
  return true;
}

/** Within a picture of worlds, up and down lead to every one of them, those ruled out too. */
function fromWorldToWorld(target, way) {
  const picture = target.closest?.("[data-world]") && target.closest("[data-slot]");
  if (!picture) return false;
  const all = every("[data-world]", picture);
  all[(all.indexOf(target) + way + all.length) % all.length].focus();
  return true;
}

/** What a move would tell is shown while it is pointed at or focused, on the board or in a list. */
function pointedAt(event) {
  const element = event.target.closest?.("[data-action],[data-actions]");
  if (element === pointed) return;
  pointed = element;
  preview(element);
}
let pointed = null;

/** While a thing is hovered or focused, what belongs to it is lit. */
function lit(event) {
  const group = event.target.closest?.("[data-hover]")?.dataset.hover;
  const on = group && ["pointerover", "focusin"].includes(event.type);
  for (const element of every(".lit")) element.classList.remove("lit");
  if (on) for (const element of every(`[data-in~="${CSS.escape(group)}"]`)) element.classList.add("lit");
}

// ---------------------------------------------------------------- start

async function startGame() {
  stage("game");
  whenSeen(before => {
    show(before);
    if (!before && isPlayed()) look({ step: looked.step ?? 0 }).then(() => play(true));
  });
  for (const name of ["as", "seat", "kind"]) {
    named(name).addEventListener("change", event => look({ [name]: event.target.value, ...(name === "as" ? { whatif: null } : {}) }));
  }
  for (const name of ["outer", "inner"]) named(name).addEventListener("change", () => think(name));
  named("speed").addEventListener("change", speedChanged);
  named("builder").addEventListener("change", built);
  one("#formula").addEventListener("input", event => (event.target.touched = true));
  named("ask").addEventListener("submit", event => {
    event.preventDefault();
    question(one("#formula").value);
  });
  document.addEventListener("keydown", pressed);
  one("#chooser").addEventListener("keydown", chosenByNumber);
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(kind, lit);
  addEventListener("hashchange", () => {
    one("#formula").touched = false;
    readAddress().then(refresh);
  });
  document.addEventListener("pointermove", dragged);
  for (const kind of ["pointerover", "focusin"]) one("#content").addEventListener(kind, pointedAt);
  addEventListener("resize", resized);
  await readAddress();
  if (stored) await startStored();
  else {
    for (const [name, file] of [["record", "record"], ["replay", "replay.html"]]) {
      for (const link of [named(name), named(`${name}-too`)]) link.href = `/api/games/${encodeURIComponent(id)}/${file}`;
    }
    listen();
  }
  refresh();
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
  else import(location.pathname.startsWith("/arena") ? "./arena.js" : "./lobby.js").then(page => page.start());
}

start();
