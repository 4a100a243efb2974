/** Copies the code of a block, or the address of a heading. The button says for a moment that it is copied. */
export function connectCopyButtons(): void {
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy], a.anchor") : null;
    const text = button && textFor(button);
    if (!button || !text) return;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The clipboard may be forbidden, or the site is not served by https.
      return;
    }
    button.classList.add("is-copied");
    const label = button.ariaLabel;
    button.ariaLabel = button.dataset.copied ?? label;
    setTimeout(() => {
      button.classList.remove("is-copied");
      button.ariaLabel = label;
    }, 1500);
  });
}

function textFor(button: HTMLElement): string | undefined {
  if (button instanceof HTMLAnchorElement) return button.href;
  return button.parentElement?.querySelector("code")?.textContent.replace(/\n$/, "");
}
