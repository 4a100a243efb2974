/** Unfolds a recursive schema once more, where the HTML has a link to the fields that contain the link. */
export function connectSchemas(root: Document = document): void {
  /** The lists of fields by id, as they were before any was unfolded. */
  let lists: ReadonlyMap<string, HTMLElement> | undefined;
  root.addEventListener("click", (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(".api-recursion") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    lists ??= copyLists(root);
    const fields = lists.get(link.hash.slice(1));
    if (!fields) return;
    event.preventDefault();
    const details = document.createElement("details");
    details.className = "api-nested";
    details.open = true;
    const summary = document.createElement("summary");
    summary.append(...link.childNodes);
    details.append(summary, fields.cloneNode(true));
    link.replaceWith(details);
    summary.focus();
  });
}

function copyLists(root: Document): Map<string, HTMLElement> {
  const lists = new Map<string, HTMLElement>();
  for (const list of root.querySelectorAll<HTMLElement>(".api-fields[id]")) {
    const copy = list.cloneNode(true) as HTMLElement;
    for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
    for (const details of copy.querySelectorAll("details")) details.open = false;
    lists.set(list.id, copy);
  }
  return lists;
}
