import type { PhrasingContent } from "mdast";
import { type Block, paragraph } from "../markdown/index.ts";
import { InlineRun, type Marks } from "./inline-run.ts";

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
