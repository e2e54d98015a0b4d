// The lobby: a quick start, a game of your own, games that are there, and records.

import { ask, copy, make, named, openGame, person, say, stage } from "./page.js";
import { takeTour } from "./tour.js";
import { keysOf } from "./keys.js";

const PERSON = "human";
let choices = { games: [], agents: [], limits: {} };

export async function start() {
  stage("lobby");
  named("create").addEventListener("submit", create);
  named("create").elements.game.addEventListener("change", chooseGame);
  named("options").addEventListener("change", showChairs);
  named("chairs").addEventListener("change", chairChanged);
  named("upload").addEventListener("change", upload);
  named("take-tour").addEventListener("click", tour);
  document.addEventListener("click", clicked);
  try {
    choices = await ask("/api/choices");
    named("create").elements.game.replaceChildren(...choices.games.map(({ name, title }) => new Option(title, name)));
    chooseGame();
    showStarts();
    await showGames();
    setInterval(showGames, 5000);
  } catch (fault) {
    say(fault.message, true);
  }
}

// ---------------------------------------------------------------- quick start

/** A game that is being fetched is fetched once. */
async function tour({ target }) {
  target.disabled = true;
  target.setAttribute("aria-busy", "true");
  try {
    await takeTour();
  } catch (fault) {
    say(fault.message, true);
    target.disabled = false;
    target.removeAttribute("aria-busy");
  }
}

function showStarts() {
  const tiles = choices.games.flatMap(game => game.tiles).sort((one, other) => one.rank - other.rank);
  named("starts").replaceChildren(...tiles.map(tile => {
    const { title, spec, agents, strong, person } = tile;
    const card = make("article", { className: "card start" });
    card.innerHTML = tile.icon;
    const play = seated => [spec, seated.with(person, PERSON)];
    card.append(make("h2", {}, title), make("p", {}, tile.about), make("div", {},
      startButton("Play", `Play ${title}`, play(agents), "main"),
      strong ? startButton("Play, strong", `Play ${title} against strong opponents`, play(agents.map(() => strong))) : null,
      startButton("Watch", `Watch ${title}`, [spec, agents, person])));
    return card;
  }));
}

/** Starts a game: its spec, who sits there, and through whose eyes it is watched. */
function startButton(text, label, start, className = "") {
  return make("button", { className, "data-start": JSON.stringify(start), "aria-label": label }, text);
}

