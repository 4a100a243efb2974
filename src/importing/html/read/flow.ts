import type { PhrasingContent } from "mdast";
import { type Block, paragraph } from "../markdown/index.ts";
import { plain } from "../tree/index.ts";

/** Marks in their nesting order, the outermost first. */
const order = ["a", "strong", "em", "del", "mark", "sup", "sub", "kbd", "code"] as const;

export interface Mark {
  readonly name: (typeof order)[number];
  readonly href?: string;
  readonly title?: string;
}

export type Marks = readonly Mark[];

export function withMark(marks: Marks, mark: Mark): Marks {
  if (marks.some(({ name }) => name === mark.name)) return marks;
  return [...marks, mark].toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

export function withoutMark(marks: Marks, removed: Mark["name"]): Marks {
  return marks.filter(({ name }) => name !== removed);
}

interface Leaf {
  readonly content: string | PhrasingContent;
  readonly marks: Marks;
}

/** Collects blocks. Text between them becomes paragraphs. */
export class Flow {
  readonly blocks: Block[] = [];
  readonly isPhrasing: boolean;
  /** The content of the current paragraph. */
  #leaves: Leaf[] = [];
  /** Whether white space at this point is significant. */
  #isOpen = false;

  constructor({ isPhrasing = false }: { readonly isPhrasing?: boolean } = {}) {
    this.isPhrasing = isPhrasing;
  }

  text(text: string, marks: Marks): void {
    const words = plain(text);
    const shown = this.#isOpen ? words : words.trimStart();
    if (shown === "") return;
    this.#isOpen = !shown.endsWith(" ");
    // White space at the edge of a mark may belong outside of it.
    const start = shown.length - shown.trimStart().length;
    const end = Math.max(start, shown.trimEnd().length);
    for (const part of [shown.slice(0, start), shown.slice(start, end), shown.slice(end)])
      if (part !== "") this.#leaves.push({ content: part, marks });
  }

  node(node: PhrasingContent, marks: Marks): void {
    this.#isOpen = node.type !== "break";
    this.#leaves.push({ content: node, marks: withoutMark(marks, "code") });
  }

  /** Two line breaks end a paragraph. */
  lineBreak(marks: Marks): void {
    const last = this.#leaves.findLast(({ content }) => content !== " ");
    if (last !== undefined && isSpace(last)) this.break();
    else this.node({ type: "break" }, marks);
  }

  break(): void {
    if (this.isPhrasing) {
      this.text(" ", []);
      return;
    }
    const children = this.phrasing();
    if (children.length > 0) this.blocks.push(paragraph(children));
  }

  block(block: Block): void {
    this.break();
    this.blocks.push(block);
  }

  /** Takes the content of the paragraph, without white space and breaks around it. */
  phrasing(): PhrasingContent[] {
    const shown = this.#leaves.slice(
      this.#leaves.findIndex((leaf) => !isSpace(leaf)),
      this.#leaves.findLastIndex((leaf) => !isSpace(leaf)) + 1,
    );
    this.#leaves = [];
    this.#isOpen = false;
    return nested(
      shown.map((leaf, i) => (isSpace(leaf) ? spaceBetween(leaf, shown[i - 1], shown[i + 1]) : leaf)),
    );
  }

  finish(): Block[] {
    this.break();
    return this.blocks;
  }
}

function isSpace({ content }: Leaf): boolean {
  return typeof content === "string" ? content === " " : content.type === "break";
}

/** White space has the marks that both of its neighbours have. */
function spaceBetween({ content, marks }: Leaf, before: Leaf | undefined, after: Leaf | undefined): Leaf {
  const isAround = (leaf: Leaf | undefined, mark: Mark) => leaf?.marks.some((each) => isSame(each, mark));
  return { content, marks: marks.filter((mark) => isAround(before, mark) && isAround(after, mark)) };
}

/** Adjacent marks are merged, except for links. */
function isSame(a: Mark, b: Mark | undefined): boolean {
  return a === b || (a.name === b?.name && a.name !== "a");
}

function nested(leaves: readonly Leaf[]): PhrasingContent[] {
  const root: PhrasingContent[] = [];
  const open: { readonly mark: Mark; readonly children: PhrasingContent[] }[] = [];
  for (const { content, marks } of leaves) {
    const around = withoutMark(marks, "code");
    const differs = around.findIndex((mark, i) => !isSame(mark, open[i]?.mark));
    open.length = differs < 0 ? around.length : differs;
    for (const mark of around.slice(open.length)) {
      const children: PhrasingContent[] = [];
      (open.at(-1)?.children ?? root).push(nodeOf(mark, children));
      open.push({ mark, children });
    }
    push(open.at(-1)?.children ?? root, content, around.length < marks.length);
  }
  return root;
}

function nodeOf({ name, href, title }: Mark, children: PhrasingContent[]): PhrasingContent {
  switch (name) {
    case "a":
      return { type: "link", url: href ?? "", title: title ?? null, children };
    case "strong":
      return { type: "strong", children };
    case "em":
      return { type: "emphasis", children };
    case "del":
      return { type: "delete", children };
    default:
      return { type: "marked", name: name === "code" ? "mark" : name, children };
  }
}

/** Adds a leaf. Code can only contain text. */
function push(children: PhrasingContent[], content: Leaf["content"], isCode: boolean): void {
  const last = children.at(-1);
  if (typeof content !== "string") children.push(content);
  else if (last?.type === (isCode ? "inlineCode" : "text")) last.value += content;
  else children.push({ type: isCode ? "inlineCode" : "text", value: content });
}
