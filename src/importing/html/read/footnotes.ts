import { safeDecodeUriComponent } from "../../../platform/index.ts";
import { type Element, hasClassMatching, innerText, walk } from "../tree/index.ts";

/** The footnotes of a page, as far as its links tell. */
export interface Footnotes {
  /** The label of the footnote that a link refers to. */
  readonly references: ReadonlyMap<Element, string>;
  /** The label of the footnote whose text an element is. */
  readonly bodies: ReadonlyMap<Element, string>;
  /** Links back to where it is referred to, and the labels that are written before it. */
  readonly leftOut: ReadonlySet<Element>;
}

const said = /footnote|(?:^|[-_])fn(?:$|[-_])|noteref|endnote/i;

interface Places {
  readonly ids: ReadonlyMap<string, Element>;
  readonly links: readonly Element[];
  /** Of a term, what is said about it. */
  readonly definitions: ReadonlyMap<Element, Element>;
}

export function findFootnotes(content: Element): Footnotes {
  const places = targetsIn(content);
  const references = new Map<Element, string>();
  const bodies = new Map<Element, string>();
  const leftOut = new Set<Element>();
  for (const link of places.links) {
    const body = isReference(link) ? bodyOf(link, places) : undefined;
    if (body === undefined) continue;
    const label = bodies.getOrInsertComputed(body, () => String(bodies.size + 1));
    references.set(link, label);
  }
  for (const body of bodies.keys()) for (const each of aroundText(body)) leftOut.add(each);
  for (const [term, definition] of places.definitions) if (bodies.has(definition)) leftOut.add(term);
  return { references, bodies, leftOut };
}

function targetsIn(content: Element): Places {
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

/** Whether a link is a number that is set higher, or is said to be one. */
function isReference(link: Element): boolean {
  const { attributes, parent, children } = link;
  const isRaised =
    parent?.name === "sup" || children.some((child) => typeof child !== "string" && child.name === "sup");
  const isSaid =
    attributes.has("data-footnote-ref") ||
    said.test(attributes.get("role") ?? "") ||
    hasClassMatching(link, said);
  if (!isRaised && !isSaid) return false;
  return /^[[(]?[\p{L}\p{N}*†‡§]{1,6}[\])]?$/u.test(innerText(link, { maxLength: 20 }));
}

/** The text of the footnote that a link leads to. */
function bodyOf(link: Element, { ids, definitions }: Places): Element | undefined {
  const target = ids.get(safeDecodeUriComponent(link.attributes.get("href")?.slice(1) ?? ""));
  if (target === undefined) return undefined;
  let body: Element | undefined = target;
  for (let i = 0; i < 3 && body !== undefined && /^(?:a|span|sup|strong|b)$/.test(body.name); i++)
    body = body.parent;
  const isSaid =
    says(target) || (body !== undefined && (says(body) || (body.parent !== undefined && says(body.parent))));
  if (body?.name === "dt") body = definitions.get(body);
  if (body === undefined || !/^(?:li|p|div|aside|dd|section)$/.test(body.name)) return undefined;
  return isSaid || leadsBack(body, link) ? body : undefined;
}

/** Whether an element only parts the footnotes from the text: a line, or a heading. */
export function isFootnoteSeparator({ name, parent }: Element): boolean {
  if (!/^(?:hr|h[1-6])$/.test(name) || parent === undefined) return false;
  return says(parent) || parent.attributes.has("data-footnotes");
}

function says(element: Element): boolean {
  const { attributes } = element;
  return hasClassMatching(element, said) || said.test(attributes.get("role") ?? "");
}

/** Whether a text has a link to where it was referred to. A footnote is short, so only its beginning is looked at. */
function leadsBack(body: Element, link: Element): boolean {
  const places = [link, link.parent].flatMap((each) => each?.attributes.get("id") ?? []);
  return linksAtEdges(body).some((each) => places.includes(each.attributes.get("href")?.slice(1) ?? ""));
}

const maxElements = 200;

function linksAtEdges(body: Element): Element[] {
  return walk(body)
    .take(maxElements)
    .filter(({ name, attributes }) => name === "a" && attributes.get("href")?.startsWith("#"))
    .toArray();
}

/** Links that lead back, and the number before the text. */
function aroundText(body: Element): Element[] {
  const links = linksAtEdges(body).filter((link) => {
    const isSaid = hasClassMatching(link, /back/i) || link.attributes.has("data-footnote-backref");
    return isSaid || /^(?:[^\p{L}\p{N}]*|[[(^]?\d{1,4}[\])]?)$/u.test(innerText(link, { maxLength: 20 }));
  });
  const labels = walk(body)
    .take(20)
    .filter((each) => /^(?:span|sup)$/.test(each.name) && hasClassMatching(each, /^label$|definition-label/));
  return [...links, ...labels];
}
