/** The alignments in the delimiter row of a table; undefined if the line is no delimiter row. */
export function alignmentsOf(text: string): ("left" | "center" | "right" | undefined)[] | undefined {
  if (!/^[|:\- \t]+$/.test(text) || !text.includes("-")) return undefined;
  const cells = cellsOf(text).map((cell) => cell.trim());
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => {
    const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
    return left && right ? "center" : right ? "right" : left ? "left" : undefined;
  });
}

/** The cells of a table row. An escaped bar is part of its cell. Other escapes are kept. */
export function cellsOf(row: string): string[] {
  const text = row.trim();
  const cells: string[] = [];
  let start = text.startsWith("|") ? 1 : 0;
  for (let at = text.indexOf("|", start); at >= 0; at = text.indexOf("|", at + 1)) {
    if (text[at - 1] === "\\") continue;
    cells.push(text.slice(start, at));
    start = at + 1;
  }
  if (start < text.length) cells.push(text.slice(start));
  return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}
