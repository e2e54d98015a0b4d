// The keyboard: what each key does, and how arrows lead from one thing to the next.

import { every, named, one } from "./page.js";
import { look, looked, view } from "./looking.js";
import { leaveHead } from "./minds.js";
import { hurry } from "./walking.js";

export const ALIVE = "[data-action],[data-actions],[data-tick],[data-step],[data-world],[data-card],[data-ask],[data-mind]";
let does = {};

/** What can be done at the table, by name: keys do the same. */
export function listenToKeys(doing) {
  does = doing;
  document.addEventListener("keydown", pressed);
  one("#chooser").addEventListener("keydown", chosenByNumber);
}

/** A menu is open only as long as nothing else is done; whether one was. */
export function closeMenus(except = null) {
  const open = every("details.menu[open]").filter(menu => !menu.contains(except));
  for (const menu of open) menu.open = false;
  return open.length > 0;
}

const KEYS = {
  ArrowRight: () => does.step(), ArrowLeft: () => does.back(), Home: () => does.first(), End: () => does.last(),
  f: () => does.enlarge(), "+": () => does.closer(), "-": () => does.farther(), h: () => named("hint").hidden || does.hint(), u: () => named("undo").hidden || does.undo(),
  p: () => does.play(), " ": () => does.play(), "?": () => does.help(), "/": () => one("#formula").focus(),
  ArrowDown: target => fromWorldToWorld(target, 1), ArrowUp: target => fromWorldToWorld(target, -1),
  Escape: () => {
    const [menu] = every("details.menu[open] summary");
    if (closeMenus()) menu.focus();
    else if (!leaveHead() && looked.world) look({ world: null });
  },
};

const MOST_NUMBERED = 9;

/** The first, second, ... of a few things that may be done or ticked on the board, from left to right. */
function byNumber(key) {
  const offered = every('[data-slot="board"] :is([data-action],[data-actions],[data-tick])').filter(({ hidden }) => !hidden);
  const chosen = offered.length <= MOST_NUMBERED ? offered[Number(key) - 1] : undefined;
  return chosen && (() => chosen.dispatchEvent(new MouseEvent("click", { bubbles: true })));
}

/** The same among the ways to do one thing. */
function chosenByNumber(event) {
  every("#chooser [data-action]")[Number(event.key) - 1]?.click();
}

const ON_THE_SIDE = ["Shift", "Tab"]; // keys that mean nothing on their own
const WITH_SHIFT = { ArrowRight: () => does.onward(1), ArrowLeft: () => does.onward(-1) };

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
  if (event.key === " " && target.matches?.("button,a,summary,[role=button],[role=checkbox]")) return;
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
