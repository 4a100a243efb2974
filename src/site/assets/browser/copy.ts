/** Copies the code of a block, the address of a heading, a text, or what a URL answers. The button says for a moment that it is copied. */
export function connectCopyButtons(root: Document = document): void {
  root.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(copied) : null;
    if (!button) return;
    try {
      const text = await textFor(button);
      if (!text) return;
      await copy(text, button);
    } catch {
      // The clipboard may be forbidden, or nothing could be read.
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

/** Browsers have a clipboard on secure origins only. On others, the text is selected and copied as by a key. */
async function copy(text: string, button: HTMLElement): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.className = "hidden-text";
  field.readOnly = true;
  field.style.whiteSpace = "pre";
  field.value = text;
  // Outside of an open dialog nothing can be selected.
  button.after(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  button.focus({ preventScroll: true });
  if (!isCopied) throw new Error("The text was not copied");
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
