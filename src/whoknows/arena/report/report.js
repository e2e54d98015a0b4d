// A click on a column's head sorts by it; the largest first, then the smallest.
for (const table of document.querySelectorAll("table.sorted")) {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  const value = (row, n) => {
    const cell = row.cells[n];
    return "n" in cell.dataset ? Number(cell.dataset.n) : cell.textContent;
  };
  const order = (a, b) => typeof a === "number" ? (b || -Infinity) - (a || -Infinity) : a.localeCompare(b);
  const sort = n => {
    const turned = heads[n].getAttribute("aria-sort") === "descending";
    const rows = [...body.rows].sort((a, b) => (turned ? -1 : 1) * order(value(a, n), value(b, n)));
    heads.forEach(head => head.removeAttribute("aria-sort"));
    heads[n].setAttribute("aria-sort", turned ? "ascending" : "descending");
    body.append(...rows);
  };
  heads.forEach((head, n) => {
    head.tabIndex = 0;
    head.addEventListener("click", () => sort(n));
    head.addEventListener("keydown", event => event.key === "Enter" && sort(n));
  });
}
