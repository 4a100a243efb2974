import { type OpenTag, tokensOf } from "./html-tokens.ts";

/** Follows HTML from its first to its last tag. */
export interface Visitor {
  /** An element begins; an empty one has no end. */
  open(tag: OpenTag, isEmpty: boolean): void;
  /** The innermost element ends, by its tag or, where `at` is `end`, without one. */
  close(name: string, at: number, end: number): void;
  text(at: number, end: number): void;
}

const emptyElements = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
/** Elements that end where the next one begins. */
const endedByNext = new Set(["p", "li", "dt", "dd", "tr", "td", "th", "option"]);

/** Walks through HTML with each element closed once, in turn. Comments are left out, and ends without a beginning. */
export function walkHtml(html: string, visitor: Visitor): void {
  const open: string[] = [];
  const counts = new Map<string, number>();
  const pop = (at: number, end: number): void => {
    const name = open.pop() ?? "";
    counts.set(name, (counts.get(name) ?? 1) - 1);
    visitor.close(name, at, end);
  };
  for (const token of tokensOf(html)) {
    const { at, end } = token;
    if (token.kind === "text") visitor.text(at, end);
    else if (token.kind === "open") {
      if (endedByNext.has(token.name) && open.at(-1) === token.name) pop(at, at);
      const isEmpty = emptyElements.has(token.name);
      visitor.open(token, isEmpty);
      if (isEmpty) continue;
      open.push(token.name);
      counts.set(token.name, (counts.get(token.name) ?? 0) + 1);
    } else if (token.kind === "close" && (counts.get(token.name) ?? 0) > 0) {
      while (open.at(-1) !== token.name) pop(at, at);
      pop(at, end);
    }
  }
  while (open.length > 0) pop(html.length, html.length);
}

/** What stands in the place of an element's tags; what is between them is kept, or left out as well. */
export interface Replacement {
  readonly open: string;
  readonly close: string;
  readonly isDropped?: boolean;
}

export const dropped: Replacement = { open: "", close: "", isDropped: true };
/** Takes the tags away, and leaves what is between them. */
export const unwrapped: Replacement = { open: "", close: "" };

/** The HTML with some elements replaced; each is asked for once, from the outside to the inside. */
export function rewriteHtml(
  html: string,
  replace: (tag: OpenTag, within: ReadonlySet<string>, parent?: OpenTag) => Replacement | undefined,
): string {
  const parts: string[] = [];
  const open: { readonly tag: OpenTag; readonly replacement: Replacement | undefined }[] = [];
  const within = new Within();
  let drops = 0;
  const push = (text: string): void => {
    if (drops === 0) parts.push(text);
  };
  walkHtml(html, {
    open(tag, isEmpty) {
      const replacement = drops > 0 ? undefined : replace(tag, within.names, open.at(-1)?.tag);
      push(replacement?.open ?? html.slice(tag.at, tag.end));
      if (isEmpty) {
        if (replacement !== undefined) push(replacement.close);
        return;
      }
      open.push({ tag, replacement });
      within.enter(tag.name);
      if (replacement?.isDropped) drops++;
    },
    close(name, at, end) {
      const replacement = open.pop()?.replacement;
      within.leave(name);
      if (replacement?.isDropped) drops--;
      // What ended without a tag gets one: what stands in its place may need it.
      push(replacement?.close ?? (at === end ? `</${name}>` : html.slice(at, end)));
    },
    text: (at, end) => push(html.slice(at, end)),
  });
  return parts.join("");
}

/** The names of the elements that are open. */
class Within {
  readonly #counts = new Map<string, number>();
  readonly names = new Set<string>();

  enter(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.names.add(name);
  }

  leave(name: string): void {
    const left = (this.#counts.get(name) ?? 1) - 1;
    this.#counts.set(name, left);
    if (left === 0) this.names.delete(name);
  }
}

/** Where the text within the first element of a kind begins and ends; undefined where there is none. */
export function findElement(
  html: string,
  isWanted: (tag: OpenTag) => boolean,
): { readonly start: number; readonly end: number } | undefined {
  let [start, end, depth] = [-1, html.length, 0];
  let isOver = false;
  walkHtml(html, {
    open(tag, isEmpty) {
      if (isEmpty) return;
      if (start >= 0) depth++;
      else if (isWanted(tag)) start = tag.end;
    },
    close(_name, at) {
      if (start < 0 || isOver) return;
      isOver = depth-- === 0;
      if (isOver) end = at;
    },
    text: () => {},
  });
  return start < 0 ? undefined : { start, end };
}

/** The HTML within the first element of a kind. */
export function innerHtml(html: string, isWanted: (tag: OpenTag) => boolean): string | undefined {
  const place = findElement(html, isWanted);
  return place && html.slice(place.start, place.end);
}

/** The classes of an element. */
export function classesOf(tag: OpenTag): readonly string[] {
  return (tag.attributes.get("class") ?? "").split(/\s+/);
}
