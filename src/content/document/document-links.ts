import { words } from "../../platform/index.ts";
import { maxLinks } from "../model/index.ts";
import { findUnparsedConditions } from "./evaluate.ts";
import {
  type Block,
  type ContentRef,
  cellValues,
  childrenOf,
  countNodes,
  type Document,
  type Fragment,
  type Inline,
  type Node,
  type RefOf,
  refInCell,
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
  /** The index of the innermost condition of the part with the link. */
  readonly condition?: number;
}

/** A condition of a part of a document. Without an expression, the part is never shown to visitors. */
interface PartCondition {
  readonly expression?: string;
  /** The index of the enclosing condition. */
  readonly within?: number;
}

export interface DocumentLinks {
  readonly links: readonly DocumentLink[];
  readonly anchors: readonly string[];
  /** Whether the text depends on variables or on the visitor. */
  readonly varies: boolean;
  /** The conditions of the parts with links or expressions. Enclosing conditions come first. */
  readonly conditions: readonly PartCondition[];
  /** The distinct expressions in the text. */
  readonly expressions: readonly { readonly expression: string; readonly condition?: number }[];
  /** The number of nodes in the blocks. */
  readonly nodes: number;
}

/** The nodes that display the target of their reference. */
const embeddingTypes: ReadonlySet<string> = new Set([
  ...words("inline-image image file drawing embed integration reusable-content"),
  ...words("swagger openapi-operation openapi-schemas openapi-webhook"),
]);

/** A link that is stored by id: the destination as written, and the target. */
export interface LinkById {
  /** Whether the document model reads the link as text. */
  readonly isInPlainText: boolean;
  readonly written: string;
  readonly ref: RefOf<"page" | "file">;
}

/** Finds the links that the document model reads as text, for example in the title of a tab. */
export class PlainTextScanner {
  readonly #text: string;
  #lineEnd = -1;
  /** The offset from which the current line is read as text. */
  #from = Number.POSITIVE_INFINITY;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether a link at this offset is read as text. Offsets must increase, so that each line is scanned once. */
  contains(at: number): boolean {
    if (at > this.#lineEnd) {
      const start = this.#text.slice(this.#lineEnd + 1, at).lastIndexOf("\n") + this.#lineEnd + 2;
      const end = this.#text.indexOf("\n", at);
      this.#lineEnd = end < 0 ? this.#text.length : end;
      const line = this.#text.slice(start, this.#lineEnd);
      const isCode = /^(?: {4}|\t)/.test(line);
      const match = isCode ? null : /\||<(?:th|video|audio|source|iframe)\b|\{% *tab\b/i.exec(line);
      this.#from = match === null ? Number.POSITIVE_INFINITY : start + match.index + match[0].length;
    }
    return at >= this.#from;
  }
}

/** The links and anchors of a document. Stored links that the document model reads as text are added. */
export function collectLinks(document: Document, stored: readonly LinkById[] = []): DocumentLinks {
  const hidden = findUnparsedConditions(document.nodes);
  const collector = new LinkCollector(hidden, new Map(stored.map(({ written, ref }) => [written, ref])));
  collector.visit(document, "");
  const { links, anchors, varies } = collector;
  const targets = new Set(links.map(({ ref }) => targetOf(ref)));
  const inPlainText = stored.filter((link) => link.isInPlainText && !targets.has(targetOf(link.ref)));
  // It is unknown which conditions apply to these links, so visitors see them only in documents without conditions.
  const scope = collector.hasConditions ? {} : undefined;
  for (const { ref } of inPlainText)
    links.push({ ref, relation: "reference", ...at(collector.indexOf(scope)) });
  return {
    links: links.slice(0, maxLinks),
    anchors,
    varies,
    conditions: collector.conditions,
    expressions: [...collector.expressions.values()],
    nodes: document.nodes.reduce((sum, block) => sum + countNodes(block), 0),
  };
}

function at(condition: number | undefined): { condition?: number } {
  return condition === undefined ? {} : { condition };
}

function targetOf(ref: ContentRef): string {
  if (ref.kind === "file") return `file ${ref.file}`;
  return ref.kind === "page" || ref.kind === "anchor" ? `page ${ref.page}` : "";
}

/** The conditions of the part that is being visited. The innermost one gets an index when it is first needed. */
interface ConditionScope {
  readonly expression?: string;
  readonly enclosing?: ConditionScope | undefined;
  index?: number;
}

class LinkCollector {
  readonly #hidden: ReadonlySet<Block>;
  readonly #stored: ReadonlyMap<string, ContentRef>;
  readonly links: DocumentLink[] = [];
  readonly anchors: string[] = [];
  readonly conditions: PartCondition[] = [];
  readonly expressions = new Map<string, DocumentLinks["expressions"][number]>();
  varies = false;
  hasConditions: boolean;

