// The table in the browser: what people do at it. The fragments that the server draws come
// alive by their data-* attributes alone: data-action, data-step, data-world, data-card, data-ask
// and data-hover mean the same wherever they stand.

import { ask, copy, every, id, make, named, nextTheme, oldTheme, one, say, stage, stored } from "./page.js";
import { heldKeys, seatLink } from "./keys.js";
import { go, wantedStep, kept, listen, look, looked, readAddress, refresh, seatNoted, view, whenSeen } from "./looking.js";
import { thinkers } from "./knowing.js";
import { openStory, show } from "./showing.js";

const ALIVE = "[data-action],[data-actions],[data-step],[data-world],[data-card],[data-ask]";

// ---------------------------------------------------------------- playing

async function post(what, send = {}) {
  return ask(`/api/games/${encodeURIComponent(id)}/${what}`, { send, keys: heldKeys().join(",") });
}

let acting = false;

async function act(action) {
  if (acting || stored) return;
  if (!view.actions.length) {
    say(view.live ? "It is not your turn." : "Go back to live to play.", true);
    return;
  }
  seatNoted();
  await change("act", { action });
}

/** Change the game that one was looking at: one thing at a time, and none of a game that has moved on. */
async function change(what, how = {}) {
  if (acting) return;
  acting = true;
  try {
    await post(what, { version: view.version, ...how });
    say("");
    kept.clear();
    await look({ step: null, stage: null, whatif: null });
  } catch (fault) {
    say(fault.message, true);
    if (fault.status === 409) refresh();
  }
  acting = false;
}

/** One thing on the board may be done in several ways: let the person choose. */
function chooseAmong(actions, title) {
  if (actions.length === 1) {
    act(actions[0]);
    return;
  }
  const label = Object.fromEntries(view.actions.map(({ text, label }) => [text, label]));
  one("#chooser-title").textContent = title || "Which way?";
  one("#chooser .choices").replaceChildren(...actions.map(text => make("button", { "data-action": text }, label[text] ?? text)));
  one("#chooser").showModal();
}

async function hint() {
  const place = named("hints");
  place.replaceChildren(make("p", { className: "faint" }, "Thinking…"));
  try {
    const { actions, knowledge } = await post("hint", { version: view.version });
    const most = Math.max(1, ...actions.map(({ tries }) => tries ?? 0));
    const rows = actions.map(({ text, label, value, tries }) => {
      const bar = make("span", { className: "tries", "aria-hidden": "true" });
      bar.style.setProperty("--part", (tries ?? 0) / most);
      return make("button", { "data-action": text }, make("span", {}, label ?? text), bar,
        make("span", { className: "num" }, typeof value === "number" ? value.toFixed(2) : ""));
    });
    place.replaceChildren(make("p", { className: "faint" }, knowledge ?? ""), ...rows);
  } catch (fault) {
    place.replaceChildren();
    say(fault.message, true);
  }
}

/** What each move lost is worked out when somebody wants to know; the news say when it is done. */
async function analyse() {
  if (view.analysis) {
    openStory("analysis");
    return;
  }
  say("Working out what each move lost…");
  await post("analyse").catch(fault => say(fault.message, true));
}

// ---------------------------------------------------------------- autoplay

let timer = null;

function play(on = timer === null) {
  clearTimeout(timer);
  timer = on ? setTimeout(tick, Number(named("speed").value)) : null;
  const button = one('[data-do="play"]');
  button.setAttribute("aria-pressed", on);
  button.setAttribute("aria-label", on ? "Pause" : "Autoplay");
  one("use", button).setAttribute("href", on ? "#icon-pause" : "#icon-play");
}

async function tick() {
  if (view.step >= view.steps && (view.over || stored)) {
    play(false);
    return;
  }
  if (view.step < view.steps) await go(view.step + 1);
  if (timer !== null) play(true);
}

function startPlay() {
  if (timer === null && view.step >= view.steps && view.over) go(0);
  play();
}

/** One announcement on or back, from move to move where a move has no more of them. */
function byStage(way) {
  const to = view.stage + way;
  if (to >= 0 && to < view.stages) return look({ step: view.step, stage: to });
  return go(view.step + way);
}

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
  undo: () => change("undo"),
  cancel: () => one("#stop").showModal(),
  stop: () => change("cancel"),
  reveal: () => look({ as: "all" }),
  analysis: analyse,
  forget: () => look({ ask: null, whatif: null }),
  whatif: () => look({ whatif: looked.whatif ? null : (looked.ask ?? null) }),
  copy: () => copy(location.href),
  "seat-link": () => copy(seatLink()).then(hideLink),
  "seat-noted": hideLink,
};

