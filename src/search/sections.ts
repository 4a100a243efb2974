import {
  type Block,
  blocksIn,
  type Fragment,
  holdsText,
  type Node,
  plainText,
  withoutStrayConditions,
  wordsInData,
} from "../content/document/index.ts";
import { maxSections } from "../storage/database/index.ts";

/** A part of a page that is found by itself: what stands below one heading, up to the next. */
export interface Section {
  /** That of its heading; empty before the first one. */
  readonly anchor: string;
  readonly heading: string;
  readonly body: string;
  /** Only those who meet all of these conditions may see it. */
  readonly conditions: readonly string[];
}

/** What is longer is cut, so that no section has more words than a database can count. */
const longestBody = 15_000;
const longestHeading = 500;

/** What never holds: for text that somebody wanted to hide by a condition that is not understood. */
export const never = "false";

/** The sections of a document. What stands under a condition is a section of its own. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const cutter = new Cutter();
  cutter.blocks(blocks);
  return cutter.finish();
}

class Cutter {
  readonly #sections: Section[] = [];
  #anchor = "";
  #heading = "";
  #lines: string[] = [];
  #conditions: readonly string[] = [];

  blocks(blocks: readonly Block[]): void {
    const understood = new Set(withoutStrayConditions(blocks));
    for (const block of blocks) {
      if (block.type === "if" || !understood.has(block)) this.#under(block);
      else this.#block(block);
    }
  }

  finish(): Section[] {
    this.#cut();
    return this.#sections;
  }

  /** Also a heading that stands under a condition is only for those who meet it, with all that is known of it. */
  #under(block: Block): void {
    this.#cut();
    const [conditions, anchor, heading] = [this.#conditions, this.#anchor, this.#heading];
    this.#conditions = [...conditions, block.type === "if" ? String(block.data.expression) : never];
    if (block.type === "if") this.blocks(blocksIn(block.nodes));
    else this.#block(block);
    this.#cut();
    [this.#conditions, this.#anchor, this.#heading] = [conditions, anchor, heading];
  }

  #block(block: Block): void {
    if (block.meta !== undefined) {
      this.#cut();
      this.#anchor = block.meta.id;
      this.#heading = oneLine(plainText(block.nodes ?? [])).slice(0, longestHeading);
      return;
    }
    this.#lines.push(...wordsInData(block), ...captionsOf(block));
    if (holdsText(block.type)) this.#lines.push(plainText(block.nodes ?? []));
    else this.blocks(blocksIn(block.nodes));
    for (const fragment of [...(block.fragments ?? []), ...notesIn(block)]) this.blocks(fragment.nodes);
  }

  #cut(): void {
    const body = this.#lines.filter((line) => line.trim() !== "").join("\n");
    this.#lines = [];
    const section = { anchor: this.#anchor, heading: this.#heading, conditions: this.#conditions };
    const last = this.#sections.at(-1);
    const isKnown = last?.anchor === section.anchor && last.conditions === section.conditions;
    if (body === "" && (section.heading === "" || isKnown)) return;
    for (const part of partsOf(body)) {
      // What is still more than a page can have is not found.
      if (this.#sections.length === maxSections - 1) return;
      this.#sections.push({ ...section, body: part });
    }
  }
}

/** The text, in parts where it is long; between two words, where there is one. */
function* partsOf(body: string): Generator<string> {
  let rest = body;
  while (rest.length > longestBody) {
    const space = rest.slice(0, longestBody).search(/\s\S*$/);
    const end = space > longestBody / 2 ? space : longestBody;
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest;
}

/** What an image or a file says of itself. */
function captionsOf({ type, data }: Block): string[] {
  return type === "image" && data.alt !== undefined ? [data.alt] : [];
}

/** The bodies of annotations and footnotes in the text of a block. */
function notesIn({ nodes = [] }: Block): Fragment[] {
  return nodes.flatMap((node: Node) => (node.object === "inline" ? (node.fragments ?? []) : []));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
