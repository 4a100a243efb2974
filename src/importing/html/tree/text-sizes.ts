import { type Element, nonTextElements } from "./tree.ts";

/** The lengths of the texts of elements, without white space. */
export interface TextSizes {
  all(element: Element): number;
  /** Without links and buttons. */
  unlinked(element: Element): number;
}

interface Size {
  all: number;
  linked: number;
}

const nothing: Size = { all: 0, linked: 0 };

/** Measures the text of all elements in one pass from the innermost outwards. */
export function measureText(root: Element): TextSizes {
  const sizes = new Map<Element, Size>();
  const order: Element[] = [root];
  for (let i = 0; i < order.length; i++)
    for (const child of order[i]?.children ?? [])
      if (typeof child !== "string" && !nonTextElements.has(child.name)) order.push(child);
  for (const element of order.toReversed()) sizes.set(element, sizeOf(element, sizes));
  const size = (element: Element) => sizes.get(element) ?? nothing;
  return {
    all: (element) => size(element).all,
    unlinked: (element) => size(element).all - size(element).linked,
  };
}

function sizeOf({ name, children }: Element, sizes: ReadonlyMap<Element, Size>): Size {
  const size = { all: 0, linked: 0 };
  for (const child of children) {
    const inner = typeof child === "string" ? undefined : sizes.get(child);
    size.all += typeof child === "string" ? lengthOf(child) : (inner?.all ?? 0);
    size.linked += inner?.linked ?? 0;
  }
  if (name === "a" || name === "button") size.linked = size.all;
  return size;
}

function lengthOf(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 32) length++;
  return length;
}
