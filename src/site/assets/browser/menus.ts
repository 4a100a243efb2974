/** Closes menus when another one opens, when the focus leaves them, and with Escape. Keeps open ones on the screen. */
export function connectMenus(): void {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>("details.menu")];
  const closeOthers = (target: EventTarget | null) => {
    for (const menu of menus) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  };
  document.addEventListener("click", ({ target }) => closeOthers(target));
  document.addEventListener("focusin", ({ target }) => closeOthers(target));
  document.addEventListener("keydown", ({ key }) => {
    const open = key === "Escape" ? menus.find((menu) => menu.open) : undefined;
    if (open === undefined) return;
    open.open = false;
    open.querySelector("summary")?.focus();
  });
  for (const menu of menus) {
    menu.addEventListener("toggle", () => menu.open && place(menu));
    menu.addEventListener("keydown", (event) => moveFocus(event, menu));
  }
  const sections = document.querySelector<HTMLElement>(".sections");
  sections?.addEventListener("scroll", () => closeOthers(null), { passive: true });
  showCurrentSection(sections);
}

const gap = 8;

/** Moves the list of a menu below its title, and onto the screen. */
function place(menu: HTMLDetailsElement): void {
  const list = menu.querySelector<HTMLElement>("ul");
  const title = menu.querySelector("summary")?.getBoundingClientRect();
  if (list === null || title === undefined) return;
  list.style.translate = "";
  const { left, width } = list.getBoundingClientRect();
  const isInTabs = menu.closest(".sections") !== null;
  const start = getComputedStyle(menu).direction === "rtl" ? title.right - width : title.left;
  const wanted = isInTabs ? start : left;
  const allowed = Math.max(gap, Math.min(wanted, document.documentElement.clientWidth - width - gap));
  list.style.translate = `${Math.round(allowed - left)}px`;
}

/** The arrow keys move through the links of an open menu. */
function moveFocus(event: KeyboardEvent, menu: HTMLDetailsElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  menu.open = true;
  const links = [...menu.querySelectorAll<HTMLElement>("ul :is(a[href], button)")].filter((link) =>
    link.checkVisibility(),
  );
  const index = links.indexOf(document.activeElement as HTMLElement);
  const next = index === -1 && step === -1 ? links.length - 1 : index + step;
  links[(next + links.length) % links.length]?.focus();
}

/** Scrolls the tabs so that the current section is in view. */
function showCurrentSection(sections: HTMLElement | null): void {
  const current = sections?.querySelector("[aria-current], .is-current");
  if (!sections || !current) return;
  const tabs = sections.getBoundingClientRect();
  const tab = current.getBoundingClientRect();
  if (tab.left < tabs.left || tab.right > tabs.right)
    sections.scrollLeft += tab.left - tabs.left - (tabs.width - tab.width) / 2;
}
