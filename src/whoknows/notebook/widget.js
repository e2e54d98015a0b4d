// A match in a notebook: buttons, a slider, whose eyes, a question. What is shown is made by Python.

const CONTROLS = `
  <style>
    .controls { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 10px }
    .controls input[type=range] { flex: 1 1 160px }
    .controls input[type=text] { flex: 2 1 220px }
    .controls :is(button, select, input) { font: inherit; color: var(--ink); background: var(--raised);
      border: 1px solid var(--line); border-radius: 6px; padding: 4px 8px }
    .shown { padding: 0 10px 10px }
  </style>
  <div class="controls">
    <button data-go="first" aria-label="to the start">|◀</button>
    <button data-go="back" aria-label="a move back">◀</button>
    <input type="range" min="0" aria-label="move">
    <button data-go="on" aria-label="a move on">▶</button>
    <button data-go="last" aria-label="to the end">▶|</button>
    <label>seen by <select></select></label>
    <input type="text" placeholder="ask: K[Anna] has(Bram,a)" aria-label="a question">
  </div>
  <div class="shown"></div>`;

function render({ model, el }) {
  const host = document.createElement("div");
  host.dataset.lmSuppressShortcuts = "true"; // keys that are typed here are no commands of Jupyter
  const dress = () => { host.dataset.theme = theme(); };
  dress();
  const dressing = new MutationObserver(dress);
  dressing.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = `<style>${model.get("css")}</style>${CONTROLS}`;
  const [range, text] = root.querySelectorAll("input");
  const select = root.querySelector("select");
  for (const viewer of model.get("viewers")) select.append(new Option(viewer));
  range.max = model.get("last");

  const set = (name, value) => { model.set(name, value); model.save_changes(); };
  const go = (step) => set("step", Math.min(Math.max(step, 0), model.get("last")));
  const steps = {
    first: () => 0, back: () => model.get("step") - 1,
    on: () => model.get("step") + 1, last: () => model.get("last"),
  };
  for (const button of root.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => go(steps[button.dataset.go]()));
  }
  range.addEventListener("change", () => go(Number(range.value)));
  select.addEventListener("change", () => set("viewer", select.value));
  text.addEventListener("change", () => set("ask", text.value));
  // In JupyterLab, Enter alone is no change.
  text.addEventListener("keydown", (event) => { if (event.key === "Enter") set("ask", text.value); });

  const show = () => {
    root.querySelector(".shown").innerHTML = model.get("html");
    range.value = model.get("step");
    select.value = model.get("viewer");
    if (root.activeElement !== text) text.value = model.get("ask");
  };
  model.on("change:html change:step change:viewer change:ask", show);
  show();
  el.append(host);
  return () => dressing.disconnect();
}

// Jupyter says on its body whether it is light; other pages leave it to the system.
function theme() {
  const said = document.body.dataset.jpThemeLight;
  if (said !== undefined) return said === "true" ? "light" : "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export default { render };
