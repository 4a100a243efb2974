import {
  type Block,
  blocksIn,
  type Fragment,
  isTextBlock,
  type Node,
  plainText,
  textInData,
  withoutUnparsedConditions,
} from "../content/document/index.ts";
import { maxSections } from "../storage/database/index.ts";

/** The part of a page between two headings, which is indexed by itself. */
export interface Section {
  /** The anchor of its heading; empty before the first heading. */
  readonly anchor: string;
  readonly heading: string;
  readonly body: string;
  /** All must be met to see the section. */
  readonly conditions: readonly string[];
}

/** Longer sections are split, because PostgreSQL limits word positions. */
const maxBodyLength = 15_000;
const maxHeadingLength = 500;

/** A condition that is never met. It hides blocks whose own condition is malformed. */
const alwaysFalse = "false";

/** Splits a document into sections. Blocks with a condition are a section of their own. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const splitter = new SectionSplitter();
  splitter.blocks(blocks);
  return splitter.finish();
}

class SectionSplitter {
  readonly #sections: Section[] = [];
  #anchor = "";
  #heading = "";
  #lines: string[] = [];
  #conditions: readonly string[] = [];

  blocks(blocks: readonly Block[]): void {
    const wellFormed = new Set(withoutUnparsedConditions(blocks));
    for (const block of blocks) {
      if (block.type === "if" || !wellFormed.has(block)) this.#conditional(block);
      else this.#block(block);
    }
  }

  finish(): Section[] {
    this.#endSection();
    return this.#sections;
  }

  /** A heading in a conditional block applies inside of that block only. */
  #conditional(block: Block): void {
    this.#endSection();
    const [conditions, anchor, heading] = [this.#conditions, this.#anchor, this.#heading];
    this.#conditions = [...conditions, block.type === "if" ? String(block.data.expression) : alwaysFalse];
    if (block.type === "if") this.blocks(blocksIn(block.nodes));
    else this.#block(block);
    this.#endSection();
    [this.#conditions, this.#anchor, this.#heading] = [conditions, anchor, heading];
  }

  #block(block: Block): void {
    if (block.meta !== undefined) {
      this.#endSection();
      this.#anchor = block.meta.id;
      this.#heading = oneLine(plainText(block.nodes ?? [])).slice(0, maxHeadingLength);
      return;
    }
    this.#lines.push(...textInData(block), ...captionsOf(block));
    if (isTextBlock(block.type)) this.#lines.push(plainText(block.nodes ?? []));
    else this.blocks(blocksIn(block.nodes));
    for (const fragment of [...(block.fragments ?? []), ...notesIn(block)]) this.blocks(fragment.nodes);
  }

  #endSection(): void {
    const body = this.#lines.filter((line) => line.trim() !== "").join("\n");
    this.#lines = [];
    const section = { anchor: this.#anchor, heading: this.#heading, conditions: this.#conditions };
    const last = this.#sections.at(-1);
    const isRepeated = last?.anchor === section.anchor && last.conditions === section.conditions;
    if (body === "" && (section.heading === "" || isRepeated)) return;
    for (const part of splitBody(body)) {
      // Further sections of the page are not indexed.
      if (this.#sections.length === maxSections - 1) return;
      this.#sections.push({ ...section, body: part });
    }
  }
}

/** Splits a long text, between words if possible. */
function* splitBody(body: string): Generator<string> {
  let rest = body;
  while (rest.length > maxBodyLength) {
    const space = rest.slice(0, maxBodyLength).search(/\s\S*$/);
    const end = space > maxBodyLength / 2 ? space : maxBodyLength;
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest;
}

function captionsOf({ type, data }: Block): string[] {
  return type === "image" && data.alt !== undefined ? [data.alt] : [];
}

/** The annotations and footnotes in the text of a block. */
function notesIn({ nodes = [] }: Block): Fragment[] {
  return nodes.flatMap((node: Node) => (node.object === "inline" ? (node.fragments ?? []) : []));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
