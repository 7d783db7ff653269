// Heads sort the table of joints, and a search hides rows. Without scripts, the worst joint comes first.
const tables = [...document.querySelectorAll("table.joints")];
for (const table of tables) {
  const body = table.tBodies[0];
  const fromTheWorst = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const severity = (row, column) => Number(row.cells[column].dataset.severity ?? -Infinity);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const isSorted = head.hasAttribute("aria-sort");
      for (const other of heads) other.removeAttribute("aria-sort");
      const rows = [...fromTheWorst];
      if (!isSorted) {
        head.setAttribute("aria-sort", column === 0 ? "ascending" : "descending");
        rows.sort((a, b) =>
          column === 0
            ? a.cells[0].textContent.localeCompare(b.cells[0].textContent)
            : severity(b, column) - severity(a, column) || 0,
        );
      }
      body.append(...rows);
    });
  });
}
for (const find of document.querySelectorAll(".find")) {
  find.hidden = false;
  find.querySelector("input").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/);
    for (const row of tables.flatMap((table) => [...table.tBodies[0].rows])) {
      const name = row.cells[0].textContent.toLowerCase();
      row.hidden = !words.every((word) => name.includes(word));
    }
  });
}
