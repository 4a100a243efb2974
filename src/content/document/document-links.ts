import { words } from "../../platform/index.ts";
import { maxLinks } from "../model/index.ts";
import {
  type Block,
  type ContentRef,
  childrenOf,
  type Document,
  type Fragment,
  type Inline,
  type Node,
  type RefOf,
  refOfNode,
  type TableData,
} from "./model/index.ts";

/** Whether the target of a link is only mentioned, or is needed to display the document. */
export const relations = ["reference", "dependsOn"] as const;
export type Relation = (typeof relations)[number];

export interface DocumentLink {
  readonly ref: ContentRef;
  readonly relation: Relation;
  /** The key of the block with the link, if it is known. */
  readonly node?: string;
}

export interface DocumentLinks {
  readonly links: readonly DocumentLink[];
  readonly anchors: readonly string[];
  /** Whether the text depends on variables or on the visitor. */
  readonly varies: boolean;
}

/** The nodes that display the target of their reference. */
const embeddingTypes: ReadonlySet<string> = new Set([
  ...words("inline-image image file drawing embed integration reusable-content"),
  ...words("swagger openapi-operation openapi-schemas openapi-webhook"),
]);

/** A link that is stored by id: the text before it on its line, the destination as written, and the target. */
export interface LinkById {
  readonly before: string;
  readonly written: string;
  readonly ref: RefOf<"page" | "file">;
}

/** Whether the document model reads the link as text, for example in the header of a table. */
function isInPlainText({ before }: LinkById): boolean {
  const isCode = /^(?: {4}|\t)/.test(before);
  return !isCode && /\||<(?:th|video|audio|source|iframe)\b|\{% *tab\b/i.test(before);
}

/** The links and anchors of a document. Stored links that the document model reads as text are added. */
export function collectLinks(document: Document, stored: readonly LinkById[] = []): DocumentLinks {
  const collector = new LinkCollector(new Map(stored.map(({ written, ref }) => [written, ref])));
  collector.visit(document, "");
  const { links, anchors, varies } = collector;
  const targets = new Set(links.map(({ ref }) => targetOf(ref)));
  for (const link of stored)
    if (!targets.has(targetOf(link.ref)) && isInPlainText(link))
      links.push({ ref: link.ref, relation: "reference" });
  return { links: links.slice(0, maxLinks), anchors, varies };
}

function targetOf(ref: ContentRef): string {
  if (ref.kind === "file") return `file ${ref.file}`;
  return ref.kind === "page" || ref.kind === "anchor" ? `page ${ref.page}` : "";
}

class LinkCollector {
  readonly #stored: ReadonlyMap<string, ContentRef>;
  readonly links: DocumentLink[] = [];
  readonly anchors: string[] = [];
  varies = false;

  constructor(stored: ReadonlyMap<string, ContentRef>) {
    this.#stored = stored;
  }

  visit(node: Document | Node | Fragment, blockKey: string): void {
    const key = node.object === "block" ? (node.key ?? blockKey) : blockKey;
    if (node.object === "block" || node.object === "inline") this.#collect(node, key);
    for (const child of childrenOf(node)) this.visit(child, key);
  }

  #collect(node: Block | Inline, key: string): void {
    const { type, data } = node;
    if (node.object === "block" && node.meta !== undefined) this.anchors.push(node.meta.id);
    if (type === "expression" || type === "if") this.varies = true;
    for (const written of type === "table" ? refsInTable(data) : refsOf(node)) {
      // The document model has the written form of some destinations that are stored by id.
      const ref = written.kind === "url" ? (this.#stored.get(written.url) ?? written) : written;
      const isEmbedded = embeddingTypes.has(type) || (type === "table" && ref.kind === "file");
      this.links.push({ ref, relation: isEmbedded ? "dependsOn" : "reference", node: key });
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

/** The references in cells. Cells of files and users contain lists of ids. */
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
