// Moving through time: new moves one by one as the game goes on, and autoplay. Otherwise whoever
// watches the end of a game would see only how it stands when it is their turn again.

import { every, named, one, stored } from "./page.js";
import { arrive, go, hasPeople, look, looked, onTheWay, view, viewOf, wantedStep } from "./looking.js";

const LIVE = 0.5; // of the pace of autoplay, for moves that others have just made
const CHANCE = 0.25; // of it, if only chance moved
const FULL = 1.8; // of it, if a trick is complete

let goal = null; // the newest view, while there are moves to show before it
let walk = 0;
let until = 0; // when there was enough time to look at this move

/** No time at all for people who want no motion, or are not looking; tests set their own pace. */
export function pace() {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return window.whoknowsPace ?? Number(named("speed").value) * (timer === null ? LIVE : 1);
}

/** How long the move that is shown is looked at, as a part of the pace. */
function weight() {
  const by = view.log.find(entry => entry.step === view.step)?.by;
  const seats = view.game.seats;
  if (!seats.some(seat => seat.name === by)) return CHANCE;
  return every('[data-slot="board"] .trick .card').length === seats.length ? FULL : 1;
}

/** Whether there are moves between what is shown and this newer view, and time to show them. */
export function walks(found) {
  if (!view || !pace() || found.viewer !== view.viewer || found.steps <= view.step) return false;
  return goal !== null || view.step === view.steps;
}

/** Show the moves up to this view one by one, then the view itself. */
export function approach(found) {
  const walking = goal !== null;
  goal = found;
  if (!walking) onward(++walk);
}

/** Go no further by oneself. */
export function stand() {
  goal = null;
}

/** Go to the end of the way at once; whether one was on the way. */
export function hurry() {
  until = 0;
  if (goal === null) return false;
  const last = goal;
  stand();
  arrive(last);
  return true;
}

async function onward(mine) {
  const goesOn = () => goal !== null && walk === mine;
  while (goesOn()) {
    const step = view.step + 1;
    if (step < goal.steps) viewOf({ ...looked, step }).catch(() => {}); // fetched in the meantime
    await new Promise(done => setTimeout(done, until - performance.now()));
    const found = goal && step < goal.steps ? await viewOf({ ...looked, step }).catch(() => null) : null;
    if (!goesOn()) return;
    if (found) arrive(found);
    else hurry();
    until = performance.now() + pace() * weight();
  }
}

// ---------------------------------------------------------------- autoplay

let timer = null;

export function play(on = timer === null) {
  clearTimeout(timer);
  timer = on ? setTimeout(tick, Number(named("speed").value) * Math.min(1, weight())) : null;
  const button = one('[data-do="play"]');
  button.setAttribute("aria-pressed", on);
  button.setAttribute("aria-label", on ? "Pause" : "Autoplay");
  one("use", button).setAttribute("href", on ? "#icon-pause" : "#icon-play");
}

async function tick() {
  const coming = wantedStep() !== view.step; // another move was asked for and has not arrived
  if (view.step < view.steps && looked.step !== undefined && !coming) await go(view.step + 1);
  if (timer !== null) play(!atTheEnd()); // at once, so that going back does not lead here again
}

const atTheEnd = () => view.step >= view.steps && (view.over || Boolean(stored));

/** Whether there is nothing to play: it is for people to make the next move. */
export const isWaiting = () => view.step >= view.steps && !view.over && hasPeople();

export function startPlay() {
  if (isWaiting()) return;
  if (timer === null && view.step >= view.steps && view.over) go(0);
  play();
  if (timer === null && looked.step === undefined && !view.over && !hasPeople()) {
    stand();
    look({ step: view.step }); // agents go on, but we stay here
  }
}

/** Whether moves are shown one after the other, so that what comes is not to be told before. */
export const isUnderWay = () => timer !== null || onTheWay();

/** Another speed holds at once. */
export function speedChanged() {
  if (timer !== null) play(true);
}
