import { alignmentsOf, cellsOf, type RawBlock, type RawElement } from "../markdown/syntax/index.ts";
import { error, type ProblemKind, warning } from "./problem.ts";

/** Checks a line of a table, or of a paragraph that looks like a table. `row` is the number of the line in the block. */
export function* checkTable(
  block: RawBlock,
  row: number,
  text: string,
  previous: string,
): Generator<ProblemKind> {
  if (block.kind === "table" && row > 1) {
    const [columns, cells] = [cellsOf(block.header).length, cellsOf(text).length];
    if (cells > columns)
      yield warning(
        "table-cells",
        `Remove cells, or add columns to the header: this row has ${cells} cells, the table ${columns} columns.`,
      );
  }
  if (block.kind !== "paragraph" || row === 0 || !text.includes("|") || !previous.includes("|")) return;
  const columns = alignmentsOf(text.trim())?.length;
  const cells = cellsOf(previous).length;
  if (columns !== undefined && columns !== cells)
    yield error(
      "table-cells",
      `Write as many cells as the header has: it has ${cells}, this row of hyphens ${columns}.`,
    );
}

const columnTypes = "text number checkbox select files users rating content-ref image".split(" ");

/** Checks the elements of a table in HTML. */
export function* checkElement({ name, lines }: RawElement): Generator<ProblemKind> {
  if (name !== "table") return;
  const source = lines.join("\n");
  for (const element of ["tr", "td", "th"]) {
    const starts = [...source.matchAll(new RegExp(`<${element}(?=[\\s>])`, "gi"))].length;
    const ends = [...source.matchAll(new RegExp(`</${element}\\s?>`, "gi"))].length;
    if (starts !== ends)
      yield warning(
        "table-markup",
        `End each \`<${element}>\` with \`</${element}>\`: ${starts} start, ${ends} end.`,
      );
  }
  for (const [, type = ""] of source.matchAll(/\sdata-type="([^"]{0,64})"/g))
    if (!columnTypes.includes(type))
      yield warning("table-markup", `Change the type \`${type}\` of a column to ${columnTypes.join(", ")}.`);
}
