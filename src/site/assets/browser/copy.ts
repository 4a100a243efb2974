/** Copies the code of a block, the address of a heading, a text, or what a URL answers. The button says for a moment that it is copied. */
export function connectCopyButtons(root: Document = document): void {
  root.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(copied) : null;
    if (!button) return;
    try {
      const text = await textFor(button);
      if (!text) return;
      await navigator.clipboard.writeText(text);
    } catch {
      // The clipboard may be forbidden, the site is not served by https, or nothing could be read.
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

const copied = "[data-copy], [data-copy-text], [data-copy-from], a.anchor";

async function textFor(button: HTMLElement): Promise<string | undefined> {
  const { copyText, copyFrom } = button.dataset;
  if (copyText !== undefined) return copyText;
  if (copyFrom !== undefined) {
    const reply = await fetch(copyFrom);
    return reply.ok ? reply.text() : undefined;
  }
  if (button instanceof HTMLAnchorElement) return button.href;
  return button.parentElement?.querySelector("code")?.textContent.replace(/\n$/, "");
}
