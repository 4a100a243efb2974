import { type Node, type ResolvedPos, Slice } from "prosemirror-model";
import { Selection, SelectionRange, TextSelection, type Transaction } from "prosemirror-state";
import type { Mappable } from "prosemirror-transform";
import { schema } from "../../model/schema.ts";

const { table_cell, table_title, paragraph } = schema.nodes;

/** Cells of a table, from one corner to the other. A single cell with a value is selected by it too. */
export class CellSelection extends Selection {
  /** The positions before the cells at the corners. */
  readonly $anchorCell: ResolvedPos;
  readonly $headCell: ResolvedPos;

  constructor($anchorCell: ResolvedPos, $headCell: ResolvedPos = $anchorCell) {
    const positions = cellsBetween($anchorCell, $headCell);
    const ranges = positions.map(({ pos, node }) => {
      const doc = $headCell.node(0);
      return new SelectionRange(doc.resolve(pos + 1), doc.resolve(pos + 1 + node.content.size));
    });
    const [first] = ranges as [SelectionRange];
    super(first.$from, first.$to, ranges);
    this.$anchorCell = $anchorCell;
    this.$headCell = $headCell;
  }

  get isSingle(): boolean {
    return this.$anchorCell.pos === this.$headCell.pos;
  }

  /** The cells with the positions before them. */
  get cells(): readonly CellAt[] {
    return cellsBetween(this.$anchorCell, this.$headCell);
  }

  map(doc: Node, mapping: Mappable): Selection {
    const $anchor = doc.resolve(mapping.map(this.$anchorCell.pos));
    const $head = doc.resolve(mapping.map(this.$headCell.pos));
    return selectionBetween($anchor, $head) ?? TextSelection.near($head);
  }

  eq(other: Selection): boolean {
    return (
      other instanceof CellSelection &&
      other.$anchorCell.pos === this.$anchorCell.pos &&
      other.$headCell.pos === this.$headCell.pos
    );
  }

  override content(): Slice {
    return Slice.empty;
  }

  /** Empties the cells. Text that replaces a selection is written into its first cell. */
  override replace(tr: Transaction, slice: Slice = Slice.empty): void {
    const cells = this.cells;
    for (const { pos, node } of [...cells].reverse()) clearCell(tr, pos, node);
    const [first] = cells;
    if (first === undefined) return;
    const $inside = tr.doc.resolve(first.pos + 1);
    if (slice.size > 0 && first.node.childCount > 0) TextSelection.near($inside).replace(tr, slice);
    else tr.setSelection(new CellSelection(tr.doc.resolve(first.pos)));
  }

  override replaceWith(tr: Transaction, node: Node): void {
    this.replace(tr, new Slice(node.type.create(node.attrs, node.content).content, 0, 0));
  }

  toJSON() {
    return { type: "cells", anchor: this.$anchorCell.pos, head: this.$headCell.pos };
  }

  static override fromJSON(doc: Node, json: { anchor: number; head: number }): Selection {
    const $head = doc.resolve(json.head);
    return selectionBetween(doc.resolve(json.anchor), $head) ?? TextSelection.near($head);
  }

  override getBookmark() {
    const { anchor, head } = this.toJSON();
    return bookmark(anchor, head);
  }
}
CellSelection.prototype.visible = false;
Selection.jsonID("cells", CellSelection);

function bookmark(anchor: number, head: number) {
  return {
    map: (mapping: Mappable) => bookmark(mapping.map(anchor), mapping.map(head)),
    resolve: (doc: Node) => CellSelection.fromJSON(doc, { anchor, head }),
  };
}

/** The selection from one cell to another; undefined if these are not cells of the same table. */
export function selectionBetween($anchor: ResolvedPos, $head: ResolvedPos): CellSelection | undefined {
  const isCell = ($pos: ResolvedPos) =>
    $pos.nodeAfter?.type === table_cell || $pos.nodeAfter?.type === table_title;
  if (!isCell($anchor) || !isCell($head) || $anchor.before(-1) !== $head.before(-1)) return undefined;
  return new CellSelection($anchor, $head);
}

interface CellAt {
  readonly pos: number;
  readonly node: Node;
}

function cellsBetween($anchor: ResolvedPos, $head: ResolvedPos): CellAt[] {
  const table = $head.node(-1);
  const [rows, columns] = [
    [$anchor.index(-1), $head.index(-1)],
    [$anchor.index(), $head.index()],
  ] as const;
  const cells: CellAt[] = [];
  table.forEach((row, offset, i) => {
    if (i < Math.min(...rows) || i > Math.max(...rows)) return;
    row.forEach((node, inner, j) => {
      if (j < Math.min(...columns) || j > Math.max(...columns)) return;
      cells.push({ pos: $head.start(-1) + offset + 1 + inner, node });
    });
  });
  return cells;
}

function clearCell(tr: Transaction, pos: number, cell: Node): void {
  if (cell.childCount === 0) {
    if (cell.attrs.value !== undefined) tr.setNodeAttribute(pos, "value", undefined);
    return;
  }
  const empty = cell.type === table_title ? [] : paragraph.create();
  if (cell.textContent !== "" || cell.childCount > 1 || cell.firstChild?.type !== paragraph)
    tr.replaceWith(pos + 1, pos + 1 + cell.content.size, empty);
}
