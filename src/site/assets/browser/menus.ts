/** Closes menus when another one opens, when the focus leaves them, and with Escape. */
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
  document.querySelector("[data-close=announcement]")?.addEventListener("click", ({ currentTarget }) => {
    if (currentTarget instanceof Element) currentTarget.closest(".announcement")?.remove();
  });
}
