import type { Block, BlockOf, Inline, Node } from "./model.ts";
import type { ContentRef } from "./references.ts";
import { type ColumnDefinition, cellValues, refInCell, resolveTable } from "./table.ts";

/** The references in the cells of a table, and whether each is shown as an image. */
export function* refsInTable(node: BlockOf<"table">): Generator<[ContentRef, boolean]> {
  if (!Object.values(node.data.definition).some(mayHaveRefs)) return;
  const { columns, rows, view } = resolveTable(node);
  const cover = view.type === "cards" ? view.coverDefinition : undefined;
  for (const row of rows)
    for (const [i, { id, definition }] of columns.entries()) {
      const value = row[i];
      if (value === undefined || value === null || !mayHaveRefs(definition)) continue;
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

/** Whether the values of a column can be references. Those in text are in the fragments of its cells. */
function mayHaveRefs({ type }: ColumnDefinition): boolean {
  return type !== "text";
}

/** All blocks and inlines in document order. */
export function* nodesIn(nodes: readonly Node[]): Generator<Block | Inline> {
  // A stack instead of nested generators, which would pass on every node once for each level.
  const pending: (Block | Inline)[] = [];
  pushReversed(pending, nodes);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    const { fragments } = node;
    if (fragments !== undefined)
      for (let i = fragments.length - 1; i >= 0; i--) pushReversed(pending, fragments[i]?.nodes);
    pushReversed(pending, node.nodes);
  }
}

function pushReversed(pending: (Block | Inline)[], nodes: readonly Node[] = []): void {
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    if (node !== undefined && node.object !== "text") pending.push(node);
  }
}
