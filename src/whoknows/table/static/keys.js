// The keys of your seats. They stay in this browser, so closing a tab does not lose a seat; a new
// key is tried before it is kept, and a key that opens nothing is forgotten.

import { ask, id, remember, stored } from "./page.js";

const LOOKS_LIKE_ONE = /^[\w-]{1,80}$/;
let held = stored ? [] : keysOf(id);

/** The keys that this browser keeps for a game. */
export function keysOf(game) {
  return (remember(`keys of ${game}`) ?? "").split(",").filter(Boolean);
}

export const heldKeys = () => held;

/** A link that opens your seat in another browser. */
export const seatLink = () => `${location.origin}/game/${encodeURIComponent(id)}#key=${held.join(",")}`;

/** Keep those of these new keys that open a seat; which seat the first of them opens, or null. */
export async function takeKeys(fresh) {
  const seats = await Promise.all(fresh.map(opens));
  const good = fresh.filter((_, n) => seats[n] !== null);
  if (good.length) keepKeys([...keysOf(id), ...held, ...good]);
  return seats.find(seat => seat !== null) ?? null;
}

/** Try the keys that are held once more, and forget those that open nothing. */
export async function siftKeys() {
  const seats = await Promise.all(held.map(opens));
  keepKeys(held.filter((_, n) => seats[n] !== null));
}

function keepKeys(keys) {
  held = [...new Set(keys)];
  remember(`keys of ${id}`, held.join(","));
}

/** The seat that a key opens; null if none, undefined if that cannot be told now. */
async function opens(key) {
  if (!LOOKS_LIKE_ONE.test(key)) return null;
  try {
    return (await ask(`/api/games/${encodeURIComponent(id)}/view?step=0&kind=odds`, { keys: key })).viewer;
  } catch (fault) {
    return [403, 404, 422].includes(fault.status) ? null : undefined;
  }
}
