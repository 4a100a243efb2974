/**
 * Opens the search dialog: by the button in the header, by keys, and by buttons in pages. Its code is loaded when it is
 * first needed. Without it, links lead to the page that searches.
 */
export function connectSearch(): void {
  const button = document.querySelector<HTMLAnchorElement>("a[data-search]");
  if (button === null) return;
  const load = () => import("./search-dialog.ts");
  const open = async (link: HTMLAnchorElement) => {
    button.ariaBusy = "true";
    try {
      const { openSearch } = await load();
      await openSearch(button, link.dataset.searchQuery);
    } catch {
      location.assign(link.href);
    } finally {
      button.ariaBusy = null;
    }
  };
  for (const event of ["pointerenter", "focus"])
    button.addEventListener(event, () => void load().catch(() => undefined), { once: true });
  document.addEventListener("click", (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const link =
      target instanceof Element
        ? target.closest<HTMLAnchorElement>("a[data-search], a[data-search-query]")
        : null;
    if (link === null || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    void open(link);
  });
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    void open(button);
  });
  // It has the role of a button, which the space bar presses.
  button.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    void open(button);
  });
  reportSearchPage();
}

/** Ctrl K or ⌘ K everywhere, a slash where it is not text. */
function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k";
  const isEditable =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=textbox]"));
  return key === "/" && !isEditable;
}

/** The page with results was a search too. Other scripts listen after this one has run. */
function reportSearchPage(): void {
  const page = document.querySelector<HTMLElement>("[data-searched]");
  if (page === null) return;
  const { searched: query = "", results } = page.dataset;
  setTimeout(() =>
    document.dispatchEvent(
      new CustomEvent("lectern:search", { detail: { query, results: Number(results) } }),
    ),
  );
}
