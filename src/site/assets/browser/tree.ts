/** Scrolls the page tree so that the current page is in view. */
export function showCurrentPage(): void {
  const tree = document.getElementById("page-tree");
  const current = tree?.querySelector<HTMLElement>("[aria-current=page]");
  if (!tree || !current) return;
  const { top, bottom } = current.getBoundingClientRect();
  const { top: start, bottom: end } = tree.getBoundingClientRect();
  if (top < start || bottom > end) tree.scrollTop += top - start - (end - start) / 3;
}
