// Views from the server, of which only the changes are sent: each answer has a name, and the next
// question says which view is here already. What was sent is put together from its pieces.

import { ask } from "./page.js";

const MOST_HERE = 6;
const here = new Map(); // views by their names
let newest = null;

/** A view, whole, whatever of it was sent. */
export async function askView(path, keys) {
  const [have, old] = [newest, here.get(newest)];
  const { said, name } = await ask(path, { keys, have });
  const view = said.since === undefined ? said : patched(old, said);
  if (name) {
    here.delete(name);
    here.set(name, view);
    newest = name;
    if (here.size > MOST_HERE) here.delete(here.keys().next().value);
  }
  return view;
}

function patched(old, { same, cut, fresh }) {
  const kept = same.map(part => [part, old[part]]);
  const mended = Object.entries(cut).map(([part, runs]) => [part, mend(old[part], runs)]);
  return { ...fresh, ...Object.fromEntries([...kept, ...mended]) };
}

/** Pieces of the old part and new ones, in their order. */
function mend(old, runs) {
  const isText = typeof old === "string";
  const pieces = isText ? old.split(/(?=<)/) : old;
  const all = runs.flatMap(run => (run.length === 1 ? run : pieces.slice(run[0], run[0] + run[1])));
  return isText ? all.join("") : all;
}
