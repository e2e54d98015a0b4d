// Answers as bars: of each choice how many, the right one marked.

import { make } from "./page.js";

export function bars({ choices, counts, right }) {
  const most = Math.max(1, ...counts);
  return make("ul", { className: "bars", "aria-label": "Answers" }, ...choices.map((choice, n) => {
    const bar = make("span", { className: "share", "aria-hidden": "true" });
    bar.style.setProperty("--part", counts[n] / most);
    return make("li", { className: n === right ? "right" : "" }, make("b", {}, choice), bar, make("span", { className: "num" }, `${counts[n]}`));
  }));
}
