// The views of a page that needs no server: unpacked once, and put together when you look at them.
// A view is a list of numbers, one per field; each number stands for a text in shared pieces. What
// depends on a choice (whose cells, a card, a question) is laid over it, most specific last.

window.whoknowsStored = (() => {
  const CHOICES = [["ask"], ["seat"], ["seat", "ask"], ["kind"], ["seat", "kind"], ["card"], ["inner"], ["seat", "inner"], ["whatif"], ["world"], ["mind"]];
  const MISSING = {
    card: ["onecard", "<p>This page has no picture of this card.</p>"],
    inner: ["nested", "<p>For a long game this page shows this only from a seat's own viewpoint.</p>"],
    whatif: ["whatif", "<p>For a long game this page shows this only with everyone's cards.</p>"],
    mind: ["mind", "<p class=\"quiet\">This page does not reach into this head; whoknows table does, also for this record.</p>"],
    world: ["about", "<p>There are too many worlds here for this page to describe each one.</p>"],
  };

  const TOO_MANY = '<p class="quiet">There are too many worlds for a graph (at most 200), so here is a picture that fits.</p>';

  async function unpacked() {
    const bytes = Uint8Array.from(atob(document.getElementById("packed").textContent), sign => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }

  const ready = unpacked();
  const texts = new Map();

  function text({ pieces, runs }, number) {
    if (!texts.has(number)) {
      const run = runs[number];
      let whole = "";
      for (let i = 0; i < run.length; i += 2) whole += pieces.slice(run[i], run[i] + run[i + 1]).join("");
      texts.set(number, whole);
      if (texts.size > 400) texts.delete(texts.keys().next().value);
    }
    return JSON.parse(texts.get(number));
  }

  const within = (number, last) => (number === undefined ? last : Math.min(Math.max(Number(number) | 0, 0), last));

  /** The world that was chosen, marked in a picture that was drawn without it. */
  function marked(picture, world) {
    return picture.replaceAll(/class="([^"]*)" data-world="([^"]*)"/g, (all, names, key) =>
      key === world ? `class="${names} chosen" data-world="${key}"` : all);
  }

  /** The worlds as a graph, with the marks of the cells that were drawn for the question. */
  function asGraph(all, picture, choices, { ask }) {
    if (!choices["kind=graph"]) return TOO_MANY + picture;
    const cells = choices[`ask=${ask}`]?.worlds;
    if (cells === undefined) return picture;
    const marks = new Map();
    for (const [, names, key, parts] of text(all, cells).matchAll(/class="([^"]*)" data-world="([^"]*)"[^>]*?( data-in="[^"]*")?>/g)) {
      marks.set(key, [names.match(/ (?:holds|fails)\b/)?.[0] ?? "", parts ?? ""]);
    }
    return picture.replaceAll(/class="([^"]*)" data-world="([^"]*)"/g, (all, names, key) => {
      const [mark, parts] = marks.get(key) ?? ["", ""];
      return `class="${names}${mark}" data-world="${key}"${parts}`;
    });
  }

  /** Where the page opens, unless its address says otherwise. */
  const opens = ready.then(all => all.opens ?? 0);
  const review = ready.then(all => all.review);

  return Object.assign(async params => {
    const all = await ready;
    const story = all.stories[params.as] ?? all.stories[all.first];
    const step = within(params.step, story.length - 1);
    const [stages, over] = story[step];
    const stage = within(params.stage, stages.length - 1);
    const [numbers, overStage] = stages[stage];
    const view = Object.fromEntries(all.fields.map((field, n) => [field, text(all, numbers[n])]));
    const ofStep = all.choices[over];
    const ofStage = all.choices[overStage];
    for (const names of CHOICES) {
      const chosen = names.includes("inner") ? { seat: "0", ...params } : params;
      if (!names.every(name => chosen[name] !== undefined)) continue;
      const key = names.map(name => `${name}=${chosen[name]}`).join("&");
      const laid = { ...ofStep[key], ...ofStage[key] };
      for (const [field, number] of Object.entries(laid)) view[field] = text(all, number);
      if (names.length === 1 && !Object.keys(laid).length && MISSING[names[0]]) view[MISSING[names[0]][0]] ??= MISSING[names[0]][1];
    }
    if (params.kind === "graph" && view.worlds) view.worlds = asGraph(all, view.worlds, ofStage, params);
    if (params.ask && !view.answer) {
      const line = "there are too many worlds here: this page only answers the questions below; whoknows table answers any";
      view.answer = view.model ? whoknowsEvaluator.answer(view.model, params.ask) : { error: { column: null, line } };
    }
    if (params.world && view.worlds) view.worlds = marked(view.worlds, params.world);
    return view;
  }, { opens, review });
})();
