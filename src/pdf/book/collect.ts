import type { Block, Inline, Node } from "../../content/document/index.ts";
import {
  addressOf,
  type BlockOf,
  type ContentRef,
  refIn,
  tableOf,
  valuesIn,
} from "../../content/document/index.ts";
import type { OutsideNames } from "./book.ts";
import type { Chapter } from "./chapters.ts";

/** The distinct references of the chapters. */
export interface Named extends OutsideNames {
  readonly files: readonly string[];
  /** References shown as images, by address. */
  readonly pictures: ReadonlyMap<string, ContentRef>;
  /** OpenAPI documents that are files of the space. */
  readonly swagger: ReadonlyMap<string, ContentRef>;
  readonly formulas: readonly string[];
}

const shownAsImages: ReadonlySet<string> = new Set(["image", "inline-image", "drawing"]);

export function collectNames(chapters: readonly Chapter[]): Named {
  const users = new Set<string>();
  const specs = new Set<string>();
  const files = new Set<string>();
  const formulas = new Set<string>();
  const pictures = new Map<string, ContentRef>();
  const swagger = new Map<string, ContentRef>();
  const take = (ref: ContentRef, isImage = false) => {
    if (ref.kind === "user") users.add(ref.user);
    if (ref.kind === "openapi") specs.add(ref.spec);
    if (ref.kind === "file") files.add(ref.file);
    if (isImage) pictures.set(addressOf(ref), ref);
  };
  for (const { record, blocks } of chapters) {
    if (record.cover?.ref !== undefined) take(record.cover.ref, true);
    for (const node of nodesIn(blocks)) {
      const ref = refIn(node);
      if (ref !== undefined) take(ref, shownAsImages.has(node.type));
      if (ref !== undefined && node.type === "swagger") swagger.set(addressOf(ref), ref);
      if (node.type === "math" || node.type === "inline-math") formulas.add(node.data.formula);
      if (node.type === "table") for (const [each, isImage] of refsInTable(node)) take(each, isImage);
    }
  }
  return {
    users: [...users],
    specs: [...specs],
    files: [...files],
    formulas: [...formulas],
    pictures,
    swagger,
  };
}

/** The references in the cells of a table, and whether each is shown as an image. */
function* refsInTable(node: BlockOf<"table">): Generator<[ContentRef, boolean]> {
  const { columns, rows, view } = tableOf(node);
  const cover = view.type === "cards" ? view.coverDefinition : undefined;
  for (const row of rows)
    for (const [i, { id, definition }] of columns.entries()) {
      const value = row[i];
      if (value === undefined || value === null) continue;
      if (definition.type === "users")
        for (const user of valuesIn(value)) yield [{ kind: "user", user }, false];
      else if (definition.type === "files")
        for (const file of valuesIn(value)) yield [{ kind: "file", file }, id === cover];
      else if (typeof value === "object" && "kind" in value)
        yield [value, definition.type === "image" || id === cover];
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
