/** All changes on the screen in order. Parts that are not loaded yet count as one. */
function changesOnScreen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".changed-thing")].flatMap((section) => {
    const roots = [
      section,
      ...[...section.querySelectorAll(".document-host")].map(({ shadowRoot }) => shadowRoot),
    ];
    const found = roots.flatMap((root) => [...(root?.querySelectorAll<HTMLElement>("[data-change]") ?? [])]);
    const heading = section.querySelector<HTMLElement>("h2");
    return found.length > 0 || heading === null ? found : [heading];
  });
}

/** Moves to the next or the previous change. Without a change that has the focus, it begins where the window is. */
export function goToChange(step: 1 | -1): void {
  const changes = changesOnScreen();
  const focused = deepActiveElement();
  const current = changes.indexOf(focused as HTMLElement);
  const margin = 120;
  const visible = changes.findIndex((change) => change.getBoundingClientRect().top > margin);
  const beside = step === 1 ? visible : (visible === -1 ? changes.length : visible) - 1;
  const target = changes[current === -1 ? beside : current + step];
  if (target === undefined) return;
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

function deepActiveElement(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
