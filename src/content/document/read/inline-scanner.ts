import { matchAt, oneLine } from "../../markdown/syntax/index.ts";
import type { Inline } from "../model/index.ts";
import type { InlineToken } from "./marks.ts";

/** A source, the read position, and the tokens before it. The methods that return true report that they read a token. */
export class InlineScanner {
  readonly source: string;
  at = 0;
  pending = "";
  #tokens: InlineToken[] = [];

  constructor(source: string) {
    this.source = source;
  }

  get length(): number {
    return this.#tokens.length;
  }

  get last(): InlineToken | undefined {
    return this.#tokens.at(-1);
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    return matchAt(pattern, this.source, this.at);
  }

  literal(length: number): true {
    return this.text(this.source.slice(this.at, this.at + length), this.at + length);
  }

  raw(end: number): true {
    return this.text(oneLine(this.source.slice(this.at, end)), end);
  }

  text(text: string, end: number): true {
    this.pending += text;
    this.at = end;
    return true;
  }

  flush(): void {
    if (this.pending !== "") this.#tokens.push({ kind: "text", text: this.pending });
    this.pending = "";
  }

  push(token: InlineToken, end: number): true {
    this.flush();
    this.#tokens.push(token);
    this.at = end;
    return true;
  }

  pushNode(node: Inline, end: number): true {
    return this.push({ kind: "node", node }, end);
  }

  cut(from: number): InlineToken[] {
    this.flush();
    return this.#tokens.splice(from);
  }
}