async function clicked(event) {
  const { start, copies } = event.target.closest("[data-start],[data-copies]")?.dataset ?? {};
  if (copies) copy(copies);
  if (!start) return;
  const [game, agents, eyes] = JSON.parse(start);
  const button = event.target.closest("[data-start]");
  button.disabled = true; // it is being started: once is enough
  button.setAttribute("aria-busy", "true");
  try {
    openGame(await ask("/api/games", { send: { game, agents } }), eyes);
  } catch (fault) {
    say(fault.message, true);
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

// ---------------------------------------------------------------- a game of your own

const chosen = () => choices.games.find(game => game.name === named("create").elements.game.value);

function chooseGame() {
  const game = chosen();
  named("about").textContent = game.about ?? "";
  named("options").replaceChildren(...(game.options ?? []).map(optionField));
  showChairs();
}

function optionField({ name, kind, default: usual, choices: among, label, about, usual: unless, words }) {
  const shown = usual === null || usual === undefined ? "" : String(usual);
  let control;
  if (among?.length) {
    control = make("select", {}, ...(shown ? [] : [new Option(unless || "as usual", "")]), ...among.map(value => new Option(words[value] ?? String(value), String(value))));
    control.value = shown;
  } else if (kind === "bool") control = make("input", { type: "checkbox", checked: usual === true });
  else control = make("input", { type: kind === "int" ? "number" : "text", value: shown, placeholder: unless || "as usual" });
  Object.assign(control.dataset, { option: name, usual: kind === "bool" ? String(usual === true) : shown });
  return make("label", { className: "field", title: about }, label, control, about ? make("small", { className: "faint" }, about) : null);
}

/** The game with the options that differ from the defaults, as the server writes them. */
function spec() {
  const pairs = [...named("options").querySelectorAll("[data-option]")].map(control => {
    const value = control.type === "checkbox" ? String(control.checked) : control.value.trim();
    return value === control.dataset.usual || value === "" ? null : `${control.dataset.option}=${quoted(value)}`;
  }).filter(Boolean);
  return chosen().name + (pairs.length ? `(${pairs.join(",")})` : "");
}

const quoted = value => (value === "true" ? "on" : value === "false" ? "off" : /^[\w.+/-]+$/.test(value) ? value : JSON.stringify(value));

/** One row per seat: who sits there. The server says how many seats this game has. */
async function showChairs() {
  const turn = ++showChairs.turn;
  let seats, agents, usual;
  try {
    ({ seats, agents, usual } = await ask(`/api/choices?game=${encodeURIComponent(spec())}`));
    refuse("");
  } catch (fault) {
    if (turn === showChairs.turn) refuse(fault.message);
    return;
  }
  if (turn !== showChairs.turn) return;
  const before = people();
  named("chairs").replaceChildren(...seats.map((seat, n) => chair(seat, n, agents, who(before[n], n, agents, usual))));
  chairChanged();
}

showChairs.turn = 0;

/** Whoever sat there stays if possible; otherwise a person first, then agents that play this game. */
function who(before, n, agents, usual) {
  if (before === PERSON || before?.includes("(") || agents.includes(before)) return before;
  return n ? usual : PERSON;
}

function chair(seat, n, agents, who) {
  const suits = choices.agents.filter(agent => agents.includes(agent.name));
  const select = make("select", { "aria-label": `Who plays as ${person(seat)}` }, new Option("a person", PERSON),
    ...suits.map(agent => Object.assign(new Option(agent.name), { title: agent.about ?? "" })), new Option("another agent…", "other"));
  const known = [...select.options].some(option => option.value === who);
  select.value = known ? who : "other";
  const other = make("input", { "aria-label": `Agent that plays as ${person(seat)}`, placeholder: "pimc(worlds=200)", value: known ? "" : who, hidden: known });
  const mark = make("span", { className: `mark seat${n}`, "aria-hidden": "true" }, "●▲■◆★✚⬟"[n]);
  return make("label", { className: "chair", "data-seat": seat }, make("span", {}, mark, ` ${seat}`), select, other);
}

const people = () => [...document.querySelectorAll(".chair")].map(row => {
  const [select, other] = [row.querySelector("select"), row.querySelector("input")];
  return select.value === "other" ? other.value.trim() : select.value;
});

function chairChanged() {
  for (const row of document.querySelectorAll(".chair")) row.querySelector("input").hidden = row.querySelector("select").value !== "other";
  const seated = people().includes(PERSON);
  named("seed").hidden = seated;
  named("seedless").hidden = !seated;
  showLimits();
}

/** Anyone who types an agent sees how large its options may be here. */
function showLimits() {
  const most = Object.entries(choices.limits ?? {}).map(([option, value]) => `${option} ${value.toLocaleString("en")}`);
  named("limits").hidden = !most.length || !document.querySelector(".chair input:not([hidden])");
  named("limits").textContent = `The largest options of agents here: ${most.join(", ")}.`;
}

function refuse(text) {
  named("refused").textContent = text;
  named("refused").hidden = !text;
}

async function create(event) {
  event.preventDefault();
  const agents = people();
  const seed = named("create").elements.seed.value;
  const send = { game: spec(), agents };
  if (seed !== "" && !agents.includes(PERSON)) send.seed = Number(seed);
  try {
    const made = await ask("/api/games", { send });
    if (Object.keys(made.keys ?? {}).length) showLinks(made);
    else openGame(made);
  } catch (fault) {
    refuse(fault.message);
  }
}

/** The secret links of a new game, shown this once. */
function showLinks({ id, keys }) {
  const rows = Object.entries(keys).map(([n, key]) => {
    const seat = document.querySelectorAll(".chair")[n]?.dataset.seat ?? n;
    const link = `${location.origin}/game/${id}#key=${key}`;
    return make("li", {}, make("b", {}, person(seat)),
      make("input", { readOnly: true, value: link, "aria-label": `Secret link for ${person(seat)}` }),
      make("button", { "data-copies": link, "aria-label": `Copy the link for ${person(seat)}` }, "Copy"),
      make("a", { className: "button", href: link, "aria-label": `Play as ${person(seat)}` }, "Play"));
  });
  const links = named("links");
  links.hidden = false;
  links.replaceChildren(make("h2", { id: "links-title" }, "Your game is ready"),
    make("p", { className: "faint" }, "Whoever opens a secret link plays that seat. You see these links only now: copy those of the others first, then take your own seat."),
    make("ul", {}, ...rows), make("a", { href: `/game/${id}` }, "Watch as an onlooker"));
  links.scrollIntoView({ block: "nearest" });
  links.focus({ preventScroll: true });
  showGames();
}

// ---------------------------------------------------------------- games and records

async function showGames() {
  const { games } = await ask("/api/games").catch(() => ({ games: [] }));
  const list = named("games");
  if (!list) return;
  const now = JSON.stringify(games.map(game => [game, keysOf(game.id)]));
  tellTimes();
  if (list.drawn === now) return;
  list.drawn = now;
  list.replaceChildren(...(games.length ? games.map(gameLine) : [make("li", { className: "faint" }, "None yet.")]));
  tellTimes();
}

function gameLine({ id, game, words, agents, over, ended, humans, begun, moves, moving, winners }) {
  const mine = keysOf(id).length && !over;
  const goesOn = `${mine ? "you play, " : ""}${moving === null ? "in progress" : `${person(moving)} to move`}`;
  const stands = winners.length ? `${winners.map(person).join(" and ")} won` : ended ? "stopped" : over ? "finished" : goesOn;
  return make("li", {}, make("a", { href: `/game/${id}${over ? "#step=0" : humans ? "" : "#step=0&play"}`, title: game },
    make("b", {}, words.join(", ")), make("span", { className: mine ? "mine" : "" }, stands),
    make("small", {}, agents.map(agent => (agent === PERSON ? "a person" : agent)).join(" · ")),
    make("small", {}, moves === null ? "" : `${moves} ${moves === 1 ? "move" : "moves"}`, make("time", { "data-begun": begun ?? "" }))));
}

const AGO = [[60, "second"], [60, "minute"], [24, "hour"], [7, "day"], [5, "week"], [12, "month"], [Infinity, "year"]];
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long ago each game began. */
function tellTimes() {
  for (const place of document.querySelectorAll("time[data-begun]")) {
    let past = Date.now() / 1000 - Number(place.dataset.begun);
    if (place.dataset.begun === "") continue;
    place.title = new Date(place.dataset.begun * 1000).toLocaleString("en");
    const [, unit] = AGO.find(([many]) => past < many || !(past /= many));
    place.textContent = ` · ${past < 10 && unit === "second" ? "just now" : ago.format(-Math.round(past), unit)}`;
  }
}

async function upload(event) {
  const file = event.target.files?.[0];
  if (!file) return;
  try {
    const { id } = await ask("/api/records", { send: await file.text() });
    location.href = `/game/${id}#step=0`;
  } catch (fault) {
    say(fault.message, true);
    event.target.value = "";
  }
}
