/** Keeps the focus in the drawer of small screens while it is open: everything else is inert. */
export function connectDrawer(): void {
  const drawer = document.querySelector<HTMLElement>(".page-tree");
  if (drawer === null) return;
  const setInert = (isInert: boolean) => {
    const others = "body > :not(.site-body), .site-body > :not(.page-tree)";
    for (const element of document.querySelectorAll<HTMLElement>(others)) element.inert = isInert;
  };
  // Before it is closed, so that the focus can return to the button that opened it.
  drawer.addEventListener("beforetoggle", (event) => {
    if ((event as ToggleEvent).newState === "closed") setInert(false);
  });
  drawer.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState !== "open") return;
    setInert(true);
    drawer.querySelector<HTMLElement>(".drawer-close")?.focus();
    drawer.querySelector("[aria-current=page]")?.scrollIntoView({ block: "center" });
  });
  // A link to a place in the same page closes the drawer.
  drawer.addEventListener("click", ({ target, defaultPrevented }) => {
    const isLink = target instanceof Element && target.closest("a[href]") !== null && !defaultPrevented;
    if (isLink && drawer.matches(":popover-open")) drawer.hidePopover();
  });
  matchMedia("(width > 1000px)").addEventListener("change", ({ matches }) => {
    if (matches && drawer.matches(":popover-open")) drawer.hidePopover();
  });
}
