import type { EditedBlock, TableColumnDiff, TableDiff } from "../../content/block-diff/index.ts";
import {
  type Block,
  type BlockOf,
  type CellValue,
  type Column,
  cellValues,
  type Fragment,
  leaf,
  paragraph,
  textOf,
} from "../../content/document/index.ts";
import type { Mark, MarkedBlocks } from "./marked-blocks.ts";

type TableData = BlockOf<"table">["data"];
type CellDiff = TableDiff["rows"][number]["cells"][number];
type Content = NonNullable<CellDiff["before"]>;

/** A table with the columns and rows of both versions, or of one of them, and with marks in its cells. */
export function markTable(edit: EditedBlock, table: TableDiff, marked: MarkedBlocks): Block {
  const shown = (marked.version === "before" ? edit.before : edit.after) as BlockOf<"table">;
  const builder = new TableBuilder(marked, table);
  const columns = table.columns.flatMap((column, i) =>
    builder.isHidden(column.change) ? [] : [{ column, i }],
  );
  const definition: Record<string, TableData["definition"][string]> = {};
  for (const { column, i } of columns) definition[idOf(i)] = builder.defineColumn(column, i);
  const records: Record<string, TableData["records"][string]> = {};
  for (const [r, row] of table.rows.entries()) {
    if (builder.isHidden(row.change)) continue;
    const values: Record<string, CellValue> = {};
    for (const { column, i } of columns) {
      const cell = row.cells[i];
      const value = cell && builder.addCell(cell, column, `${r}:${i}`, i);
      if (value !== undefined) values[idOf(i)] = value;
    }
    records[`r${r}`] = { orderIndex: String(r).padStart(8, "0"), values };
  }
  const view = renameColumns(shown.data.view, columns, marked.version);
  return { ...shown, data: { ...shown.data, view, definition, records }, fragments: builder.fragments };
}

function idOf(index: number): string {
  return `c${index}`;
}

interface PlacedColumn {
  readonly column: TableColumnDiff;
  readonly i: number;
}

/** The layout of the shown version, with the ids of the columns here. */
function renameColumns(
  view: TableData["view"],
  columns: readonly PlacedColumn[],
  version: MarkedBlocks["version"],
): TableData["view"] {
  const isShown = ({ before, after }: TableColumnDiff) =>
    (version === "before" ? before : (after ?? before))?.isShown;
  const ids = columns.filter(({ column }) => isShown(column)).map(({ i }) => idOf(i));
  const newId = (id: string | undefined) => {
    const found = columns.find(
      ({ column }) => (version === "before" ? column.before : column.after)?.id === id,
    );
    return found && idOf(found.i);
  };
  if (view.type === "grid") {
    const widths = Object.entries(view.columnWidths ?? {}).map(([id, width]) => [newId(id) ?? "", width]);
    return { ...view, columns: ids, columnWidths: Object.fromEntries(widths) };
  }
  const { targetDefinition, coverDefinition, coverDefinitionDark, ...rest } = view;
  const [target, cover, dark] = [targetDefinition, coverDefinition, coverDefinitionDark].map(newId);
  return {
    ...{ ...rest, columns: ids },
    ...(target !== undefined && { targetDefinition: target }),
    ...(cover !== undefined && { coverDefinition: cover }),
    ...(dark !== undefined && { coverDefinitionDark: dark }),
  };
}

class TableBuilder {
  readonly fragments: Fragment[] = [];
  readonly #marked: MarkedBlocks;
  /** The columns whose values are written as text, so that both versions of a value can be in a cell. */
  readonly #asText: ReadonlySet<number>;

  constructor(marked: MarkedBlocks, { columns, rows }: TableDiff) {
    this.#marked = marked;
    const isMixed = (i: number) =>
      columns[i]?.change === "edited" ||
      rows.some(
        ({ change, cells }) =>
          change !== "unchanged" && hasValue(cells[i]) && cells[i]?.change !== "unchanged",
      );
    this.#asText = new Set(marked.version === "both" ? [...columns.keys()].filter(isMixed) : []);
  }

  isHidden(change: string): boolean {
    const { version } = this.#marked;
    return (version === "before" && change === "added") || (version === "after" && change === "removed");
  }

  defineColumn({ change, before, after }: TableColumnDiff, index: number): TableData["definition"][string] {
    const column = (this.#marked.version === "before" ? before : after) ?? before ?? after;
    const title = column?.title ?? "";
    const mark = markOf(change);
    const header = column?.header ?? [textOf([leaf(title)])];
    if (column?.header !== undefined || (mark !== undefined && title !== ""))
      this.#add(`header:${idOf(index)}`, [paragraph(mark ? this.#marked.markNodes(header, mark) : header)]);
    const isText = this.#asText.has(index) || column === undefined;
    const type = isText ? { type: "text" as const, textAlignment: "left" as const } : column.definition;
    return { ...type, id: idOf(index), title };
  }

  /** Adds the content of a cell, and returns its value. */
  addCell(cell: CellDiff, column: TableColumnDiff, name: string, index: number): CellValue | undefined {
    const { version } = this.#marked;
    const { change, before, after, blocks } = cell;
    if (change === "edited" && blocks !== undefined && version !== undefined)
      return this.#add(name, this.#marked.build(blocks));
    const parts: [Content | undefined, Mark | undefined, Column | undefined][] = [];
    if (change === "unchanged") parts.push([after ?? before, undefined, column.after ?? column.before]);
    else {
      if (version !== "after") parts.push([before, "removed", column.before]);
      if (version !== "before") parts.push([after, "added", column.after]);
    }
    const present = parts.filter(([content]) => content !== undefined);
    const [first] = present;
    if (first === undefined) return undefined;
    const [content] = first;
    if (content !== undefined && "value" in content && !this.#asText.has(index)) return content.value;
    return this.#add(
      name,
      present.flatMap(([part, mark, own]) => this.#blocksOf(part as Content, mark, own)),
    );
  }

  #blocksOf(content: Content, mark: Mark | undefined, column: Column | undefined): Block[] {
    const blocks: readonly Block[] =
      "blocks" in content
        ? content.blocks
        : [paragraph([textOf([leaf(textOfValue(content.value, column))])])];
    return mark === undefined ? [...blocks] : blocks.map((block) => this.#marked.mark(block, mark));
  }

  #add(fragment: string, nodes: readonly Block[]): string {
    this.fragments.push({ object: "fragment", type: "table-cell", fragment, nodes });
    return fragment;
  }
}

function hasValue(cell: CellDiff | undefined): boolean {
  return [cell?.before, cell?.after].some((content) => content !== undefined && "value" in content);
}

function markOf(change: string): Mark | undefined {
  return change === "added" || change === "removed" ? change : undefined;
}

function textOfValue(value: CellValue, column: Column | undefined): string {
  return cellValues(value)
    .map((item) => column?.labels.get(item) ?? item)
    .join(", ");
}
