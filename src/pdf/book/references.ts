import {
  type Block,
  type BlockOf,
  type ContentRef,
  cellValues,
  destinationOf,
  type Inline,
  type Node,
  refInCell,
  refOfNode,
  resolveTable,
} from "../../content/document/index.ts";
import type { ReferenceResolver, ReferenceTarget } from "../../content/links/index.ts";
import type { ExternalNames } from "./book.ts";
import { branchesIn, type Chapters } from "./chapters.ts";

export interface BookReferences extends ExternalNames {
  resolve(ref: ContentRef, page: string): ReferenceTarget;
  /** The targets that are shown as images, by URL. */
  readonly images: ReadonlyMap<string, ReferenceTarget>;
  /** OpenAPI documents that are files of the space, by URL. */
  readonly openapiFiles: ReadonlyMap<string, ReferenceTarget>;
  readonly formulas: readonly string[];
}

const imageTypes: ReadonlySet<string> = new Set(["image", "inline-image", "drawing"]);

/** Collects and resolves the references of the chapters and of the table of contents. */
export async function collectReferences(
  { chapters, tree }: Pick<Chapters, "chapters" | "tree">,
  resolver: ReferenceResolver,
): Promise<BookReferences> {
  const [users, specs, formulas] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const targets = new Map<string, ReferenceTarget>();
  const images = new Map<string, ReferenceTarget>();
  const openapiFiles = new Map<string, ReferenceTarget>();
  const keyOf = (ref: ContentRef, page: string) => `${page} ${JSON.stringify(ref)}`;
  const add = async (ref: ContentRef, page: string, isImage = false): Promise<ReferenceTarget> => {
    const target = await resolver.resolve(ref, page);
    targets.set(keyOf(ref, page), target);
    if (target.ref.kind === "user") users.add(target.ref.user);
    if (target.ref.kind === "openapi") specs.add(target.ref.spec);
    if (isImage) images.set(destinationOf(target.ref), target);
    return target;
  };
  for (const { id, record } of branchesIn(tree)) if (record.target) await add(record.target, id);
  for (const { id, record, blocks } of chapters) {
    if (record.cover?.ref !== undefined) await add(record.cover.ref, id, true);
    for (const node of nodesIn(blocks)) {
      const ref = refOfNode(node);
      const target = ref && (await add(ref, id, imageTypes.has(node.type)));
      if (target && node.type === "swagger") openapiFiles.set(destinationOf(target.ref), target);
      if (node.type === "math" || node.type === "inline-math") formulas.add(node.data.formula);
      if (node.type === "table")
        for (const [cellRef, isImage] of refsInTable(node)) await add(cellRef, id, isImage);
    }
  }
  return {
    users: [...users],
    specs: [...specs],
    formulas: [...formulas],
    resolve: (ref, page) => targets.get(keyOf(ref, page)) ?? { ref, status: "external" },
    images,
    openapiFiles,
  };
}

/** The references in the cells of a table, and whether each is shown as an image. */
function* refsInTable(node: BlockOf<"table">): Generator<[ContentRef, boolean]> {
  const { columns, rows, view } = resolveTable(node);
  const cover = view.type === "cards" ? view.coverDefinition : undefined;
  for (const row of rows)
    for (const [i, { id, definition }] of columns.entries()) {
      const value = row[i];
      if (value === undefined || value === null) continue;
      if (definition.type === "users")
        for (const user of cellValues(value)) yield [{ kind: "user", user }, false];
      else if (definition.type === "files")
        for (const file of cellValues(value)) yield [{ kind: "file", file }, id === cover];
      else {
        const ref = refInCell(value);
        if (ref !== undefined) yield [ref, definition.type === "image" || id === cover];
      }
    }
}

/** All blocks and inlines in document order. */
export function* nodesIn(nodes: readonly Node[]): Generator<Block | Inline> {
  for (const node of nodes) {
    if (node.object === "text") continue;
    yield node;
    if (node.nodes !== undefined) yield* nodesIn(node.nodes);
    for (const { nodes: inner } of node.fragments ?? []) yield* nodesIn(inner);
  }
}
