import { matchAt, oneLine } from "../../markdown/syntax/index.ts";
import type { Inline } from "../model/index.ts";
import type { InlineToken } from "./marks.ts";

/** A source, the read position, and the tokens before it. Methods that read return true. */
export class InlineScanner {
  readonly source: string;
  position = 0;
  pending = "";
  #tokens: InlineToken[] = [];

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.position >= this.source.length;
  }

  get tokenCount(): number {
    return this.#tokens.length;
  }

  get lastToken(): InlineToken | undefined {
    return this.#tokens.at(-1);
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    return matchAt(pattern, this.source, this.position);
  }

  readText(length: number): true {
    return this.appendText(this.source.slice(this.position, this.position + length), this.position + length);
  }

  readLine(end: number): true {
    return this.appendText(oneLine(this.source.slice(this.position, end)), end);
  }

  appendText(text: string, end: number): true {
    this.pending += text;
    this.position = end;
    return true;
  }

  flush(): void {
    if (this.pending !== "") this.#tokens.push({ kind: "text", text: this.pending });
    this.pending = "";
  }

  push(token: InlineToken, end: number): true {
    this.flush();
    this.#tokens.push(token);
    this.position = end;
    return true;
  }

  pushNode(node: Inline, end: number): true {
    return this.push({ kind: "node", node }, end);
  }

  removeFrom(from: number): InlineToken[] {
    this.flush();
    if (from > 0) return this.#tokens.splice(from);
    const tokens = this.#tokens;
    this.#tokens = [];
    return tokens;
  }
}
