// The table in the browser: what people do at it. The fragments that the server draws come
// alive by their data-* attributes alone: data-action, data-step, data-world, data-card, data-ask
// and data-hover mean the same wherever they stand.

import { ask, copy, every, make, named, nextTheme, oldTheme, one, say, stage, stored } from "./page.js";
import { go, wantedStep, heldKeys, id, kept, listen, look, looked, readAddress, refresh, view, whenSeen } from "./looking.js";
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
  acting = true;
  try {
    await post("act", { version: view.version, action });
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

async function tryPost(what) {
  try {
    await post(what, { version: view.version });
    kept.clear();
    await look({ step: null, stage: null });
  } catch (fault) {
    say(fault.message, true);
  }
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
  undo: () => tryPost("undo"),
  cancel: () => one("#stop").showModal(),
  stop: () => tryPost("cancel"),
  reveal: () => look({ as: "all" }),
  analysis: analyse,
  forget: () => look({ ask: null, whatif: null }),
  whatif: () => look({ whatif: looked.whatif ? null : (looked.ask ?? null) }),
  copy: () => copy(location.href),
};

function clicked(event) {
  const element = event.target.closest(`[data-do],[data-tab],[data-story],${ALIVE}`);
  if (!element || element.disabled) return;
  const data = element.dataset;
  if (data.do) DOES[data.do]?.();
  else if (data.tab) openTab(data.tab);
  else if (data.story) openStory(data.story);
  else alive(element, data);
}

function openTab(tab) {
  const nested = tab === "nested" ? { seat: named("outer").value, inner: named("inner").value } : {};
  look({ tab: tab === "worlds" ? null : tab, ...nested });
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
  if (event.key === " " && target.matches?.("button,a,summary,[role=button]")) return;
  const done = (event.shiftKey && WITH_SHIFT[event.key]) || KEYS[event.key];
  if (!done || done(target) === false) return;
  event.preventDefault();
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

function startGame() {
  stage("game");
  whenSeen(show);
  for (const name of ["as", "seat", "kind", "inner"]) {
    named(name).addEventListener("change", event => look({ [name]: event.target.value, ...(name === "as" ? { whatif: null } : {}) }));
  }
  named("outer").addEventListener("change", event => look({ seat: event.target.value }));
  named("speed").addEventListener("change", () => timer !== null && play(true));
  one("#formula").addEventListener("input", event => (event.target.touched = true));
  named("ask").addEventListener("submit", event => {
    event.preventDefault();
    question(one("#formula").value);
  });
  document.addEventListener("keydown", pressed);
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(kind, lit);
  addEventListener("hashchange", () => {
    readAddress();
    refresh();
  });
  readAddress();
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
