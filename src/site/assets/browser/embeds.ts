/** Loads the frame of a player or demo when the reader asks for it. */
export function connectEmbeds(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-frame]") : null;
    const box = button?.closest(".frame");
    const template = box?.querySelector("template");
    if (!box || !template) return;
    box.replaceChildren(template.content.cloneNode(true));
    box.querySelector("iframe")?.focus();
  });
}
