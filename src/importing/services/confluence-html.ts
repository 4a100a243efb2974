import {
  ancestors,
  type Change,
  createCheckbox,
  createElement,
  type Element,
  find,
  hasClass,
  innerText,
  isInside,
  ownText,
  removed,
  rewriteTree,
  walk,
} from "../html/tree/index.ts";
import { pathFrom } from "../source/index.ts";

const findById = (document: Element, id: string): Element | undefined =>
  find(document, ({ attributes }) => attributes.get("id") === id);

/** Reads the title, the path of the parent page, the element with the content, and the names of attachments by their paths. */
export function readConfluencePage(document: Element, path: string) {
  const main = findById(document, "main-content");
  const breadcrumbs = findById(document, "breadcrumbs");
  const [space, ...pages] = breadcrumbs === undefined ? [] : walk(breadcrumbs).filter(isLink).toArray();
  const heading = findById(document, "title-text") ?? find(document, ({ name }) => name === "title");
  // Titles start with the name of the space.
  const prefix = space && innerText(space) ? `${innerText(space)} : ` : "";
  const title = heading && (innerText(heading) || ownText(heading).trim());
  return {
    title: title?.startsWith(prefix) ? title.slice(prefix.length) : title,
    parent: pathFrom(path, hrefOf(pages.at(-1))),
    main,
    attachments: attachmentsIn(document, main, path),
  };
}

function isLink({ name, attributes }: Element): boolean {
  return name === "a" && attributes.has("href");
}

function hrefOf(link: Element | undefined): string {
  return link?.attributes.get("href") ?? "";
}

/** A page lists its attachments by their names below its content. */
function attachmentsIn(document: Element, main: Element | undefined, path: string): Map<string, string> {
  const attachments = new Map<string, string>();
  for (const link of walk(document)) {
    const target = isLink(link) ? pathFrom(path, hrefOf(link)) : undefined;
    if (target === undefined || !isAttachment(target) || (main && isInside(link, main))) continue;
    const name = innerText(link);
    if (name !== "") attachments.set(target, name);
  }
  return attachments;
}

/** Whether a file of an export is an attachment of a page. All others belong to the layout of the export. */
export function isAttachment(path: string): boolean {
  return /(?:^|\/)attachments\/(?!thumbnails\/)/.test(path);
}

export interface IndexEntry {
  readonly path: string;
  readonly title: string;
  readonly parent: string | undefined;
}

/** Reads the pages of a space from the nested lists of its index, in their order, with the home page first. */
export function readIndex(document: Element, base: string): readonly IndexEntry[] {
  const entries = new Map<string, IndexEntry>();
  const pathsByItem = new Map<Element, string>();
  let home: string | undefined;
  for (const element of walk(document)) {
    if (element.name !== "a" && element.name !== "img") continue;
    const items = ancestors(element).filter(({ name }) => name === "li");
    const { value: item } = items.next();
    if (item === undefined) continue;
    if (element.name === "img") {
      if (/home_page/.test(element.attributes.get("src") ?? "")) home ??= pathsByItem.get(item);
      continue;
    }
    const path = pathFrom(base, hrefOf(element));
    if (path === undefined || pathsByItem.has(item)) continue;
    pathsByItem.set(item, path);
    const parent = items.map((outer) => pathsByItem.get(outer)).find((path) => path !== undefined);
    if (!entries.has(path)) entries.set(path, { path, parent, title: innerText(element) });
  }
  return homeFirst([...entries.values()], home);
}

function homeFirst(entries: readonly IndexEntry[], home: string | undefined): readonly IndexEntry[] {
  const start = entries.findIndex(({ path, parent }) => path === home && parent === undefined);
  if (start <= 0) return entries;
  const next = entries.findIndex(({ parent }, i) => i > start && parent === undefined);
  const end = next < 0 ? entries.length : next;
  return [...entries.slice(start, end), ...entries.slice(0, start), ...entries.slice(end)];
}

/** Classes of elements that are only useful in Confluence. */
const decorations = ["expand-control-icon", "toc-macro", "page-metadata", "hidden"];

/** The content of a page as a separate document, with the title as its first heading. `link` rewrites URLs. */
export function contentDocument(
  main: Element,
  title: string | undefined,
  link: (href: string) => string,
): Element {
  const heading = title === undefined ? [] : [createElement("h1", {}, [title])];
  return rewriteTree({ ...main, children: [...heading, ...main.children] }, (element) => {
    if (hasClass(element, ...decorations)) return removed;
    return hasClass(element, "codeHeader") ? { name: "p", attributes: {} } : changeByName(element, link);
  });
}

function changeByName(element: Element, link: (href: string) => string): Change | undefined {
  const { name, attributes, children } = element;
  switch (name) {
    case "p":
      // The title of a hint is not a heading of the page.
      if (!hasClass(element, "title")) return undefined;
      return { attributes: {}, children: [createElement("strong", {}, children)] };
    case "img":
      return changeImage(element, link);
    case "a":
      return isLink(element) ? { attributes: { href: link(hrefOf(element)) } } : undefined;
    case "li": {
      if (!attributes.has("data-inline-task-id")) return undefined;
      return { children: [createCheckbox(hasClass(element, "checked")), ...children] };
    }
    default:
      return undefined;
  }
}

/** Removes icons, and replaces emoticons with their characters. */
function changeImage(image: Element, link: (href: string) => string): Change {
  const { attributes } = image;
  const source = attributes.get("src") ?? "";
  if (hasClass(image, "emoticon")) {
    const character = attributes.get("data-emoji-fallback") ?? "";
    return /^[^\x20-\x7e]+$/.test(character) ? { nodes: [character] } : removed;
  }
  if (/(?:^|\/)images\/icons\//.test(source)) return removed;
  const alt = attributes.get("alt") || (attributes.get("data-linked-resource-default-alias") ?? "");
  return { attributes: { src: link(source), alt } };
}
