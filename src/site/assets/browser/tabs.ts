const key = "lectern-tabs";

/** Makes tabs work. A chosen title is chosen in all tabs of the page that have it, and remembered. */
export function connectTabs(root: Document = document): void {
  const lists = [...root.querySelectorAll<HTMLElement>("[role=tablist]")];
  for (const title of readTitles().toReversed()) selectEverywhere(lists, title);
  for (const list of lists) {
    list.addEventListener("click", ({ target }) => {
      const tab = target instanceof Element ? target.closest<HTMLElement>("[role=tab]") : null;
      if (tab) choose(lists, tab);
    });
    list.addEventListener("keydown", (event) => moveFocus(event, lists, list));
  }
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-select-tab]") : null;
    const slug = button?.dataset.selectTab;
    if (slug) for (const tab of lists.flatMap(tabsIn)) if (tab.dataset.slug === slug) choose(lists, tab);
  });
  // The browser reveals a panel in which it has found text or the target of a link.
  root.addEventListener("beforematch", ({ target }) => target instanceof Element && reveal(target), true);
}

/** Opens the tabs and expandables around the target of the page's hash. */
export function revealTargets(): void {
  const revealTarget = () => {
    const target = targetOfHash();
    if (!target) return;
    const isHidden = !target.checkVisibility();
    reveal(target);
    // The browser could not scroll to a hidden target.
    if (isHidden) target.scrollIntoView();
  };
  addEventListener("hashchange", revealTarget);
  revealTarget();
}

function targetOfHash(): Element | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    // The hash is not valid percent-encoding.
    return null;
  }
}

/** Opens all tabs and expandables that contain the element. */
export function reveal(element: Element): void {
  for (let parent: Element | null = element; parent; parent = parent.parentElement) {
    if (parent instanceof HTMLDetailsElement) parent.open = true;
    const tab =
      parent.role === "tabpanel" &&
      rootOf(parent).getElementById(parent.getAttribute("aria-labelledby") ?? "");
    if (tab) select(tab);
  }
}

/** Keeps the position of the tab on the screen, since panels above it may change their height. */
function choose(lists: readonly HTMLElement[], tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top;
  const title = tab.textContent.trim();
  selectEverywhere(lists, title);
  select(tab);
  scrollBy(0, tab.getBoundingClientRect().top - before);
  remember(title);
}

function selectEverywhere(lists: readonly HTMLElement[], title: string): void {
  for (const list of lists) for (const tab of tabsIn(list)) if (tab.textContent.trim() === title) select(tab);
}

/** The document of an element, or the shadow root that it is in. */
function rootOf(element: Element): Document {
  return element.getRootNode() as Document;
}

function tabsIn(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[role=tab]")];
}

function select(tab: HTMLElement): void {
  for (const other of tabsIn(tab.parentElement ?? tab)) {
    const isSelected = other === tab;
    other.ariaSelected = String(isSelected);
    other.tabIndex = isSelected ? 0 : -1;
    const panel = rootOf(tab).getElementById(other.getAttribute("aria-controls") ?? "");
    if (isSelected) panel?.removeAttribute("hidden");
    else panel?.setAttribute("hidden", "until-found");
  }
}

function moveFocus(event: KeyboardEvent, lists: readonly HTMLElement[], list: HTMLElement): void {
  const tabs = tabsIn(list);
  const index = tabs.indexOf(rootOf(list).activeElement as HTMLElement);
  const forward = getComputedStyle(list).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const backward = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
  const targets: Readonly<Record<string, number>> = {
    [forward]: (index + 1) % tabs.length,
    [backward]: (index + tabs.length - 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const tab = tabs[targets[event.key] ?? -1];
  if (tab === undefined) return;
  event.preventDefault();
  choose(lists, tab);
  tab.focus();
}

const maxRemembered = 20;

function readTitles(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

function remember(title: string): void {
  try {
    const titles = [title, ...readTitles().filter((other) => other !== title)];
    localStorage.setItem(key, JSON.stringify(titles.slice(0, maxRemembered)));
  } catch {
    // Storage may be forbidden.
  }
}
