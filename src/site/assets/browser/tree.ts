/** Scrolls the page tree so that the current page is in view, and lets the reader open and close its branches. */
export function connectPageTree(): void {
  const tree = document.querySelector<HTMLElement>(".page-tree");
  if (!tree) return;
  showCurrentPage(tree);
  tree.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("button, a") : null;
    if (target?.matches(".tree-toggle")) void toggle(tree, target as HTMLButtonElement);
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (target?.closest(".tree-more") && target instanceof HTMLAnchorElement && isPlain) {
      event.preventDefault();
      void showMore(tree, target);
    }
  });
  tree.addEventListener("keydown", (event) => moveByKey(tree, event));
}

function showCurrentPage(tree: HTMLElement): void {
  const current = tree.querySelector<HTMLElement>("[aria-current=page]");
  if (!current) return;
  const { top, bottom } = current.getBoundingClientRect();
  const { top: start, bottom: end } = tree.getBoundingClientRect();
  if (top < start || bottom > end) tree.scrollTop += top - start - (end - start) / 3;
}

/** Opens or closes a branch. The focus stays on its button. */
async function toggle(tree: HTMLElement, button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy === "true") return;
  const item = button.closest("li");
  const isOpening = button.ariaExpanded !== "true";
  const known = item?.querySelector<HTMLElement>(":scope > ul");
  const list = known ?? (isOpening ? await load(tree, button, `${tree.dataset.tree}/${button.value}`) : null);
  if (!list) return;
  if (!known) button.after(list);
  list.hidden = !isOpening;
  button.ariaExpanded = String(isOpening);
}

/** Replaces a link to further pages by those pages, and focuses the nearest of them. The listed pages stay in place. */
async function showMore(tree: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  if (link.ariaBusy === "true") return;
  const item = link.closest("li");
  const list = await load(tree, link, link.href);
  if (!list || !item) return;
  const level = item.parentElement;
  const isBefore = level?.firstElementChild === item;
  // The listed pages are beside the link already: only the link on the other side is needed.
  list.querySelector(`:scope > .tree-more:${isBefore ? "last" : "first"}-child`)?.remove();
  const links = [...list.querySelectorAll<HTMLElement>(":scope > li:not(.tree-more) > .tree-link")];
  const listed = isBefore ? item.nextElementSibling : item.previousElementSibling;
  const topOf = () => listed?.getBoundingClientRect().top ?? 0;
  const top = topOf();
  item.replaceWith(...list.children);
  tree.scrollTop += topOf() - top;
  links.at(isBefore ? -1 : 0)?.focus({ preventScroll: true });
}

/** Reads a level of the tree. If that fails, a message with a button to try again appears below the control. */
async function load(tree: HTMLElement, control: HTMLElement, url: string): Promise<HTMLElement | null> {
  control.parentElement?.querySelector(":scope > .tree-error")?.remove();
  control.ariaBusy = "true";
  try {
    const reply = await fetch(`${url}?fragment`, { headers: { accept: "text/html" } });
    if (!reply.ok) throw new Error(reply.statusText);
    const template = document.createElement("template");
    template.innerHTML = await reply.text();
    const { content } = template;
    const list = content.querySelector<HTMLElement>(".tree-page ul") ?? content.querySelector("ul");
    // Relative links begin at the URL of the list, not at that of this page.
    for (const link of list?.querySelectorAll("a") ?? [])
      link.href = new URL(link.getAttribute("href") ?? "", reply.url).href;
    return list;
  } catch {
    control.after(errorMessage(tree, control));
    return null;
  } finally {
    control.ariaBusy = null;
  }
}

function errorMessage(tree: HTMLElement, control: HTMLElement): HTMLElement {
  const message = document.createElement("p");
  message.className = "tree-error";
  message.role = "alert";
  const retry = document.createElement("button");
  retry.type = "button";
  retry.textContent = tree.dataset.retry ?? "";
  retry.addEventListener("click", () => {
    control.focus();
    control.click();
  });
  message.append(`${tree.dataset.failed} `, retry);
  return message;
}

/**
 * Arrow keys move between the visible links; towards the end of the line they open a branch and then enter it, and back they
 * close or leave it.
 */
function moveByKey(tree: HTMLElement, event: KeyboardEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>(".tree-link") : null;
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
  const isMirrored = getComputedStyle(tree).direction === "rtl";
  const [opening, closing] = isMirrored ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const button = link.parentElement?.querySelector<HTMLButtonElement>(":scope > .tree-toggle");
  const isOpen = button?.ariaExpanded === "true";
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const links = [...tree.querySelectorAll<HTMLElement>(".tree-link")].filter((other) => other.offsetParent);
    links[links.indexOf(link) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  } else if ((event.key === opening && !isOpen) || (event.key === closing && isOpen)) button?.click();
  else if (event.key === opening)
    link.parentElement?.querySelector<HTMLElement>(":scope > ul .tree-link")?.focus();
  else if (event.key === closing)
    link.closest("ul")?.closest("li")?.querySelector<HTMLElement>(".tree-link")?.focus();
  else return;
  event.preventDefault();
}
