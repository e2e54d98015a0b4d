// Formulas answered in the browser, for a page that needs no server: evaluated bottom-up to sets of
// worlds. A model is a list of worlds (the place of every card, as numbers), the worlds that are left,
// and for every seat the cell of each world.

window.whoknowsEvaluator = (() => {
  const { Fault, read } = window.whoknowsFormula;

  // ---------------------------------------------------------------- models

  /** The model of a stored view: worlds as strings of places, what is left, and cells by number. */
  function modelOf({ base, alive, cells }) {
    const size = base.worlds.length;
    return {
      base,
      size,
      alive: Uint8Array.from(alive, Number),
      cells: cells ?? base.cells,
    };
  }

  const set = (model, holds) => Uint8Array.from({ length: model.size }, (_, world) => (model.alive[world] && holds(world) ? 1 : 0));

  function seatOf(model, told, column) {
    const { seats } = model.base;
    const found = seats.indexOf(told);
    if (found >= 0) return found;
    const isNumber = /^\d{1,3}$/.test(told) && !seats.some(seat => /^\d+$/.test(seat)) && Number(told) < seats.length;
    if (isNumber) return Number(told);
    throw new Fault(column, `no seat ${told}; seats are ${seats.join(", ")}`);
  }

  function cardOf(model, told, column) {
    const { cards, letters } = model.base;
    const card = cards.includes(told) ? told : (letters[told] ?? told);
    const found = cards.indexOf(card);
    if (found < 0) throw new Fault(column, `no card ${told}; cards are ${cards.join(", ")}`);
    return found;
  }

  const placeOf = (model, world, card) => model.base.worlds[world].charCodeAt(card) - 48;

  // ---------------------------------------------------------------- evaluation

  /** Where a formula holds: 1 or 0 for every world. */
  function where(model, formula) {
    const [kind, first, second, third] = formula;
    const inner = () => where(model, third);
    switch (kind) {
      case "truth": return set(model, () => first);
      case "atom": return atomic(model, first, second, third);
      case "is": return valued(model, first, second, third);
      case "not": return flipped(model, where(model, first));
      case "and": return paired(model, first, second, (a, b) => a && b);
      case "or": return paired(model, first, second, (a, b) => a || b);
      case "iff": return paired(model, first, second, (a, b) => a === b);
      case "after": case "andAfter": return announced(model, kind === "after", first, second, third);
      case "K": return known(model, model.cells[seatOf(model, second, first)], inner());
      case "M": return flipped(model, known(model, model.cells[seatOf(model, second, first)], flipped(model, inner())));
      case "Kw": return knownWhether(model, model.cells[seatOf(model, second, first)], inner());
      case "Kv": return knownValue(model, model.cells[seatOf(model, second, first)], third, first);
      case "E": return everyone(model, seatsOf(model, second, first), inner());
      case "C": return known(model, reached(model, seatsOf(model, second, first)), inner());
      case "D": return known(model, pooled(model, seatsOf(model, second, first)), inner());
    }
    throw new Fault(1, `this page cannot answer ${kind}`);
  }

  const seatsOf = (model, names, column) => names.map(name => seatOf(model, name, column));
  const flipped = (model, held) => set(model, world => !held[world]);

  function paired(model, one, other, joined) {
    const [a, b] = [where(model, one), where(model, other)];
    return set(model, world => joined(a[world], b[world]));
  }

  function atomic(model, column, name, args) {
    if (args.length !== 2 || !["has", "in"].includes(name)) throw new Fault(column, `no fact ${name}(${args.join(",")}); write has(NAME,CARD)`);
    const card = cardOf(model, args[1], column);
    const { places, owners } = model.base;
    if (name === "in") {
      const place = places.indexOf(args[0]);
      if (place < 0) throw new Fault(column, `no place ${args[0]}; places are ${places.join(", ")}`);
      return set(model, world => placeOf(model, world, card) === place);
    }
    const seat = seatOf(model, args[0], column);
    return set(model, world => owners[placeOf(model, world, card)] === seat);
  }

  function valued(model, column, name, value) {
    const card = cardOf(model, name, column);
    const place = model.base.places.indexOf(value);
    if (place < 0) throw new Fault(column, `no place ${value}; places are ${model.base.places.join(", ")}`);
    return set(model, world => placeOf(model, world, card) === place);
  }

  /** Where it holds in the whole cell; cells are numbers of worlds. */
  function known(model, cells, held) {
    const doubted = new Set();
    for (let world = 0; world < model.size; world++) if (model.alive[world] && !held[world]) doubted.add(cells[world]);
    return set(model, world => !doubted.has(cells[world]));
  }

  function knownWhether(model, cells, held) {
    const [yes, no] = [known(model, cells, held), known(model, cells, flipped(model, held))];
    return set(model, world => yes[world] || no[world]);
  }

  /** Where all worlds of the cell agree on where a card is, or on everything. */
  function knownValue(model, cells, fact, column) {
    const isDeal = fact === "world" && !model.base.cards.includes("world");
    const card = isDeal ? null : cardOf(model, fact, column);
    const value = world => (isDeal ? model.base.worlds[world] : placeOf(model, world, card));
    const firsts = new Map();
    const parted = new Set();
    for (let world = 0; world < model.size; world++) {
      if (!model.alive[world]) continue;
      if (!firsts.has(cells[world])) firsts.set(cells[world], value(world));
      else if (firsts.get(cells[world]) !== value(world)) parted.add(cells[world]);
    }
    return set(model, world => !parted.has(cells[world]));
  }

  function everyone(model, seats, held) {
    const each = seats.map(seat => known(model, model.cells[seat], held));
    return set(model, world => each.every(one => one[world]));
  }

  /** What somebody considers possible that somebody considers possible, and so on: as one cell. */
  function reached(model, seats) {
    const home = Array.from({ length: model.size }, (_, world) => world);
    const root = world => {
      while (home[world] !== world) world = home[world] = home[home[world]];
      return world;
    };
    for (const seat of seats) {
      const firsts = new Map();
      for (let world = 0; world < model.size; world++) {
        if (!model.alive[world]) continue;
        const cell = model.cells[seat][world];
        if (firsts.has(cell)) home[root(world)] = root(firsts.get(cell));
        else firsts.set(cell, world);
      }
    }
    return home.map((_, world) => root(world));
  }

  /** The cells of all of these seats laid over each other. */
  function pooled(model, seats) {
    return Array.from({ length: model.size }, (_, world) => seats.map(seat => model.cells[seat][world]).join(" "));
  }

  /** After an announcement to all, worlds where it is false are gone; to some, these tell them apart. */
  function announced(model, isIfMade, said, then, to) {
    const held = where(model, said);
    const told = to && seatsOf(model, to, 1);
    const after = told
      ? { ...model, cells: model.cells.map((cells, seat) => (told.includes(seat) ? cells.map((cell, world) => `${cell} ${held[world]}`) : cells)) }
      : { ...model, alive: held };
    const holds = where(after, then);
    return set(model, world => (held[world] ? holds[world] : isIfMade));
  }

  // ---------------------------------------------------------------- answers

  /** What a viewer may be told: as the table answers, but without reasons. */
  function answer(stored, text) {
    const found = { formula: text, words: null, parts: [], verdict: null, why: "", witness: null, error: null };
    try {
      const model = modelOf(stored);
      const held = where(model, read(text).formula);
      return { ...found, ...told(model, stored, held) };
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return { ...found, error: { column: fault.column, line: fault.message } };
    }
  }

  /** By the keys of worlds that are left: whether a formula holds there, and which of its parts do. */
  function marks(stored, text, parts) {
    const model = modelOf(stored);
    const { formula, announced: said } = read(text);
    const held = where(model, formula);
    const inside = parts.map(([start, end]) => where(model, said
      .filter(one => one.start <= start && end <= one.end)
      .reduceRight((then, one) => ["andAfter", one.what, then, one.to], read(text.slice(start, end)).formula)));
    const found = new Map();
    model.base.keys.forEach((key, world) => {
      if (!model.alive[world]) return;
      found.set(key, { holds: held[world] === 1, parts: parts.filter((_, n) => inside[n][world]).map(([, , number]) => `part${number}`) });
    });
    return found;
  }

  const OWN = "This page worked it out itself; for questions of your own it gives no reasons.";
  const number = many => many.toLocaleString("en");

  function told(model, { mine, true: here }, held) {
    if (here !== null) return { verdict: held[here] ? "true" : "false", why: `<p>${OWN}</p>` };
    const possible = [...mine].flatMap((bit, world) => (bit === "1" ? [world] : []));
    const [yes, no] = [possible.filter(world => held[world]), possible.filter(world => !held[world])];
    const counts = `True in ${number(yes.length)} of ${number(possible.length)} worlds.`;
    const verdict = !no.length ? "known true" : !yes.length ? "known false" : `unknown (${number(yes.length)} of ${number(possible.length)})`;
    const shown = yes.length && no.length ? no[0] : null;
    return { verdict, why: `<p>${counts} <span class="faint">${OWN}</span></p>`, witness: shown === null ? null : model.base.keys[shown] };
  }

  return { answer, marks };
})();
