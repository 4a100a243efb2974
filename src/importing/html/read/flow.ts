import type { PhrasingContent } from "mdast";
import { type Block, paragraph } from "../markdown/index.ts";
import { collapseWhitespace } from "../tree/index.ts";

/** Marks in their nesting order, the outermost first. */
const markOrder = ["a", "strong", "em", "del", "mark", "sup", "sub", "kbd", "code"] as const;

export interface Mark {
  readonly name: (typeof markOrder)[number];
  readonly href?: string;
  readonly title?: string;
}

export type Marks = readonly Mark[];

export function withMark(marks: Marks, mark: Mark): Marks {
  if (marks.some(({ name }) => name === mark.name)) return marks;
  return [...marks, mark].toSorted((a, b) => markOrder.indexOf(a.name) - markOrder.indexOf(b.name));
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
  #keepsSpace = false;

  constructor({ isPhrasing = false }: { readonly isPhrasing?: boolean } = {}) {
    this.isPhrasing = isPhrasing;
  }

  addText(text: string, marks: Marks): void {
    const collapsed = collapseWhitespace(text);
    const visible = this.#keepsSpace ? collapsed : collapsed.trimStart();
    if (visible === "") return;
    this.#keepsSpace = !visible.endsWith(" ");
    // White space at the edge of a mark may belong outside of it.
    const start = visible.length - visible.trimStart().length;
    const end = Math.max(start, visible.trimEnd().length);
    for (const part of [visible.slice(0, start), visible.slice(start, end), visible.slice(end)])
      if (part !== "") this.#leaves.push({ content: part, marks });
  }

  addNode(node: PhrasingContent, marks: Marks): void {
    this.#keepsSpace = node.type !== "break";
    this.#leaves.push({ content: node, marks: withoutMark(marks, "code") });
  }

  /** Two line breaks end a paragraph. */
  addLineBreak(marks: Marks): void {
    const last = this.#leaves.findLast(({ content }) => content !== " ");
    if (last !== undefined && isSpace(last)) this.endParagraph();
    else this.addNode({ type: "break" }, marks);
  }

  endParagraph(): void {
    if (this.isPhrasing) {
      this.addText(" ", []);
      return;
    }
    const children = this.takePhrasing();
    if (children.length > 0) this.blocks.push(paragraph(children));
  }

  addBlock(block: Block): void {
    this.endParagraph();
    this.blocks.push(block);
  }

  /** Returns and clears the content of the paragraph, without white space and breaks around it. */
  takePhrasing(): PhrasingContent[] {
    const visible = this.#leaves.slice(
      this.#leaves.findIndex((leaf) => !isSpace(leaf)),
      this.#leaves.findLastIndex((leaf) => !isSpace(leaf)) + 1,
    );
    this.#leaves = [];
    this.#keepsSpace = false;
    return nestMarks(
      visible.map((leaf, i) => (isSpace(leaf) ? spaceBetween(leaf, visible[i - 1], visible[i + 1]) : leaf)),
    );
  }

  finish(): Block[] {
    this.endParagraph();
    return this.blocks;
  }
}

function isSpace({ content }: Leaf): boolean {
  return typeof content === "string" ? content === " " : content.type === "break";
}

/** White space keeps the marks that both of its neighbours have. */
function spaceBetween({ content, marks }: Leaf, before: Leaf | undefined, after: Leaf | undefined): Leaf {
  const hasMark = (leaf: Leaf | undefined, mark: Mark) => leaf?.marks.some((other) => isSame(other, mark));
  return { content, marks: marks.filter((mark) => hasMark(before, mark) && hasMark(after, mark)) };
}

/** Adjacent marks are merged, except for links. */
function isSame(a: Mark, b: Mark | undefined): boolean {
  return a === b || (a.name === b?.name && a.name !== "a");
}

function nestMarks(leaves: readonly Leaf[]): PhrasingContent[] {
  const root: PhrasingContent[] = [];
  const stack: { readonly mark: Mark; readonly children: PhrasingContent[] }[] = [];
  for (const { content, marks } of leaves) {
    const outerMarks = withoutMark(marks, "code");
    const firstDifference = outerMarks.findIndex((mark, i) => !isSame(mark, stack[i]?.mark));
    stack.length = firstDifference < 0 ? outerMarks.length : firstDifference;
    for (const mark of outerMarks.slice(stack.length)) {
      const children: PhrasingContent[] = [];
      (stack.at(-1)?.children ?? root).push(nodeOf(mark, children));
      stack.push({ mark, children });
    }
    addLeaf(stack.at(-1)?.children ?? root, content, outerMarks.length < marks.length);
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
function addLeaf(children: PhrasingContent[], content: Leaf["content"], isCode: boolean): void {
  const last = children.at(-1);
  if (typeof content !== "string") children.push(content);
  else if (last?.type === (isCode ? "inlineCode" : "text")) last.value += content;
  else children.push({ type: isCode ? "inlineCode" : "text", value: content });
}
