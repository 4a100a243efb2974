import type { RawLeaf } from "../../markdown/syntax/index.ts";
import { alignmentsOf, cellsOf } from "../../markdown/syntax/index.ts";
import { type Block, paragraph, plainText } from "../model/index.ts";
import { withoutNotes } from "./notes.ts";
import type { Reading } from "./reading.ts";
import { tableOf, widthOf } from "./tables.ts";

/** A table of lines with bars between the cells. Every row has as many cells as the head. */
export function pipeTable(
  { header, delimiters, rows }: Extract<RawLeaf, { kind: "table" }>,
  reading: Reading,
): Block {
  const alignments = alignmentsOf(delimiters) ?? [];
  const titles = cellsOf(header).map((cell) =>
    plainText(withoutNotes(reading.inlines(cell), reading.context)),
  );
  const columns = alignments.map((alignment, i) => ({
    title: titles[i] ?? "",
    definition: { type: "text" as const, textAlignment: alignment ?? "left" },
  }));
  return tableOf(
    columns,
    rows.map((row) => {
      const cells = cellsOf(row);
      return columns
        .slice(0, widthOf(cells.length, columns.length, rows.length))
        .map((_, i) => ({ blocks: [paragraph(reading.inlines(cells[i] ?? ""))] }));
    }),
    { hidesHeader: titles.every((title) => title === "") },
  );
}