function hideLink() {
  seatNoted();
  show(view);
}

function clicked(event) {
  const element = event.target.closest(`[data-do],[data-tab],[data-story],${ALIVE}`);
  if (!element || element.disabled) return;
  const data = element.dataset;
  if (event.detail > 1 && (data.do === "undo" || "action" in data || "actions" in data)) return; // a double click means one
  if (data.do) DOES[data.do]?.();
  else if (data.tab) openTab(data.tab);
  else if (data.story) openStory(data.story);
  else alive(element, data);
}

function openTab(tab) {
  const nested = tab === "nested" ? { outer: named("outer").value, inner: named("inner").value } : {};
  look({ tab: tab === "worlds" ? null : tab, ...nested });
}

/** Two seats, never the same: who is chosen as the one changes places with who was the other. */
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
  else if (data.ask !== undefined) question(data.ask);
  else if (data.card !== undefined) look({ card: data.card, tab: "onecard" });
  else if (data.world !== undefined) look({ world: looked.world === data.world ? null : data.world, tab: null });
  else if (data.step !== undefined) go(Number(data.step), data.stage ?? null);
}

function question(formula) {
  one("#formula").touched = false;
  one("#formula").value = formula;
  look({ ask: formula.trim(), whatif: null });
}

const KEYS = {
  ArrowRight: () => DOES.step(), ArrowLeft: () => DOES.back(), Home: () => DOES.first(), End: () => DOES.last(),
  p: () => startPlay(), " ": () => startPlay(), "?": () => DOES.help(), "/": () => one("#formula").focus(),
  ArrowDown: target => fromWorldToWorld(target, 1), ArrowUp: target => fromWorldToWorld(target, -1),
  Escape: () => looked.world && look({ world: null }),
};

const WITH_SHIFT = { ArrowRight: () => byStage(1), ArrowLeft: () => byStage(-1) };

function pressed(event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]")) return;
  const drawn = target.closest?.(ALIVE);
  if (drawn && !drawn.matches("button,a") && ["Enter", " "].includes(event.key)) {
    event.preventDefault();
    drawn.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (!view || target.matches?.("input,select,textarea")) return;
  if (target.matches?.("[role=tab]") && fromTabToTab(target, event.key)) {
    event.preventDefault();
    return;
  }
  if (event.key === " " && target.matches?.("button,a,summary,[role=button]")) return;
  const done = (event.shiftKey && WITH_SHIFT[event.key]) || KEYS[event.key];
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

/** While a thing is hovered or focused, what belongs to it is lit. */
function lit(event) {
  const group = event.target.closest?.("[data-hover]")?.dataset.hover;
  const on = group && ["pointerover", "focusin"].includes(event.type);
  for (const element of every(".lit")) element.classList.remove("lit");
  if (on) for (const element of every(`[data-in~="${CSS.escape(group)}"]`)) element.classList.add("lit");
}

// ---------------------------------------------------------------- the beginning

async function startGame() {
  stage("game");
  whenSeen(show);
  for (const name of ["as", "seat", "kind"]) {
    named(name).addEventListener("change", event => look({ [name]: event.target.value, ...(name === "as" ? { whatif: null } : {}) }));
  }
  for (const name of ["outer", "inner"]) named(name).addEventListener("change", () => think(name));
  named("speed").addEventListener("change", () => timer !== null && play(true));
  one("#formula").addEventListener("input", event => (event.target.touched = true));
  named("ask").addEventListener("submit", event => {
    event.preventDefault();
    question(one("#formula").value);
  });
  document.addEventListener("keydown", pressed);
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(kind, lit);
  addEventListener("hashchange", () => readAddress().then(refresh));
  await readAddress();
  if (stored) startStored();
  else {
    for (const [name, file] of [["record", "record"], ["replay", "replay.html"]]) {
      for (const link of [named(name), named(`${name}-too`)]) link.href = `/api/games/${encodeURIComponent(id)}/${file}`;
    }
    listen();
  }
  refresh();
}

function startStored() {
  for (const element of every("[data-needs-server]")) element.remove();
  document.documentElement.classList.add("stored");
  if (looked.step === undefined) looked.step = "0";
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
