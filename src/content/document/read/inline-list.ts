import { matchAt, oneLine } from "../../markdown/syntax/index.ts";
import type { Inline } from "../model/index.ts";
import type { InlineToken } from "./marks.ts";

/** The text that is read, how far it has been, and what was found in it. */
export class InlineScanner {
  readonly source: string;
  at = 0;
  /** Text that is not among the items yet. */
  pending = "";
  #items: InlineToken[] = [];

  constructor(source: string) {
    this.source = source;
  }

  get isDone(): boolean {
    return this.at >= this.source.length;
  }

  get length(): number {
    return this.#items.length;
  }

  get last(): InlineToken | undefined {
    return this.#items.at(-1);
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    return matchAt(pattern, this.source, this.at);
  }

  /** Takes characters as the text that they are. */
  literal(length: number): void {
    this.pending += this.source.slice(this.at, this.at + length);
    this.at += length;
  }

  /** What means nothing here is kept as it is written, on one line. */
  raw(end: number): void {
    this.pending += oneLine(this.source.slice(this.at, end));
    this.at = end;
  }

  flush(): void {
    if (this.pending !== "") this.#items.push({ kind: "text", text: this.pending });
    this.pending = "";
  }

  push(item: InlineToken, end: number): void {
    this.flush();
    this.#items.push(item);
    this.at = end;
  }

  pushNode(node: Inline, end: number): void {
    this.push({ kind: "node", node }, end);
  }

  /** Takes out all items from a place on. */
  cut(from: number): InlineToken[] {
    this.flush();
    return this.#items.splice(from);
  }
}
