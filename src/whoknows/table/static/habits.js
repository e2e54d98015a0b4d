// What people may switch on and off for this browser: motion, sounds, and their turn in the tab's title.
// Where the system asks for less motion nothing moves, and the others are off unless switched on.

import { every, remember } from "./page.js";

const USUALLY = { motion: true, sound: false, title: true };
const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function habit(name) {
  if (name === "motion" && wantsStillness()) return false;
  const chosen = remember(`habit ${name}`);
  return chosen === null ? USUALLY[name] && !wantsStillness() : chosen === "on";
}

export function changeHabit(name) {
  remember(`habit ${name}`, habit(name) ? "off" : "on");
  showHabits();
}

export function showHabits() {
  for (const button of every("[data-habit]")) {
    button.setAttribute("aria-checked", habit(button.dataset.habit));
    button.disabled = button.dataset.habit === "motion" && wantsStillness();
  }
}
