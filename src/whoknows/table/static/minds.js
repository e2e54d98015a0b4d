// In somebody's head: where the board was stands the table as they see it, or as they think that
// another sees it. The way there, from head to head, is in the address; the server draws it.

import { every, named, one } from "./page.js";
import { look, looked, view } from "./looking.js";
import { put } from "./knowing.js";

let entered = null; // what was clicked to get in, as a selector

/** Step into a head, given by the way to it such as `1.2`; an empty way leads back to the table. */
export async function stepInto(way) {
  if (!way) return leaveHead();
  if (!looked.mind) entered = document.activeElement?.closest?.(".seats [data-mind]") ? `.seats [data-mind="${way}"]` : null;
  await look({ mind: way });
  one('[data-slot="mind"] h3')?.focus({ preventScroll: true });
  const inside = named("inside");
  const isLong = inside.getBoundingClientRect().height > innerHeight / 2; // its end says little without its beginning
  inside.scrollIntoView({ block: isLong ? "start" : "nearest" });
  return true;
}

/** Back to the table; whether one was in a head. */
export function leaveHead() {
  if (!looked.mind) return false;
  const back = entered;
  entered = null;
  look({ mind: null }).then(() => one(back ?? '[data-slot="board"]')?.focus({ preventScroll: true }));
  return true;
}

export function showHead() {
  const isInside = Boolean(looked.mind && view.mind);
  put("mind", isInside ? view.mind : "");
  named("inside").hidden = !isInside;
  one(".at-board").classList.toggle("in-head", isInside);
  const [first] = (looked.mind ?? "").split(".");
  for (const seat of every(".seats [data-mind]")) seat.setAttribute("aria-pressed", isInside && seat.dataset.mind === first);
}
