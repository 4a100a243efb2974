import { StepCounter, type Steps } from "../../platform/index.ts";
import {
  type Block,
  type BlockOf,
  type Column,
  type Fragment,
  type Node,
  resolveTable,
} from "../document/index.ts";
import { canonicalize } from "../model/index.ts";
import { cellContent } from "./table-cells.ts";

const nodesPerStep = 500;

/**
 * Gives blocks with the same content the same short string. Keys are ignored, as are the ids in tables, which are derived
 * from the content.
 */
export class Identities {
  readonly #numbers = new Map<string, string>();
  readonly #known = new Map<object, string>();
  readonly #counter = new StepCounter(nodesPerStep);

  *ofAll(blocks: readonly Block[]): Steps<string[]> {
    const identities: string[] = [];
    for (const block of blocks) identities.push(yield* this.of(block));
    return identities;
  }

  *of(block: Block): Steps<string> {
    const known = this.#known.get(block);
    if (known !== undefined) return known;
    if (this.#counter.isComplete()) yield;
    const identity = this.intern(
      block.type === "table" ? yield* this.#table(block) : yield* this.#block(block),
    );
    this.#known.set(block, identity);
    return identity;
  }

  intern(text: string): string {
    return this.#numbers.getOrInsertComputed(text, () => String(this.#numbers.size));
  }

  *#block({ type, data, nodes, fragments }: Block): Steps<string> {
    const children = nodes && (yield* this.#nodes(nodes));
    const parts = fragments && (yield* this.#fragments(fragments));
    return JSON.stringify([type, canonicalize(data), children, parts]);
  }

  *#fragments(fragments: readonly Fragment[]): Steps<unknown[]> {
    const parts: unknown[] = [];
    for (const { fragment, nodes } of fragments) parts.push([fragment, yield* this.ofAll(nodes)]);
    return parts;
  }

  *#nodes(nodes: readonly Node[]): Steps<unknown[]> {
    const children: unknown[] = [];
    for (const node of nodes) {
      if (node.object === "block") children.push(yield* this.of(node));
      else if (node.object === "text") children.push(node.leaves.map(({ text, marks }) => [text, marks]));
      else children.push(yield* this.ofInline(node));
    }
    return children;
  }

  /** An inline node, with the blocks of its annotation. */
  *ofInline(node: Exclude<Node, Block | { object: "text" }>): Steps<string> {
    const { type, data, nodes, fragments } = node;
    const children = nodes && (yield* this.#nodes(nodes));
    const parts = fragments && (yield* this.#fragments(fragments));
    return this.intern(JSON.stringify(["inline", type, canonicalize(data), children, parts]));
  }

  *#table(block: BlockOf<"table">): Steps<string> {
    const table = resolveTable(block);
    const columns: string[] = [];
    for (const column of table.columns) columns.push(yield* this.ofColumn(column));
    const rows: string[] = [];
    for (const row of table.rows) {
      const cells: unknown[] = [];
      for (const [i, column] of table.columns.entries())
        cells.push(yield* this.ofCell(cellContent(table, column, row[i])));
      rows.push(this.intern(JSON.stringify(cells)));
    }
    return JSON.stringify(["table", settingsOf(block), columns, rows]);
  }

  *ofColumn({ definition: { id: _, ...definition }, header, isShown }: Column): Steps<string> {
    const nodes = header && (yield* this.#nodes(header));
    return this.intern(JSON.stringify(["column", canonicalize(definition), nodes, isShown]));
  }

  *ofCell(content: ReturnType<typeof cellContent>): Steps<string> {
    if (content === undefined) return "";
    if ("value" in content) return this.intern(`value ${JSON.stringify(canonicalize(content.value))}`);
    return this.intern(`blocks ${(yield* this.ofAll(content.blocks)).join(" ")}`);
  }
}

/** What a table has beside its columns and rows, without ids. */
export function settingsOf({ data }: BlockOf<"table">): string {
  const { view, definition, fullWidth, search } = data;
  const titleOf = (id: string) => definition[id]?.title;
  const named = Object.entries(view).map(([name, value]) => {
    if (name === "columns") return [];
    if (name === "columnWidths")
      return [name, Object.entries(value as object).map(([id, width]) => [titleOf(id), width])];
    return [name, name.includes("Definition") ? titleOf(String(value)) : value];
  });
  return JSON.stringify([named, fullWidth ?? false, search ?? null]);
}
