// The arena: stored tournaments, each a page of tables and plots made by the server. It is shown
// in a frame that may run its little script and open a game in this window, and nothing more; it
// tells us how high it is, so that the page has one scrollbar.

import { ask, make, named, stage } from "./page.js";

export async function start() {
  stage("arena");
  named("runs").addEventListener("click", event => {
    const name = event.target.closest("[data-run]")?.dataset.run;
    if (name) location.hash = new URLSearchParams({ run: name }).toString();
  });
  addEventListener("hashchange", showRun);
  addEventListener("message", grown);
  try {
    const { runs } = await ask("/api/arena");
    if (!runs.length) {
      named("runs").replaceChildren(make("li", { className: "faint" }, "None yet."));
      named("run").replaceChildren(make("p", { className: "faint" }, "Run a tournament to see it here: whoknows arena PLAN.toml"));
      return;
    }
    named("runs").replaceChildren(...runs.map(run => make("li", {}, make("button", { "data-run": run.name },
      make("b", {}, run.title), make("br"), make("small", { className: "faint" }, `${run.deals.toLocaleString("en")} deals${run.finished ? "" : " so far"}`)))));
    if (!location.hash) history.replaceState(null, "", `#${new URLSearchParams({ run: runs[0].name })}`);
    showRun();
  } catch (fault) {
    named("runs").replaceChildren();
    named("run").replaceChildren(make("p", { className: "fault", role: "alert" }, fault.message));
  }
}

function showRun() {
  const name = new URLSearchParams(location.hash.slice(1)).get("run");
  if (!name) return;
  for (const button of document.querySelectorAll("[data-run]")) button.setAttribute("aria-current", button.dataset.run === name);
  const title = document.querySelector('[data-run][aria-current="true"] b')?.textContent ?? name;
  named("run").replaceChildren(make("iframe", {
    sandbox: "allow-scripts allow-top-navigation-by-user-activation", title,
    src: `/api/arena/${name.split("/").map(encodeURIComponent).join("/")}/report.html`,
  }));
  document.title = `${title} · whoknows`;
}

const HIGHEST = 100000; // pixels; whoever made the report may tell us anything

/** The frame is as high as what it shows. */
function grown({ source, data }) {
  const frame = named("run").querySelector("iframe");
  if (frame && source === frame.contentWindow && data?.high > 0) frame.style.height = `${Math.min(Math.ceil(data.high), HIGHEST)}px`;
}
