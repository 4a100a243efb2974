import type { RawBlock } from "../../markdown/syntax/index.ts";
import {
  annotation,
  type Block,
  type ContentRef,
  isFootnoteNumber,
  leaf,
  type Node,
  type Text,
  text,
  toLinkText,
} from "../model/index.ts";
import type { InlineContext } from "./context.ts";
import type { InlineScanner } from "./inline-scanner.ts";

export type RawFootnote = Extract<RawBlock, { kind: "footnote" }>;

interface Footnote {
  readonly raw: RawFootnote;
  number?: number;
  body?: readonly Block[];
  size?: number;
  references: number;
}

/** The maximum total length of JSON that repeated references to footnotes may add to a document. */
export const maxRepeatedFootnoteSize = 65_536;

/** The footnotes of a document, numbered in the order of their first references. */
export class Footnotes {
  readonly #all = new Map<string, Footnote>();
  readonly #build: (children: readonly RawBlock[]) => readonly Block[];
  readonly #byBody = new Map<readonly Block[], Footnote>();
  #count = 0;
  #repeatedSize = 0;

  constructor(build: (children: readonly RawBlock[]) => readonly Block[]) {
    this.#build = build;
  }

  define(raw: RawFootnote): void {
    this.#all.getOrInsertComputed(raw.label.toLowerCase(), () => ({ raw, references: 0 }));
  }

  /** References a footnote. Undefined if it is not defined, or if repeating its body would exceed the limit. */
  reference(label: string): { number: number; body: readonly Block[] } | undefined {
    const note = this.#all.get(label.toLowerCase());
    if (note === undefined) return undefined;
    if (note.body !== undefined) {
      note.size ??= JSON.stringify(note.body).length;
      this.#repeatedSize += note.size;
      if (this.#repeatedSize > maxRepeatedFootnoteSize) return undefined;
    }
    note.body ??= this.#build(note.raw.children);
    note.number ??= ++this.#count;
    note.references++;
    this.#byBody.set(note.body, note);
    return { number: note.number, body: note.body };
  }

  release(body: readonly Block[]): void {
    const note = this.#byBody.get(body);
    if (note !== undefined) note.references--;
  }

  referenced(): { label: string; body: readonly Block[] }[] {
    return [...this.#all.values()].flatMap(({ raw, body, references }) =>
      body === undefined || references === 0 ? [] : { label: raw.label, body },
    );
  }

  /** Whether a footnote has no references. Only the first of several footnotes with the same label can be referenced. */
  isUnused(raw: RawFootnote): boolean {
    const note = this.#all.get(raw.label.toLowerCase());
    return note?.raw !== raw || note.references === 0;
  }
}

export const footnoteAnchorPrefix = "user-content-fn-";

/**
 * Reads a footnote reference. In `[text](#user-content-fn-a)[^a]` the footnote annotates the text, otherwise its own
 * number.
 */
export function readFootnoteReference(scanner: InlineScanner, context: InlineContext): boolean {
  const [matched, label = ""] = scanner.match(/\[\^([^\s[\]^]{1,128})\]/y) ?? [];
  const note = matched === undefined ? undefined : context.referenceFootnote(label);
  if (matched === undefined || note === undefined) return false;
  scanner.flush();
  const end = scanner.position + matched.length;
  const before = scanner.lastToken?.kind === "node" ? scanner.lastToken.node : undefined;
  const ref = JSON.stringify({ kind: "anchor", anchor: footnoteAnchorPrefix + label }).toLowerCase();
  if (before?.type === "link" && JSON.stringify(before.data.ref).toLowerCase() === ref) {
    scanner.removeFrom(scanner.tokenCount - 1);
    return scanner.pushNode(annotation(toAnnotationText(before.nodes ?? []), note.body), end);
  }
  const number = leaf(String(note.number), [{ object: "mark", type: "superscript" }]);
  return scanner.pushNode(annotation([text(number)], note.body), end);
}

/** References the footnote that a link points to; undefined for other links. */
export function footnoteOf(
  ref: ContentRef,
  context: InlineContext,
): ReturnType<InlineContext["referenceFootnote"]> {
  if (ref.kind !== "anchor" || !ref.anchor.startsWith(footnoteAnchorPrefix)) return undefined;
  return context.referenceFootnote(ref.anchor.slice(footnoteAnchorPrefix.length));
}

export function toAnnotationText(nodes: readonly Node[]): Text[] {
  const texts = toLinkText(nodes).filter((node) => node.object === "text");
  return texts.length === 0 ? [text(leaf(""))] : texts;
}

/** Replaces annotations with their text where annotations are not allowed, and releases their footnotes. */
export function withoutAnnotations(nodes: readonly Node[], context: InlineContext): Node[] {
  return nodes.flatMap((node) => {
    if (node.object !== "inline" || node.type !== "annotation") return node;
    context.releaseFootnote(node.fragments?.[0]?.nodes ?? []);
    return isFootnoteNumber(node) ? [] : [...(node.nodes ?? [])];
  });
}
