import type { Emitter } from "highlight.js";
import { escapeHtml } from "../html/index.ts";

/**
 * Writes highlighted code as lines of HTML while it is tokenized. Elements that span several lines are closed at the end of
 * each line and opened again. The emitter of the library would create a tree of all tokens first.
 */
export class LineEmitter implements Emitter {
  readonly #finished: string[] = [];
  readonly #openTags: string[] = [];
  #line = "";

  /** The lines, when the code has been read. */
  get lines(): readonly string[] {
    return [...this.#finished, this.#line];
  }

  addText(text: string): void {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      this.#line += escapeHtml(text.slice(from, at));
      this.#endLine();
      from = at + 1;
    }
    this.#line += escapeHtml(from === 0 ? text : text.slice(from));
  }

  startScope(scope: string): void {
    const tag = startTags.getOrInsertComputed(scope, startTagOf);
    this.#openTags.push(tag);
    this.#line += tag;
  }

  endScope(): void {
    if (this.#openTags.pop() !== undefined) this.#line += "</span>";
  }

  /** The tokenizer calls the methods for scopes by these names, too. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  finalize(): void {
    while (this.#openTags.length > 0) this.endScope();
  }

  __addSublanguage(inner: LineEmitter, language: string | undefined): void {
    if (language) this.startScope(`language:${language}`);
    for (const [i, line] of inner.lines.entries()) {
      if (i > 0) this.#endLine();
      this.#line += line;
    }
    if (language) this.endScope();
  }

  toHTML(): string {
    return this.lines.join("\n");
  }

  #endLine(): void {
    this.#finished.push(this.#line + "</span>".repeat(this.#openTags.length));
    this.#line = this.#openTags.join("");
  }
}

const startTags = new Map<string, string>();

/** The start tag of a scope such as `title.function`, with the classes that the library gives it. */
function startTagOf(scope: string): string {
  const [first = "", ...parts] = scope.split(".");
  const names = [`hljs-${first}`, ...parts.map((part, i) => part + "_".repeat(i + 1))];
  const written = scope.startsWith("language:") ? scope.replace(":", "-") : names.join(" ");
  return `<span class="${written}">`;
}
