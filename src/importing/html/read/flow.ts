import type { PhrasingContent } from "mdast";
import { type Block, paragraph } from "../markdown/index.ts";
import { InlineRun, type Marks } from "./inline-run.ts";

/** Blocks while they are read: text between them becomes paragraphs. */
export class Flow {
  readonly blocks: Block[] = [];
  /** Where only text can be, blocks are words like others. */
  readonly isPhrasing: boolean;
  #run = new InlineRun();

  constructor({ isPhrasing = false }: { readonly isPhrasing?: boolean } = {}) {
    this.isPhrasing = isPhrasing;
  }

  text(text: string, marks: Marks): void {
    this.#run.text(text, marks);
  }

  /** Something that stands in a line of text. */
  node(node: PhrasingContent, marks: Marks): void {
    this.#run.node(node, marks);
  }

  /** Two in a row end the paragraph. */
  lineBreak(marks: Marks): void {
    if (this.#run.endsLine) this.break();
    else this.#run.node({ type: "break" }, marks);
  }

  /** What comes now is no longer in the same paragraph. */
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

  /** The text that was read since the last break. */
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
