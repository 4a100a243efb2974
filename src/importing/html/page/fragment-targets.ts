import type { Heading } from "mdast";
import { ancestors, type Element, isInside, type Node, nonTextElements, walk } from "../tree/index.ts";

const maxIdLength = 256;
const maxAnchors = 5000;

/** The names of elements that are visible without text. */
const visibleElements = /^(?:img|picture|video|audio|iframe|hr|input|math)$/;

/** Maps each id to the heading that has it or directly follows it, else to the previous heading; undefined at the start of the page. */
export function findFragmentTargets(
  document: Element,
  content: Element,
  headings: ReadonlyMap<Element, Heading>,
): Map<string, Heading | undefined> {
  const targets = new Map<string, Heading | undefined>();
  for (const element of elementsAtStart(document, content))
    for (const name of idsOf(element)) targets.getOrInsert(name, undefined);
  let current: Heading | undefined;
  let pending: string[] = [];
  const assignPending = () => {
    for (const name of pending) targets.getOrInsert(name, current);
    if (pending.length > 0) pending = [];
  };
  const stack: Node[] = [content];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === "string") {
      if (/\S/.test(node)) assignPending();
      continue;
    }
    const heading = headings.get(node);
    if (heading !== undefined) current = heading;
    for (const name of idsOf(node)) pending.push(name);
    if (heading !== undefined || visibleElements.test(node.name)) assignPending();
    if (!nonTextElements.has(node.name)) for (const child of node.children.toReversed()) stack.push(child);
  }
  assignPending();
  return targets;
}

function idsOf({ name, attributes }: Element): string[] {
  const names = [attributes.get("id"), name === "a" ? attributes.get("name") : undefined];
  return names.flatMap((id) => (id && id.length <= maxIdLength ? id : []));
}

/** Elements whose ids refer to the start of the content: its ancestors, and a title outside it. */
function* elementsAtStart(document: Element, content: Element): Generator<Element> {
  yield* ancestors(content);
  for (const element of walk(document))
    if (element.name === "h1" && !isInside(element, content)) yield* walk(element);
}

/** The anchor for each id of the page; empty for the start of the page. */
export function anchorsByFragment(
  targets: ReadonlyMap<string, Heading | undefined>,
  anchors: ReadonlyMap<Heading, string>,
): Map<string, string> {
  return new Map(Array.from(targets, ([name, heading]) => [name, (heading && anchors.get(heading)) ?? ""]));
}

/** The ids whose anchor differs, up to a limit. An id that is the anchor of a heading refers to that heading. */
export function changedAnchors(
  anchors: ReadonlyMap<string, string>,
  headings: ReadonlyMap<Heading, string>,
): ReadonlyMap<string, string> {
  const headingAnchors = new Set(headings.values());
  return new Map([...anchors].filter(([name]) => !headingAnchors.has(name)).slice(0, maxAnchors));
}
