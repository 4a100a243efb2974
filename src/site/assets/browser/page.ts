/** Closes the announcement for good, and prints the page. */
export function connectPageButtons(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("[data-print]")) print();
    const close = target.closest<HTMLElement>("[data-close-announcement]");
    if (close) closeAnnouncement(close);
  });
}

function closeAnnouncement(button: HTMLElement): void {
  button.closest(".announcement")?.remove();
  try {
    localStorage.setItem("lectern-announcement", button.dataset.closeAnnouncement ?? "");
  } catch {
    // Storage may be forbidden; the announcement is then closed for this page.
  }
}
