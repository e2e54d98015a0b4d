// What every page of the table uses: elements, messages, questions to the server, light and dark.

export const stored = window.whoknowsStored;
export const id = readable(location.pathname.match(/^\/game\/([^/]+)/)?.[1] ?? ""); // of the game in the address

export const one = (what, within = document) => within.querySelector(what);
export const every = (what, within = document) => [...within.querySelectorAll(what)];
export const named = name => one(`[data-name="${name}"]`);

/** An element with these properties (data-* and aria-* as attributes) and children. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made && !name.includes("-")) made[name] = value;
    else if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

/** Something to tell the person at the page: trouble stays until the next message. */
export function say(text, trouble = false) {
  const message = one("#message");
  message.className = text ? (trouble ? "shown trouble" : "shown") : "";
  message.textContent = text;
  clearTimeout(say.timer);
  if (text) say.timer = setTimeout(() => say(""), trouble ? 12000 : 4000);
}

/** The server's answer as JSON; its one line of refusal as an error. Whoever says what they `have` is
    told the name of the answer too. */
export async function ask(path, { send, keys, method, have, leads } = {}) {
  const headers = { ...(keys && { "X-Seat": keys }), ...(have && { "X-Have": have }), ...(leads && { "X-Class": leads }) };
  if (send !== undefined && typeof send !== "string") headers["Content-Type"] = "application/json";
  const body = send === undefined || typeof send === "string" ? send : JSON.stringify(send);
  let answer;
  try {
    answer = await fetch(path, { method: method ?? (body === undefined ? "GET" : "POST"), headers, body });
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return have === undefined ? said : { said, name: answer.headers.get("X-Name") };
  if (answer.status === 401) location.reload(); // the server was restarted: it asks for its password
  throw Object.assign(new Error(said.error ?? `refused (${answer.status})`), { status: answer.status });
}

/** A count; if it is huge, only its size. */
export function count(many) {
  if (many < 1e9) return many.toLocaleString("en");
  const [digits, power] = many.toExponential(1).split("e+");
  return `${digits} × 10${[...power].map(digit => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

/** Scroll a pane, and nothing else, so that a thing in it is in sight. */
export function inSight(pane, thing, room = 24) {
  if (!pane || !thing) return;
  const [from, at] = [pane.getBoundingClientRect(), thing.getBoundingClientRect()];
  const way = (low, high, start, size) => (low < start ? low - start - room : high > start + size ? high - start - size + room : 0);
  pane.scrollTop += way(at.top, at.bottom, from.top, pane.clientHeight);
  pane.scrollLeft += way(at.left, at.right, from.left, pane.clientWidth);
}

/** A seat in a sentence: by its name, or as seat 0 where it only has a number. */
export const person = name => (/^\d+$/.test(name) ? `seat ${name}` : name);

/** Go to a game that was just made. One person alone goes straight to the seat; a game of agents plays
    from its first move, through the eyes of one of them: who sees all cards learns nothing. */
export function openGame({ id, keys = {} }, eyes) {
  const key = Object.values(keys)[0];
  const seen = eyes === undefined ? "" : `&as=${eyes}`;
  location.href = `/game/${id}#${key ? `key=${key}` : `step=0&play${seen}`}`;
}

/** Put a page's template in place. */
export function stage(name) {
  one("#page").replaceChildren(one(`#${name}-page`).content.cloneNode(true));
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say(text);
  }
}

export function nextTheme() {
  const dark = (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  remember("theme", document.documentElement.dataset.theme);
}

export function oldTheme() {
  const theme = remember("theme");
  if (theme) document.documentElement.dataset.theme = theme;
}

function readable(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not the name of a game; the server will say so
  }
}

/** Keep something in this browser, or tell what was kept. */
export function remember(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch {
    // a page opened from a file may have no storage
  }
  return null;
}
