import {
  type Block,
  type Inline,
  type Node,
  nonEmptyBlocks,
  paragraph,
  textOf as textNode,
} from "../../content/document/index.ts";
import { mergeMarks, readMarkdown } from "../../content/document/read/index.ts";
import { type JsonObject, resolvePointer } from "../document/index.ts";
import { own, textOf } from "./json-values.ts";
import { emptySchema, maxReferenceLength, type ResolvedSchema, resolveSchema } from "./resolved-schema.ts";

/** Limits for describing one operation, webhook or set of schemas: a hostile document can expand exponentially. */
const maxSchemas = 200_000;
const maxFields = 10_000;
const maxMarkdownLength = 500_000;
const maxReferenceChain = 20;

/** Reads a document while one part of it is described: resolves references and enforces limits. */
export class DocumentReader {
  readonly document: unknown;
  readonly #targets = new Map<string, unknown>();
  readonly #schemas = new Map<JsonObject, ResolvedSchema>();
  readonly #keys = new Map<JsonObject, readonly string[]>();
  #schemasLeft: number;
  #markdownLeft = maxMarkdownLength;
  /** The number of fields that may still be listed. */
  fieldsLeft = maxFields;

  constructor(document: unknown, schemasLeft = maxSchemas) {
    this.document = document;
    this.#schemasLeft = schemasLeft;
  }

  /** The target of a reference within the document. */
  target(ref: string): unknown {
    if (!ref.startsWith("#") || ref.length > maxReferenceLength) return undefined;
    if (!this.#targets.has(ref)) this.#targets.set(ref, resolvePointer(this.document, ref));
    return this.#targets.get(ref);
  }

  /** Follows a chain of references. Schemas, which may have keywords beside `$ref`, use `schema` instead. */
  resolve(value: unknown): unknown {
    let current = value;
    for (let steps = 0; steps < maxReferenceChain; steps++) {
      const ref = own(current, "$ref");
      if (typeof ref !== "string") return current;
      current = this.target(ref);
    }
    return undefined;
  }

  schema(schema: JsonObject): ResolvedSchema {
    const cached = this.#schemas.get(schema);
    if (cached !== undefined) return cached;
    if (this.#schemasLeft <= 0) return emptySchema(schema);
    const resolved = resolveSchema(schema, (ref) => this.target(ref));
    this.#schemasLeft -= resolved.subschemas.length;
    this.#schemas.set(schema, resolved);
    return resolved;
  }

  /** The first keys of an object. Cached, since hostile documents refer to large objects many times. */
  keysOf(object: JsonObject | undefined, maxKeys: number): readonly string[] {
    if (object === undefined) return [];
    const keys = this.#keys.get(object) ?? Object.keys(object);
    this.#keys.set(object, keys);
    return keys.slice(0, maxKeys);
  }

  /** Converts the Markdown of a `description` field to blocks. Omits it once the total length is used up. */
  describe(value: unknown, maxLength: number): { readonly description?: readonly Block[] } {
    const remaining = this.#markdownLeft;
    const markdown = remaining > 0 ? textOf(value, Math.min(maxLength, remaining)) : undefined;
    if (markdown === undefined) return {};
    this.#markdownLeft -= markdown.length;
    const description = readDescription(markdown);
    return description.length === 0 ? {} : { description };
  }
}

/** Blocks that embed other content. With them, an operation could embed itself endlessly. */
const embeddingBlocks: ReadonlySet<string> = new Set([
  "swagger",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "reusable-content",
  "integration",
]);

/** Converts a Markdown description to blocks. Embedding blocks are removed, and headings become bold paragraphs. */
function readDescription(markdown: string): Block[] {
  return readMarkdown(markdown).flatMap(convertBlock);
}

function convertBlock(block: Block): Block[] {
  if (embeddingBlocks.has(block.type)) return [];
  if (block.type.startsWith("heading-"))
    return [paragraph((block.nodes ?? []).flatMap(convertNode).map(makeBold))];
  return [convertChildren(block)];
}

function convertNode(node: Node): Node[] {
  if (node.object === "block") return convertBlock(node);
  return node.object === "text" ? [node] : [convertChildren(node)];
}

function convertChildren<T extends Block | Inline>(node: T): T {
  const { nodes, fragments } = node;
  return {
    ...node,
    ...(nodes && { nodes: nodes.flatMap(convertNode) }),
    ...(fragments && {
      fragments: fragments.map((fragment) => ({
        ...fragment,
        nodes: nonEmptyBlocks(fragment.nodes.flatMap(convertBlock)),
      })),
    }),
  };
}

function makeBold(node: Node): Node {
  if (node.object !== "text") return node;
  const bold = { object: "mark", type: "bold" } as const;
  return textNode(node.leaves.map((leaf) => ({ ...leaf, marks: mergeMarks(leaf.marks, [bold]) })));
}
