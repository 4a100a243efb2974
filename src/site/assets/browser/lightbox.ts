/** Shows an image in a larger view. Without scripts, its link opens the image. */
export function connectLightbox(root: Document = document): void {
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.zoom") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link, root);
  });
}

function open(link: HTMLAnchorElement, root: Document): void {
  const image = new Image();
  image.src = link.href;
  image.alt = link.querySelector("img")?.alt ?? "";
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon-button";
  close.ariaLabel = link.dataset.close ?? "";
  close.textContent = "✕";
  const dialog = document.createElement("dialog");
  dialog.className = "lightbox";
  dialog.ariaLabel = image.alt || link.ariaLabel;
  dialog.append(image, close);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  (root.body ?? root).append(dialog);
  dialog.showModal();
}
