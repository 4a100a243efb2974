/** Tab-separated values, as spreadsheets copy them: cells with tabs, line breaks or quotes are quoted. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}

export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let i = 0; i <= source.length; ) {
    const { cell, end } = readCell(source, i);
    rows.at(-1)?.push(cell);
    if (end >= source.length) break;
    if (source[end] === "\n") rows.push([]);
    i = end + 1;
  }
  return rows;
}

/** Reads a cell. A quote that is not closed is text. */
function readCell(source: string, start: number): { readonly cell: string; readonly end: number } {
  if (source[start] === '"') {
    let cell = "";
    for (let i = start + 1; i < source.length; i++) {
      if (source[i] !== '"') cell += source[i];
      else if (source[i + 1] === '"') cell += source[i++];
      else if (i + 1 === source.length || source[i + 1] === "\t" || source[i + 1] === "\n")
        return { cell, end: i + 1 };
      else break;
    }
  }
  let end = start;
  while (end < source.length && source[end] !== "\t" && source[end] !== "\n") end++;
  return { cell: source.slice(start, end), end };
}
