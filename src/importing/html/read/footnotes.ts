import { safeDecodeUriComponent } from "../../../platform/index.ts";
import { type Element, hasClassMatching, innerText, walk } from "../tree/index.ts";

const footnoteNames = /footnote|(?:^|[-_])fn(?:$|[-_])|noteref|endnote/i;

/** The labels of footnotes, by reference link and by the element with the text; and the back links and labels to skip. */
export function findFootnotes(content: Element) {
  const index = indexElements(content);
  const references = new Map<Element, string>();
  const bodies = new Map<Element, string>();
  const skipped = new Set<Element>();
  for (const link of index.links) {
    const body = isReference(link) ? bodyOf(link, index) : undefined;
    if (body === undefined) continue;
    const label = bodies.getOrInsertComputed(body, () => String(bodies.size + 1));
    references.set(link, label);
  }
  for (const body of bodies.keys()) for (const element of decorationsOf(body)) skipped.add(element);
  for (const [term, definition] of index.definitions) if (bodies.has(definition)) skipped.add(term);
  return { references, bodies, skipped };
}

/** The elements with an id, the links to fragments, and the `<dd>` of each `<dt>`. */
function indexElements(content: Element) {
  const ids = new Map<string, Element>();
  const links: Element[] = [];
  const definitions = new Map<Element, Element>();
  const terms = new Map<Element, Element>();
  for (const element of walk(content)) {
    const { name, attributes, parent } = element;
    const id = attributes.get("id") ?? (name === "a" ? attributes.get("name") : undefined);
    if (id && !ids.has(id)) ids.set(id, element);
    if (name === "a" && attributes.get("href")?.startsWith("#")) links.push(element);
    if (parent === undefined) continue;
    if (name === "dt") terms.set(parent, element);
    const term = name === "dd" ? terms.get(parent) : undefined;
    if (term !== undefined) definitions.set(term, element);
  }
  return { ids, links, definitions };
}

/** Whether a link is a footnote reference: a short label that is superscript or has a footnote class. */
function isReference(link: Element): boolean {
  const { attributes, parent, children } = link;
  const isSuperscript =
    parent?.name === "sup" || children.some((child) => typeof child !== "string" && child.name === "sup");
  if (!isSuperscript && !attributes.has("data-footnote-ref") && !isMarkedFootnote(link)) return false;
  return /^[[(]?[\p{L}\p{N}*†‡§]{1,6}[\])]?$/u.test(innerText(link, { maxLength: 20 }));
}

function bodyOf(link: Element, { ids, definitions }: ReturnType<typeof indexElements>): Element | undefined {
  const target = ids.get(safeDecodeUriComponent(link.attributes.get("href")?.slice(1) ?? ""));
  if (target === undefined) return undefined;
  let body: Element | undefined = target;
  for (let i = 0; i < 3 && body !== undefined && /^(?:a|span|sup|strong|b)$/.test(body.name); i++)
    body = body.parent;
  const isMarked = [target, body, body?.parent].some((element) => element && isMarkedFootnote(element));
  if (body?.name === "dt") body = definitions.get(body);
  if (body === undefined || !/^(?:li|p|div|aside|dd|section)$/.test(body.name)) return undefined;
  return isMarked || linksBack(body, link) ? body : undefined;
}

export function isFootnoteSeparator({ name, parent }: Element): boolean {
  if (!/^(?:hr|h[1-6])$/.test(name) || parent === undefined) return false;
  return isMarkedFootnote(parent) || parent.attributes.has("data-footnotes");
}

function isMarkedFootnote(element: Element): boolean {
  return hasClassMatching(element, footnoteNames) || footnoteNames.test(element.attributes.get("role") ?? "");
}

function linksBack(body: Element, link: Element): boolean {
  const ids = [link, link.parent].flatMap((element) => element?.attributes.get("id") ?? []);
  return fragmentLinks(body).some((back) => ids.includes(back.attributes.get("href")?.slice(1) ?? ""));
}

/** Footnotes are short, so only their first elements are searched. */
const maxSearchedElements = 200;

function fragmentLinks(body: Element): Element[] {
  return walk(body)
    .take(maxSearchedElements)
    .filter(({ name, attributes }) => name === "a" && attributes.get("href")?.startsWith("#"))
    .toArray();
}

function decorationsOf(body: Element): Element[] {
  const links = fragmentLinks(body).filter((link) => {
    const isMarked = hasClassMatching(link, /back/i) || link.attributes.has("data-footnote-backref");
    return isMarked || /^(?:[^\p{L}\p{N}]*|[[(^]?\d{1,4}[\])]?)$/u.test(innerText(link, { maxLength: 20 }));
  });
  const labels = walk(body)
    .take(20)
    .filter((item) => /^(?:span|sup)$/.test(item.name) && hasClassMatching(item, /^label$|definition-label/));
  return [...links, ...labels];
}