  /** The blocks in `hidden` are never shown to visitors. */
  constructor(hidden: ReadonlySet<Block>, stored: ReadonlyMap<string, ContentRef>) {
    this.#hidden = hidden;
    this.#stored = stored;
    this.hasConditions = hidden.size > 0;
  }

  visit(node: Document | Node | Fragment, blockKey: string, enclosing?: ConditionScope): void {
    const key = node.object === "block" ? (node.key ?? blockKey) : blockKey;
    const scope = node.object === "block" ? this.#scopeIn(node, enclosing) : enclosing;
    if (node.object === "block" || node.object === "inline") this.#collect(node, key, scope);
    for (const child of childrenOf(node)) this.visit(child, key, scope);
  }

  #scopeIn(block: Block, enclosing: ConditionScope | undefined): ConditionScope | undefined {
    if (this.#hidden.has(block)) return { enclosing };
    if (block.type !== "if") return enclosing;
    this.hasConditions = true;
    return { expression: block.data.expression, enclosing };
  }

  indexOf(scope: ConditionScope | undefined): number | undefined {
    if (scope === undefined || scope.index !== undefined) return scope?.index;
    const within = this.indexOf(scope.enclosing);
    const { expression } = scope;
    scope.index = this.conditions.length;
    this.conditions.push({
      ...(expression !== undefined && { expression }),
      ...(within !== undefined && { within }),
    });
    return scope.index;
  }

  #collect(node: Block | Inline, key: string, scope: ConditionScope | undefined): void {
    const { type, data } = node;
    if (node.object === "block" && node.meta !== undefined) this.anchors.push(node.meta.id);
    if (type === "expression" || type === "if") this.varies = true;
    if (type === "expression") {
      const condition = this.indexOf(scope);
      const { expression } = data;
      this.expressions.set(`${condition} ${expression}`, { expression, ...at(condition) });
    }
    for (const written of type === "table" ? refsInTable(data) : refsOf(node)) {
      // The document model has the written form of some destinations that are stored by id.
      const ref = written.kind === "url" ? (this.#stored.get(written.url) ?? written) : written;
      const isEmbedded = embeddingTypes.has(type) || (type === "table" && ref.kind === "file");
      const relation = isEmbedded ? "dependsOn" : "reference";
      this.links.push({ ref, relation, node: key, ...at(this.indexOf(scope)) });
    }
  }
}

function* refsOf(node: Block | Inline): Generator<ContentRef> {
  const { type, data } = node;
  const ref = refOfNode(node);
  // A button may have no destination.
  const isEmpty = type === "button" && ref?.kind === "url" && ref.url === "";
  if (ref !== undefined && !isEmpty) yield ref;
  if ("refDark" in data && data.refDark !== undefined) yield data.refDark;
  if ((type === "embed" || type === "integration") && data.url) yield { kind: "url", url: data.url };
}

/** The references in cells. Cells of files and users contain lists of ids. */
function* refsInTable({ definition, records }: TableData): Generator<ContentRef> {
  for (const { values } of Object.values(records))
    for (const [column, value] of Object.entries(values)) {
      const type = Object.hasOwn(definition, column) ? definition[column]?.type : undefined;
      const ref = refInCell(value);
      if (ref !== undefined) yield ref;
      else if (typeof value !== "object" || value === null) continue;
      else if (type === "files") for (const file of cellValues(value)) yield { kind: "file", file };
      else if (type === "users") for (const user of cellValues(value)) yield { kind: "user", user };
    }
}
