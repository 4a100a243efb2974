/** Copies the code of a block. The button says for a moment that it is copied. */
export function connectCopyButtons(): void {
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>("[data-copy]") : null;
    const code = button?.parentElement?.querySelector("code");
    if (!button || !code) return;
    await navigator.clipboard.writeText((code.textContent ?? "").replace(/\n$/, ""));
    button.classList.add("is-copied");
    setTimeout(() => button.classList.remove("is-copied"), 1500);
  });
}
