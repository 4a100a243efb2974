import {
  type Block,
  blocksIn,
  type Fragment,
  findUnparsedConditions,
  hasConditionTag,
  isTextBlock,
  type Node,
  plainText,
  textInData,
} from "../content/document/index.ts";
import { normalizeSpace } from "../platform/index.ts";
import { maxSections } from "../storage/database/index.ts";

/** The part of a page between two headings, which is indexed separately. */
export interface Section {
  /** The anchor of the heading; empty before the first heading. */
  readonly anchor: string;
  readonly heading: string;
  readonly body: string;
  /** The conditions that must all be met to see the section. */
  readonly conditions: readonly string[];
}

/** The maximum length of a section. Longer sections are split, because PostgreSQL limits word positions. */
const maxBodyLength = 15_000;
const maxHeadingLength = 500;

/** A condition that is never met. It hides the blocks from an unparsed condition tag to its end tag. */
const alwaysFalse = "false";

/** Splits a document into sections. Each block with a condition is a separate section. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const splitter = new SectionSplitter(findUnparsedConditions(blocks));
  splitter.addBlocks(blocks);
  return splitter.finish();
}

/** Splits the Markdown of a document with too many blocks. Visitors do not find it if a part of it has a condition. */
export function sectionsOfText(markdown: string): Section[] {
  const conditions = hasConditionTag(markdown) ? [alwaysFalse] : [];
  return Array.from(splitBody(markdown).take(maxSections - 1), (body) => ({
    anchor: "",
    heading: "",
    body,
    conditions,
  }));
}

class SectionSplitter {
  readonly #hidden: ReadonlySet<Block>;
  readonly #sections: Section[] = [];
  #anchor = "";
  #heading = "";
  #lines: string[] = [];
  #conditions: readonly string[] = [];

  /** The blocks in `hidden` are never shown to visitors. */
  constructor(hidden: ReadonlySet<Block>) {
    this.#hidden = hidden;
  }

  addBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.type === "if" || this.#hidden.has(block)) this.#addConditional(block);
      else this.#addBlock(block);
    }
  }

  finish(): Section[] {
    this.#endSection();
    return this.#sections;
  }

  /** Adds a conditional block. A heading in it applies only to that block. */
  #addConditional(block: Block): void {
    this.#endSection();
    const [conditions, anchor, heading] = [this.#conditions, this.#anchor, this.#heading];
    this.#conditions = [...conditions, block.type === "if" ? String(block.data.expression) : alwaysFalse];
    if (block.type === "if") this.addBlocks(blocksIn(block.nodes));
    else this.#addBlock(block);
    this.#endSection();
    [this.#conditions, this.#anchor, this.#heading] = [conditions, anchor, heading];
  }

  #addBlock(block: Block): void {
    if (block.meta !== undefined && block.type !== "expandable") {
      this.#endSection();
      this.#anchor = block.meta.id;
      this.#heading = normalizeSpace(plainText(block.nodes ?? [])).slice(0, maxHeadingLength);
      return;
    }
    const children = isTextBlock(block.type) ? [] : blocksIn(block.nodes);
    // The date of an update belongs to the section of its heading.
    const hasHeading = block.type === "update" && children[0]?.type.startsWith("heading-") === true;
    const leading = hasHeading ? children.splice(0, 1) : [];
    this.addBlocks(leading);
    this.#lines.push(...textInData(block), ...altTexts(block));
    if (isTextBlock(block.type)) this.#lines.push(plainText(block.nodes ?? []));
    this.addBlocks(children);
    for (const fragment of [...(block.fragments ?? []), ...notesIn(block)]) this.addBlocks(fragment.nodes);
  }

  #endSection(): void {
    const body = this.#lines.filter((line) => line.trim() !== "").join("\n");
    this.#lines = [];
    const section = { anchor: this.#anchor, heading: this.#heading, conditions: this.#conditions };
    const last = this.#sections.at(-1);
    const isRepeated = last?.anchor === section.anchor && last.conditions === section.conditions;
    if (body === "" && (section.heading === "" || isRepeated)) return;
    for (const part of splitBody(body)) {
      // One section is reserved for the introduction. Further sections of the page are not indexed.
      if (this.#sections.length === maxSections - 1) return;
      this.#sections.push({ ...section, body: part });
    }
  }
}

/** Splits a long text, between words if possible. */
function* splitBody(body: string): Generator<string> {
  let remaining = body;
  while (remaining.length > maxBodyLength) {
    const space = remaining.slice(0, maxBodyLength).search(/\s\S*$/);
    const end = space > maxBodyLength / 2 ? space : maxBodyLength;
    yield remaining.slice(0, end);
    remaining = remaining.slice(end);
  }
  yield remaining;
}

function altTexts({ type, data }: Block): string[] {
  return type === "image" && data.alt !== undefined ? [data.alt] : [];
}

/** The annotations and footnotes in the text of a block. */
function notesIn({ nodes = [] }: Block): Fragment[] {
  return nodes.flatMap((node: Node) => (node.object === "inline" ? (node.fragments ?? []) : []));
}
