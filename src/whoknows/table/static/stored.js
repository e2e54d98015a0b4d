// The views of a page that needs no server: unpacked once, and put together when you look at them.
// A view is a list of numbers, one per field; each number stands for a text in shared blocks, and these
// for shared pieces; after an = it is the text itself, otherwise JSON. What
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

  /** What the runs of a list name: where each begins, and how long it is. */
  function named(list, runs) {
    const found = [];
    for (let i = 0; i < runs.length; i += 2) found.push(...list.slice(runs[i], runs[i] + runs[i + 1]));
    return found;
  }

  function text({ signs, pieces, blocks, runs }, number) {
    if (!texts.has(number)) {
      const [sign, ...parts] = runs[number];
      texts.set(number, named(blocks, parts).map(block => named(pieces, block).join("")).join(signs[sign]));
      if (texts.size > 400) texts.delete(texts.keys().next().value);
    }
    const whole = texts.get(number);
    return whole.startsWith("=") ? whole.slice(1) : JSON.parse(whole);
  }

  const within = (number, last) => (number === undefined ? last : Math.min(Math.max(Number(number) | 0, 0), last));

  /** A picture in which worlds, given by their keys, have further classes, parts of a formula that hold
   * there, and a ring. */
  function marked(picture, marks) {
    return picture.replaceAll(/class="((?:world|tile)[^"]*)" data-world="([^"]*)"([^>]*>(?:<title>[^<]*<\/title>)?)(?:(?=<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"))?/g, (all, names, key, rest, x, y, radius) => {
      const mark = marks.get(key);
      if (!mark || (mark.parts && names.startsWith("tile"))) return all;
      const parts = mark.parts?.length ? ` data-in="${mark.parts.join(" ")}"` : "";
      const ring = mark.ring && x !== undefined ? `<circle cx="${x}" cy="${y}" r="${Number(radius) + 2.5}" class="ring"/>` : "";
      return `class="${[names, ...mark.names].join(" ")}" data-world="${key}"${parts}${rest}${ring}`;
    });
  }

  const MEANS = { holds: "the formula is true", witness: "counterexample or witness" };

  /** A picture in which the worlds are marked where a formula is true, and what the marks mean. */
  function asked(picture, model, { formula, parts, witness }) {
    const marks = new Map();
    for (const [key, { holds, parts: inside }] of whoknowsEvaluator.marks(model, formula, parts)) {
      marks.set(key, { names: [holds ? "holds" : "fails"], parts: inside });
    }
    if (witness && marks.has(witness)) Object.assign(marks.get(witness), { ring: true }).names.push("witness");
    const legend = (witness ? ["holds", "witness"] : ["holds"]).map(name => `<li class="${name}">${MEANS[name]}</li>`).join("");
    const drawn = marked(picture, marks);
    return drawn.includes('<ul class="legend">')
      ? drawn.replace(/(<ul class="legend">.*?)<\/ul>/s, `$1${legend}</ul>`)
      : drawn.replace(/(?=<ul class="letters"|<div class="inset">|$)/, `<ul class="legend">${legend}</ul>`);
  }

  /** Whether a picture was drawn for this very question: of tiles, which have a bar for it. */
  const isDrawn = (choices, { ask, kind, seat }) => kind !== "graph" && seat === undefined && choices[`ask=${ask}`] !== undefined;

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
    if (view.model) view.model = { ...view.model, base: view.base };
    delete view.base;
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
    if (params.kind === "graph" && view.worlds && !ofStage["kind=graph"]) view.worlds = TOO_MANY + view.worlds;
    if (params.ask && !view.answer) {
      const line = "there are too many worlds here: this page only answers the questions below; whoknows table answers any";
      view.answer = view.model ? whoknowsEvaluator.answer(view.model, params.ask) : { error: { column: null, line } };
    }
    if (params.ask && view.worlds && view.model && !isDrawn(ofStage, params)) {
      const plain = ofStep[`ask=${params.ask}`];
      const answer = plain ? text(all, plain.answer) : view.answer;
      if (!answer.error) view.worlds = asked(view.worlds, view.model, answer);
    }
    if (params.world && view.worlds) view.worlds = marked(view.worlds, new Map([[params.world, { names: ["chosen"], ring: true }]]));
    return view;
  }, { opens, review });
})();
