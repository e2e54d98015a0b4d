// Asks for the password in place of the page that somebody came to see, then loads that page.
// Whoever follows a link from elsewhere comes without the cookie, and is sent on if it is there.

import { ask, named, oldTheme } from "./page.js";

const { type } = performance.getEntriesByType("navigation")[0];

async function enter(event) {
  event.preventDefault();
  const button = named("login").querySelector("button");
  button.disabled = true;
  refuse("");
  try {
    await ask("/api/login", { send: { password: named("login").elements.password.value } });
    location.reload();
  } catch (fault) {
    refuse(fault.message);
    named("login").elements.password.select();
  }
  button.disabled = false;
}

function refuse(text) {
  named("refused").textContent = text;
  named("refused").hidden = !text;
}

oldTheme();
named("login").addEventListener("submit", enter);
if (type !== "reload" && (await ask("/api/login")).known) location.reload();
