/** A line of a CSV file with the number of the line where it begins. */
interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads CSV: commas, semicolons or tabs, with quotes as RFC 4180 has them. Empty lines are left out. */
export function parseCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let [line, position] = [1, 0];
  while (position < source.length) {
    const start = line;
    const cells: string[] = [];
    for (let isRowDone = false; !isRowDone; ) {
      const cell = readCell(source, position, separator);
      cells.push(cell.text);
      line += cell.lineBreaks;
      const next = source[cell.end] ?? "";
      isRowDone = next !== separator;
      position = cell.end + (next === "\r" && source[cell.end + 1] === "\n" ? 2 : 1);
    }
    line++;
    if (cells.some((cell) => cell.trim() !== ""))
      rows.push({ line: start, cells: cells.map((cell) => cell.trim()) });
  }
  return rows;
}

/** The separator that the first line has most often. */
function separatorOf(source: string): string {
  const [first = ""] = source.split(/[\r\n]/, 1);
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: first.split(separator).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).separator;
}

/** The cell at a position, and where it ends: at a separator, a line break or the end. */
function readCell(source: string, start: number, separator: string) {
  let [text, position, lineBreaks] = ["", start, 0];
  while (source[position] === '"') {
    const end = source.indexOf('"', position + 1);
    const quoted = source.slice(position + 1, end === -1 ? undefined : end);
    lineBreaks += quoted.split("\n").length - 1;
    text += (position > start ? '"' : "") + quoted;
    position = end === -1 ? source.length : end + 1;
  }
  let end = position;
  while (end < source.length && ![separator, "\n", "\r"].includes(source[end] ?? "")) end++;
  return { text: text + source.slice(position, end), end, lineBreaks };
}

export interface RedirectLine {
  readonly line: number;
  readonly source: string;
  readonly destination: string;
}

/** The redirects in a CSV file. A first line without any path or address is a header. */
export function readRedirectLines(text: string): RedirectLine[] {
  const rows = parseCsv(text).map(({ line, cells: [source = "", destination = ""] }) => ({
    ...{ line, source, destination },
  }));
  const isPath = (cell: string) => /[/:.]/.test(cell);
  const [first] = rows;
  return first && !isPath(first.source) && !isPath(first.destination) ? rows.slice(1) : rows;
}
