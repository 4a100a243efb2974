/** An element of a page, with what is needed to understand it. Text is only its characters. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Node[];
  readonly parent: Element | undefined;
}

export type Node = Element | string;

const noClasses: readonly string[] = [];

export function classesOf({ attributes }: Element): readonly string[] {
  const names = attributes.get("class")?.trim();
  return names ? names.split(/\s+/) : noClasses;
}

/** Whether one of its classes is one of these. */
export function hasClass(element: Element, ...names: readonly string[]): boolean {
  return classesOf(element).some((each) => names.includes(each));
}

/** Whether one of its classes matches as a whole, or in part where the pattern says so. */
export function hasClassMatching(element: Element, pattern: RegExp): boolean {
  return classesOf(element).some((each) => pattern.test(each));
}

/** The elements right below one. */
export function childElements({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== "string");
}

/** All elements below one, itself first, in the order of the document. */
export function* walk(root: Element): Generator<Element> {
  const ahead: Element[] = [root];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    yield next;
    for (let i = next.children.length - 1; i >= 0; i--) {
      const child = next.children[i];
      if (child !== undefined && typeof child !== "string") ahead.push(child);
    }
  }
}

/** The first element below one that is wanted. */
export function find(root: Element, isWanted: (element: Element) => boolean): Element | undefined {
  for (const element of walk(root)) if (element !== root && isWanted(element)) return element;
  return undefined;
}

/** The elements around one, from the inside, so many at most. */
export function* ancestors(element: Element, most = Number.POSITIVE_INFINITY): Generator<Element> {
  let next = element.parent;
  for (let i = 0; i < most && next !== undefined; i++) {
    yield next;
    next = next.parent;
  }
}

export function isInside(element: Element, outer: Element): boolean {
  for (let at: Element | undefined = element; at !== undefined; at = at.parent) if (at === outer) return true;
  return false;
}

/** Elements that hold no words for a reader. */
export const nonTextElements: ReadonlySet<string> = new Set([
  "script",
  "style",
  "head",
  "title",
  "meta",
  "link",
  "base",
  "template",
  "noscript",
  "canvas",
]);

/** The words of a node on one line, without those that are left out. */
export function innerText(
  root: Node,
  { maxLength = 2000, skip = () => false }: { maxLength?: number; skip?: (element: Element) => boolean } = {},
): string {
  const ahead: Node[] = [root];
  const parts: string[] = [];
  let length = 0;
  for (let next = ahead.pop(); next !== undefined && length < maxLength; next = ahead.pop()) {
    if (typeof next === "string") {
      parts.push(next);
      length += next.length;
    } else if (!nonTextElements.has(next.name) && !skip(next)) {
      const isApart = blockElements.has(next.name) || next.name === "br";
      if (isApart) ahead.push(" ");
      for (let i = next.children.length - 1; i >= 0; i--) {
        const child = next.children[i];
        if (child !== undefined) ahead.push(child);
      }
      if (isApart) ahead.push(" ");
    }
  }
  return normalizeText(parts.join("")).slice(0, maxLength);
}

/** Text on one line, without what cannot be seen. */
export function normalizeText(text: string): string {
  return plain(text).trim();
}

/** Text as a browser shows it: white space is one blank, and what cannot be seen is not there. */
export function plain(text: string): string {
  return text.replace(/[\u200b\u2060\ufeff\u00ad]/g, "").replace(/[ \t\n\r\f\u00a0]+/g, " ");
}

/** Elements that begin on a line of their own. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table tbody td " +
    "tfoot th thead tr caption ul"
  ).split(" "),
);
