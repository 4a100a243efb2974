import type { RawBlock } from "../../markdown/syntax/index.ts";
import {
  annotation,
  type Block,
  type ContentRef,
  isFootnoteNumber,
  leaf,
  type Mark,
  type Node,
  type Text,
  text,
  toLinkText,
} from "../model/index.ts";
import type { InlineScanner } from "./inline-list.ts";
import type { InlineContext } from "./reading.ts";

type RawFootnote = Extract<RawBlock, { kind: "footnote" }>;

interface Footnote {
  readonly raw: RawFootnote;
  number?: number;
  body?: readonly Block[];
  size?: number;
  /** How many annotations of the document have its body. */
  references?: number;
}

/** How much longer a document may become by footnotes that are referred to more than once, in JSON. */
export const maxRepeatedFootnoteSize = 65_536;

/** The footnotes of a document, numbered in the order in which they are first referred to. */
export class Footnotes {
  readonly #all = new Map<string, Footnote>();
  readonly #build: (children: readonly RawBlock[]) => readonly Block[];
  readonly #byBody = new Map<readonly Block[], Footnote>();
  #count = 0;
  #repeated = 0;

  constructor(build: (children: readonly RawBlock[]) => readonly Block[]) {
    this.#build = build;
  }

  /** The first of a name counts. */
  define(raw: RawFootnote): void {
    this.#all.getOrInsertComputed(raw.label.toLowerCase(), () => ({ raw }));
  }

  /** The number and the body of one. Its body is there again at every reference, as long as that is not too much. */
  refer(label: string): { number: number; body: readonly Block[] } | undefined {
    const note = this.#all.get(label.toLowerCase());
    if (note === undefined) return undefined;
    if (note.body !== undefined) {
      note.size ??= JSON.stringify(note.body).length;
      this.#repeated += note.size;
      if (this.#repeated > maxRepeatedFootnoteSize) return undefined;
    }
    note.body ??= this.#build(note.raw.children);
    note.number ??= ++this.#count;
    note.references = (note.references ?? 0) + 1;
    this.#byBody.set(note.body, note);
    return { number: note.number, body: note.body };
  }

  /** An annotation with this body is left out after all: it stands where there can be none. */
  release(body: readonly Block[]): void {
    const note = this.#byBody.get(body);
    if (note?.references !== undefined) note.references--;
  }

  /** Those to which something refers. */
  used(): { label: string; body: readonly Block[] }[] {
    return [...this.#all.values()].flatMap(({ raw, body, references = 0 }) =>
      body === undefined || references === 0 ? [] : { label: raw.label, body },
    );
  }

  /** Whether nothing refers to it: also where another one of its name comes first. */
  isUnused(raw: RawFootnote): boolean {
    const note = this.#all.get(raw.label.toLowerCase());
    return note?.raw !== raw || (note.references ?? 0) === 0;
  }
}

const reference = /\[\^([^\s[\]^]{1,128})\]/y;
const superscript: Mark = { object: "mark", type: "superscript" };

/** Reads a reference to a footnote, if one is here. It annotates the link to it that stands before; else its own number. */
export function readFootnoteReference(list: InlineScanner, context: InlineContext): boolean {
  const [whole, label = ""] = list.match(reference) ?? [];
  const note = whole === undefined ? undefined : context.footnote(label);
  if (whole === undefined || note === undefined) return false;
  list.flush();
  const before = list.last?.kind === "node" ? list.last.node : undefined;
  const itsLink = JSON.stringify({ kind: "anchor", anchor: footnoteAnchorPrefix + label }).toLowerCase();
  const end = list.at + whole.length;
  if (before?.type === "link" && JSON.stringify(before.data.ref).toLowerCase() === itsLink) {
    list.cut(list.length - 1);
    list.pushNode(annotation(toAnnotationText(before.nodes ?? []), note.body), end);
  } else list.pushNode(annotation([text(leaf(String(note.number), [superscript]))], note.body), end);
  return true;
}

/** What a link to a footnote begins with, before the name of that. */
export const footnoteAnchorPrefix = "user-content-fn-";

/** The footnote that a link leads to. */
export function footnoteOf(ref: ContentRef, context: InlineContext): ReturnType<InlineContext["footnote"]> {
  if (ref.kind !== "anchor" || !ref.anchor.startsWith(footnoteAnchorPrefix)) return undefined;
  return context.footnote(ref.anchor.slice(footnoteAnchorPrefix.length));
}

/** The words that are annotated. */
export function toAnnotationText(nodes: readonly Node[]): Text[] {
  const texts = toLinkText(nodes).filter((node) => node.object === "text");
  return texts.length === 0 ? [text(leaf(""))] : texts;
}

/** The nodes without annotations, for places that cannot hold one: the words stay, and so do the notes, elsewhere. */
export function withoutAnnotations(nodes: readonly Node[], context: InlineContext): Node[] {
  return nodes.flatMap((node) => {
    if (node.object !== "inline" || node.type !== "annotation") return node;
    context.releaseNote(node.fragments?.[0]?.nodes ?? []);
    return isFootnoteNumber(node) ? [] : [...(node.nodes ?? [])];
  });
}
