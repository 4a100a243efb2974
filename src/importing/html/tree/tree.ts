/** An element of a page. Text nodes are strings. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Node[];
  readonly parent: Element | undefined;
}

export type Node = Element | string;

export function classesOf({ attributes }: Element): readonly string[] {
  return attributes.get("class")?.match(/\S+/g) ?? [];
}

export function hasClass(element: Element, ...names: readonly string[]): boolean {
  return classesOf(element).some((name) => names.includes(name));
}

export function hasClassMatching(element: Element, pattern: RegExp): boolean {
  return classesOf(element).some((name) => pattern.test(name));
}

export function childElements({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== "string");
}

/** An element and its descendants, in document order. */
export function* walk(root: Element): Generator<Element> {
  const stack: Element[] = [root];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    for (const child of next.children.toReversed()) if (typeof child !== "string") stack.push(child);
  }
}

export function find(root: Element, predicate: (element: Element) => boolean): Element | undefined {
  for (const element of walk(root)) if (element !== root && predicate(element)) return element;
  return undefined;
}

/** The ancestors of an element, the innermost first. */
export function* ancestors(element: Element, maxCount = Number.POSITIVE_INFINITY): Generator<Element> {
  let next = element.parent;
  for (let i = 0; i < maxCount && next !== undefined; i++) {
    yield next;
    next = next.parent;
  }
}

export function isInside(element: Element, outer: Element): boolean {
  return element === outer || ancestors(element).some((ancestor) => ancestor === outer);
}

/** Elements whose text is not shown. */
export const nonTextElements: ReadonlySet<string> = new Set(
  "script style head title meta link base template noscript canvas".split(" "),
);

/** The text of a node on one line, without the elements that `skip` matches. */
export function innerText(
  root: Node,
  { maxLength = 2000, skip = () => false }: { maxLength?: number; skip?: (element: Element) => boolean } = {},
): string {
  const stack: Node[] = [root];
  const parts: string[] = [];
  let length = 0;
  for (let next = stack.pop(); next !== undefined && length < maxLength; next = stack.pop()) {
    if (typeof next === "string") {
      parts.push(next);
      length += next.length;
    } else if (!nonTextElements.has(next.name) && !skip(next)) {
      const isBlock = blockElements.has(next.name) || next.name === "br";
      if (isBlock) stack.push(" ");
      for (const child of next.children.toReversed()) stack.push(child);
      if (isBlock) stack.push(" ");
    }
  }
  return normalizeText(parts.join("")).slice(0, maxLength);
}

export function normalizeText(text: string): string {
  return collapseWhitespace(text).trim();
}

export function ownText({ children }: Element): string {
  return children.filter((child) => typeof child === "string").join("");
}

/** Removes invisible characters, and replaces white space, including no-break spaces, with single spaces. */
export function collapseWhitespace(text: string): string {
  return text.replace(/[\u200b\u2060\ufeff\u00ad]/g, "").replace(/[ \t\n\r\f\u00a0]+/g, " ");
}

export const blockElements: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table tbody td " +
    "tfoot th thead tr caption ul"
  ).split(" "),
);

export type TextSizes = ReturnType<typeof measureText>;

interface Size {
  all: number;
  /** The length of the text in links and buttons. */
  linked: number;
}

/** Counts the characters of all elements, without white space, in one pass from the innermost outwards. */
export function measureText(root: Element) {
  const sizes = new Map<Element, Size>();
  const order: Element[] = [root];
  for (let i = 0; i < order.length; i++)
    for (const child of order[i]?.children ?? [])
      if (typeof child !== "string" && !nonTextElements.has(child.name)) order.push(child);
  for (const element of order.toReversed()) sizes.set(element, sizeOf(element, sizes));
  return {
    all: (element: Element) => sizes.get(element)?.all ?? 0,
    unlinked: (element: Element) => (sizes.get(element)?.all ?? 0) - (sizes.get(element)?.linked ?? 0),
  };
}

function sizeOf({ name, children }: Element, sizes: ReadonlyMap<Element, Size>): Size {
  const size = { all: 0, linked: 0 };
  for (const child of children) {
    const inner = typeof child === "string" ? undefined : sizes.get(child);
    size.all += typeof child === "string" ? countVisible(child) : (inner?.all ?? 0);
    size.linked += inner?.linked ?? 0;
  }
  if (name === "a" || name === "button") size.linked = size.all;
  return size;
}

function countVisible(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 32) length++;
  return length;
}
