import { maxLinks } from "../model/index.ts";
import {
  type Block,
  type ContentRef,
  type Document,
  type Fragment,
  type Inline,
  type Node,
  refOfNode,
  type TableData,
} from "./model/index.ts";

/** Whether what is referred to is only mentioned, or is needed to show what refers to it. */
export const relations = ["reference", "dependsOn"] as const;
export type Relation = (typeof relations)[number];

/** A link, an image or anything else in a document that leads to something. */
export interface DocumentLink {
  readonly ref: ContentRef;
  readonly relation: Relation;
  /** The key of the block that it stands in, where that is known. */
  readonly node?: string;
}

/** What is found in a document by itself, wherever it stands. */
export interface DocumentLinks {
  readonly links: readonly DocumentLink[];
  /** The anchors of its headings. */
  readonly anchors: readonly string[];
  /** Whether it shows something else where variables have other values. */
  readonly varies: boolean;
}

/** What shows something that is not in the text itself. */
const needy: ReadonlySet<string> = new Set([
  "inline-image",
  "image",
  "file",
  "drawing",
  "embed",
  "integration",
  "swagger",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "reusable-content",
]);

/** A link that is kept by id: what stands before it in its line, how it is written, and what it leads to. */
export interface LinkById {
  readonly before: string;
  readonly written: string;
  readonly ref: Extract<ContentRef, { kind: "page" | "file" }>;
}

/** Where a document has only text, but a reader would see something: heads of tables, titles of tabs, films. */
function isShownAsText({ before }: LinkById): boolean {
  const isCode = /^(?: {4}|\t)/.test(before);
  return !isCode && /\||<(?:th|video|audio|source|iframe)\b|\{% *tab\b/i.test(before);
}

/** Some of those that are kept by id stand where the document has only text: what they lead to is not forgotten. */
export function collectLinks(document: Document, kept: readonly LinkById[] = []): DocumentLinks {
  const finder = new Finder(new Map(kept.map(({ written, ref }) => [written, ref])));
  for (const block of document.nodes) finder.visit(block, "");
  const found = new Set(finder.links.map(({ ref }) => targetOf(ref)));
  const others = kept.filter((link) => !found.has(targetOf(link.ref)) && isShownAsText(link));
  const links = [...finder.links, ...others.map(({ ref }) => ({ ref, relation: "reference" as const }))];
  return { links: links.slice(0, maxLinks), anchors: finder.anchors, varies: finder.varies };
}

function targetOf(ref: ContentRef): string {
  if (ref.kind === "file") return `file ${ref.file}`;
  return ref.kind === "page" || ref.kind === "anchor" ? `page ${ref.page}` : "";
}

class Finder {
  readonly #kept: ReadonlyMap<string, ContentRef>;
  readonly links: DocumentLink[] = [];
  readonly anchors: string[] = [];
  varies = false;

  constructor(kept: ReadonlyMap<string, ContentRef>) {
    this.#kept = kept;
  }

  visit(node: Node | Fragment, within: string): void {
    if (node.object === "text") return;
    const key = node.object === "block" ? (node.key ?? within) : within;
    if (node.object !== "fragment") this.#take(node, key);
    for (const inner of node.nodes ?? []) this.visit(inner, key);
    if (node.object !== "fragment") for (const inner of node.fragments ?? []) this.visit(inner, key);
  }

  #take(node: Block | Inline, key: string): void {
    const { type, data } = node;
    if (node.object === "block" && node.meta !== undefined) this.anchors.push(node.meta.id);
    if (type === "expression" || type === "if") this.varies = true;
    const relation = needy.has(type) ? "dependsOn" : "reference";
    for (const written of type === "table" ? refsInTable(data) : refsOf(node)) {
      // An address that is shown as it was written is not stored by id.
      const ref = written.kind === "url" ? (this.#kept.get(written.url) ?? written) : written;
      // Files in the cells of a table are shown there.
      const isShown = type === "table" && ref.kind === "file";
      this.links.push({ ref, relation: isShown ? "dependsOn" : relation, node: key });
    }
  }
}

function* refsOf(node: Block | Inline): Generator<ContentRef> {
  const { type, data } = node;
  const ref = refOfNode(node);
  if (ref !== undefined) yield ref;
  if ("refDark" in data && data.refDark !== undefined) yield data.refDark;
  if ((type === "embed" || type === "integration") && data.url) yield { kind: "url", url: data.url };
}

/** Cells may hold references, or lists of the ids of files and users. */
function* refsInTable({ definition, records }: TableData): Generator<ContentRef> {
  for (const { values } of Object.values(records))
    for (const [column, value] of Object.entries(values)) {
      const type = Object.hasOwn(definition, column) ? definition[column]?.type : undefined;
      if (typeof value !== "object" || value === null) continue;
      if ("kind" in value) yield value;
      else if (type === "files") for (const file of value) yield { kind: "file", file };
      else if (type === "users") for (const user of value) yield { kind: "user", user };
    }
}
