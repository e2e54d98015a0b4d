// A closer look at a map: two buttons in its corner, + and -, or the wheel with Ctrl. It is then moved by
// scrolling, keeps its place when it is drawn anew, and follows what was done last. Whoever goes by keys has
// + and -, and two stops less before the hand.

import { every, make, one } from "./page.js";

const SIZES = [1, 1.5, 2.2, 3];
const BOARD = '[data-slot="board"]';
let size = 0; // which of them
let place = [0.5, 0.5]; // the middle of what is seen, as shares of the whole map

const pane = () => one(`${BOARD} .mapwide`);

/** The map that has just been drawn gets its buttons, and is as close as the one before. */
export function showZoom() {
  const map = pane();
  if (!map) return;
  const button = (way, sign, name) => make("button", { className: "icon", tabIndex: -1, "data-do": way, "aria-label": name, title: `${name} (${sign})` }, sign);
  map.prepend(make("div", { className: "zooming" }, button("closer", "+", "A closer look at the map"), button("farther", "−", "A wider look at the map")));
  map.addEventListener("scroll", () => (place = middle(map)), { passive: true });
  map.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1 : -1);
  });
  apply(map);
}

/** One size closer, or back. */
export function zoom(way) {
  const map = pane();
  size = Math.min(SIZES.length - 1, Math.max(0, size + way));
  if (map) apply(map);
}

function apply(map) {
  const [x, y] = place;
  map.classList.toggle("zoomed", size > 0);
  map.style.setProperty("--zoom", SIZES[size]);
  map.scrollTo(x * map.scrollWidth - map.clientWidth / 2, y * map.scrollHeight - map.clientHeight / 2);
  map.dispatchEvent(new Event("scroll")); // what fades at its edges depends on it
  for (const button of every(".zooming button", map)) button.disabled = size === (button.dataset.do === "closer" ? SIZES.length - 1 : 0);
}

const middle = map => [(map.scrollLeft + map.clientWidth / 2) / map.scrollWidth, (map.scrollTop + map.clientHeight / 2) / map.scrollHeight];
