import type { Heading } from "mdast";
import { ancestors, type Element, isInside, type Node, nonTextElements, walk } from "../tree/index.ts";

/** Longer than any that somebody links to. */
const longest = 256;
const maxAnchors = 5000;

/** What is seen without being text. */
const drawn = /^(?:img|picture|video|audio|iframe|hr|input|math)$/;

/**
 * The heading that each place of a page is at, by what links call the place: the one that it is a part of or that comes right
 * behind it, with nothing to be seen between them; else the one before it, if there is one.
 */
export function targetsIn(
  document: Element,
  content: Element,
  headings: ReadonlyMap<Element, Heading>,
): Map<string, Heading | undefined> {
  const places = new Map<string, Heading | undefined>();
  for (const element of around(document, content))
    for (const name of namesOf(element)) places.getOrInsert(name, undefined);
  let current: Heading | undefined;
  let waiting: string[] = [];
  const settle = () => {
    for (const name of waiting) places.getOrInsert(name, current);
    if (waiting.length > 0) waiting = [];
  };
  const ahead: Node[] = [content];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (typeof node === "string") {
      if (/\S/.test(node)) settle();
      continue;
    }
    const heading = headings.get(node);
    if (heading !== undefined) current = heading;
    for (const name of namesOf(node)) waiting.push(name);
    if (heading !== undefined || drawn.test(node.name)) settle();
    if (!nonTextElements.has(node.name)) for (const child of node.children.toReversed()) ahead.push(child);
  }
  settle();
  return places;
}

function namesOf({ name, attributes }: Element): string[] {
  const names = [attributes.get("id"), name === "a" ? attributes.get("name") : undefined];
  return names.flatMap((each) => (each && each.length <= longest ? each : []));
}

/** Where the text begins, as seen from outside of it: what it stands in, and a title over it. */
function* around(document: Element, content: Element): Generator<Element> {
  yield* ancestors(content);
  for (const element of walk(document))
    if (element.name === "h1" && !isInside(element, content)) yield* walk(element);
}

/** What each place is called here: by the anchor of its heading, and not at all at the beginning of the page. */
export function anchorsOf(
  places: ReadonlyMap<string, Heading | undefined>,
  anchors: ReadonlyMap<Heading, string>,
): Map<string, string> {
  return new Map(Array.from(places, ([name, heading]) => [name, (heading && anchors.get(heading)) ?? ""]));
}

/** Those that are called otherwise here than in links, as many as are kept. A name that a heading has here is that heading's. */
export function changedAnchors(
  anchors: ReadonlyMap<string, string>,
  headings: ReadonlyMap<Heading, string>,
): ReadonlyMap<string, string> {
  const here = new Set(headings.values());
  return new Map([...anchors].filter(([name]) => !here.has(name)).slice(0, maxAnchors));
}
