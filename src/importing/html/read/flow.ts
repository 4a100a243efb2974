import type { PhrasingContent } from "mdast";
import { type Block, paragraph } from "../markdown/index.ts";
import { plain } from "../tree/index.ts";

/** Collects blocks. Text between them becomes paragraphs. */
export class Flow {
  readonly blocks: Block[] = [];
  /** Whether only phrasing content is collected. */
  readonly isPhrasing: boolean;
  #run = new InlineRun();

  constructor({ isPhrasing = false }: { readonly isPhrasing?: boolean } = {}) {
    this.isPhrasing = isPhrasing;
  }

  text(text: string, marks: Marks): void {
    this.#run.text(text, marks);
  }

  node(node: PhrasingContent, marks: Marks): void {
    this.#run.node(node, marks);
  }

  /** Two line breaks end a paragraph. */
  lineBreak(marks: Marks): void {
    if (this.#run.endsLine) this.break();
    else this.#run.node({ type: "break" }, marks);
  }

  /** Ends the paragraph. */
  break(): void {
    if (this.isPhrasing) {
      this.#run.text(" ", []);
      return;
    }
    if (this.#run.isEmpty) return;
    const children = this.phrasing();
    if (children.length > 0) this.blocks.push(paragraph(children));
  }

  block(block: Block): void {
    this.break();
    this.blocks.push(block);
  }

  /** The phrasing content since the last break. */
  phrasing(): PhrasingContent[] {
    const children = this.#run.finish();
    this.#run = new InlineRun();
    return children;
  }

  finish(): Block[] {
    this.break();
    return this.blocks;
  }
}

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

export function withoutMark(marks: Marks, ...names: readonly Mark["name"][]): Marks {
  return marks.filter(({ name }) => !names.includes(name));
}

interface Leaf {
  readonly content: string | PhrasingContent;
  readonly marks: Marks;
}

/** Collects the content of one paragraph. */
export class InlineRun {
  readonly #leaves: Leaf[] = [];
  /** Whether white space at this point is significant. */
  #isOpen = false;

  get isEmpty(): boolean {
    return this.#leaves.length === 0;
  }

  /** Whether the content ends with a line break. */
  get endsLine(): boolean {
    const last = this.#leaves.findLast(({ content }) => content !== " ");
    return last !== undefined && typeof last.content !== "string" && last.content.type === "break";
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

  /** The content, without white space and breaks around it. */
  finish(): PhrasingContent[] {
    const leaves = this.#leaves;
    while (isSpace(leaves.at(-1))) leaves.pop();
    const first = leaves.findIndex((leaf) => !isSpace(leaf));
    const shown = leaves.slice(Math.max(first, 0));
    return nested(
      shown.map((leaf, i) => (isSpace(leaf) ? spaceBetween(leaf, shown[i - 1], shown[i + 1]) : leaf)),
    );
  }
}

function isSpace(leaf: Leaf | undefined): boolean {
  if (leaf === undefined) return false;
  return typeof leaf.content === "string" ? leaf.content === " " : leaf.content.type === "break";
}

/** White space has the marks that both of its neighbours have. */
function spaceBetween(leaf: Leaf, before: Leaf | undefined, after: Leaf | undefined): Leaf {
  const [left, right] = [before?.marks ?? [], after?.marks ?? []];
  const marks = leaf.marks.filter((mark) => has(left, mark) && has(right, mark));
  return { content: leaf.content, marks };
}

function has(marks: Marks, mark: Mark): boolean {
  return marks.some((each) => isSame(each, mark));
}

/** Adjacent marks are merged, except for links. */
function isSame(a: Mark, b: Mark): boolean {
  return a === b || (a.name === b.name && a.name !== "a");
}

interface Open {
  readonly mark: Mark;
  readonly children: PhrasingContent[];
}

/** Builds the nodes of the marks around the leaves. */
function nested(leaves: readonly Leaf[]): PhrasingContent[] {
  const root: PhrasingContent[] = [];
  const open: Open[] = [];
  for (const { content, marks } of leaves) {
    const around = marks.filter(({ name }) => name !== "code");
    let common = 0;
    for (; common < around.length; common++) {
      const [mine, its] = [around[common], open[common]?.mark];
      if (mine === undefined || its === undefined || !isSame(mine, its)) break;
    }
    open.length = common;
    for (const mark of around.slice(common)) {
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
