import type { Steps } from "../../../platform/index.ts";
import {
  conditionDepth,
  definitionsIn,
  isContainer,
  type LinkTarget,
  type RawBlock,
} from "../../markdown/syntax/index.ts";
import type { RawFootnote } from "./footnotes.ts";

type Scope = Map<string, LinkTarget>;

/**
 * The link definitions and footnotes of a document. Visitors for whom a condition is false must not see its content through
 * a reference outside it: a link definition in a condition is visible only there, and a footnote in a condition is text.
 */
export class Definitions {
  readonly #footnotes: RawFootnote[] = [];
  readonly #root: Scope = new Map();
  readonly #scopes = new Map<RawBlock, Scope>();
  /** The scopes at the block that is read, from the document to the innermost condition. */
  #visible: readonly Scope[] = [this.#root];
  /** The number of open conditions whose tags are text. */
  #textDepth = 0;
  #size = 0;
  /** Whether a link definition was looked up. */
  isUsed = false;

  /** None if a condition is open as text at the end of the document, where footnotes are written. */
  get footnotes(): readonly RawFootnote[] {
    return this.#textDepth > 0 ? [] : this.#footnotes;
  }

  get textDepth(): number {
    return this.#textDepth;
  }

  /** The link definitions that are visible in the whole document. */
  get ofDocument(): ReadonlyMap<string, LinkTarget> {
    return this.#root;
  }

  /** Collects the definitions in a block, and removes link definitions from their paragraphs. */
  collect(raw: RawBlock, scope = this.#root): void {
    const inner = isCondition(raw) ? new Map<string, LinkTarget>() : scope;
    if (inner !== scope) this.#scopes.set(raw, inner);
    const isHidden = inner !== this.#root || this.#textDepth > 0;
    if (raw.kind === "paragraph" && this.#textDepth === 0) this.#collectLinks(raw.lines, inner);
    for (const line of textBefore(raw)) this.#textDepth = conditionDepth(line, this.#textDepth);
    if (isContainer(raw)) for (const child of raw.children) this.collect(child, inner);
    if (raw.kind === "tag" && !isCondition(raw))
      this.#textDepth = conditionDepth(raw.end ?? "", this.#textDepth);
    // A footnote in which a condition starts as text hides what follows it, so it stays in its place.
    if (raw.kind === "footnote" && !isHidden && this.#textDepth === 0) this.#footnotes.push(raw);
  }

  #collectLinks(lines: string[], scope: Scope): void {
    if (!lines[0]?.startsWith("[")) return;
    const source = lines.join("\n");
    const { definitions, end } = definitionsIn(source);
    for (const { label, target } of definitions) if (!scope.has(label)) scope.set(label, target);
    this.#size += definitions.length;
    if (end > 0) lines.splice(0, lines.length, source.slice(end));
  }

  get size(): number {
    this.isUsed = true;
    return this.#size;
  }

  get(label: string): LinkTarget | undefined {
    this.isUsed = true;
    return this.#visible.findLast((scope) => scope.has(label))?.get(label);
  }

  /** Reads a block with the link definitions in it, if it is a condition. */
  *readIn<T>(raw: RawBlock, read: Steps<T>): Steps<T> {
    const scope = this.#scopes.get(raw);
    return scope === undefined ? yield* read : yield* this.#readWith([...this.#visible, scope], read);
  }

  /** Reads a footnote only with the link definitions of the document, wherever it is referenced. */
  readFootnote<T>(read: Steps<T>): Steps<T> {
    return this.#readWith([this.#root], read);
  }

  *#readWith<T>(scopes: readonly Scope[], read: Steps<T>): Steps<T> {
    const outer = this.#visible;
    this.#visible = scopes;
    const result = yield* read;
    this.#visible = outer;
    return result;
  }
}

/** Whether a block is read as a condition. Without an end tag or an expression, its tags are text. */
function isCondition(raw: RawBlock): boolean {
  return raw.kind === "tag" && raw.tag.name === "if" && raw.end !== undefined && raw.tag.argument !== "";
}

/** The text of a block in which tags of conditions may be unparsed, before that of its children. */
function textBefore(raw: RawBlock): readonly string[] {
  switch (raw.kind) {
    case "paragraph":
    case "math":
      return [raw.lines.join("\n")];
    case "element":
      return /^(?:pre|script|style|textarea)$/.test(raw.name) ? [] : [raw.lines.join("\n")];
    case "heading":
      return [raw.text];
    case "table":
      return [raw.header, ...raw.rows];
    case "tag":
      return isCondition(raw) ? [] : [raw.source];
    default:
      return [];
  }
}
