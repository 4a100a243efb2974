/** Shows the rows or cards of a table that contain all words that the reader types, and announces their number. */
export function connectTableSearch(root: Document = document): void {
  root.addEventListener("input", ({ target }) => {
    const box = target instanceof HTMLInputElement ? target.closest<HTMLElement>(".searched") : null;
    if (!box || !(target instanceof HTMLInputElement)) return;
    const words = target.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const rows = box.querySelectorAll<HTMLElement>(
      ":scope > .table > table > tbody > tr, :scope > .cards > li",
    );
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLocaleLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) count++;
    }
    const status = box.querySelector<HTMLElement>("[role=status]");
    if (status) status.textContent = words.length === 0 ? "" : `${status.dataset.label}: ${count}`;
  });
}
