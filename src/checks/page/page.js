"use strict";
const table = document.querySelector("table.files");
const files = [...table.tBodies];
const heads = [...table.tHead.rows[0].cells];
const [search, outcome, rule] = ["search", "outcome", "rule"].map(id => document.getElementById(id));
document.querySelector(".tools").hidden = false;

/** Shows the files that match all fields. */
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
  let shown = 0;
  for (const file of files) {
    const text = file.textContent.toLowerCase();
    const fits = (!outcome.value || file.dataset.outcome === outcome.value)
      && (!rule.value || file.dataset.rules.split(" ").includes(rule.value))
      && words.every(word => text.includes(word));
    file.hidden = !fits;
    shown += fits;
  }
  document.getElementById("shown").textContent = shown === files.length ? "" : `${shown} of ${files.length} files`;
  document.querySelector(".nothing").hidden = shown > 0;
}

/** The value of a file in a column, to sort by: a number, or text. A file without the number has none. */
function valueOf(file, column) {
  const cell = file.rows[0].cells[column];
  if (column < 2) return cell.textContent.toLowerCase();
  return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
}

/** Sorts by a column: numbers the largest first, text from A on; once more turns the order. Files without it come last. */
function sort(column) {
  const head = heads[column];
  const first = column < 2 ? "ascending" : "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  for (const each of heads) each.setAttribute("aria-sort", each === head ? order : "none");
  const sign = order === "ascending" ? 1 : -1;
  const keyed = files.map(file => [valueOf(file, column), file]);
  keyed.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  });
  table.append(...keyed.map(([, file]) => file));
}

heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => sort(column)));
document.querySelector(".tools").addEventListener("submit", event => event.preventDefault());
for (const field of [search, outcome, rule]) field.addEventListener("input", filter);
