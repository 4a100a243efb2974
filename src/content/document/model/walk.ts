import type { Block, BlockOf, Inline, Node } from "./model.ts";
import type { ContentRef } from "./references.ts";
import { cellValues, refInCell, resolveTable } from "./table.ts";

/** The references in the cells of a table, and whether each is shown as an image. */
export function* refsInTable(node: BlockOf<"table">): Generator<[ContentRef, boolean]> {
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
