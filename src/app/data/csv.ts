type Cell = string | number;

/**
 * A table as CSV (RFC 4180). Spreadsheets compute texts that begin like a formula, so these get an apostrophe, which spreadsheets show as
 * the text that follows it.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toField).join(",")}\r\n`).join("");
}

function toField(cell: Cell): string {
  const text = typeof cell === "number" ? String(cell) : cell.replace(/^(?=\s*[=+\-@]|[\t\r\n])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves a table as a file. Without the mark at its beginning, Excel does not read it as UTF-8. */
export function downloadCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const url = URL.createObjectURL(new Blob(["\ufeff", toCsv(rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.csv`;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
