export function withoutClosingHashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end--;
  const isClosing = end === 0 || text[end - 1] === " " || text[end - 1] === "\t";
  return isClosing ? text.slice(0, end).trimEnd() : text;
}

export function closesFence(text: string, fence: string): boolean {
  const line = text.trimEnd();
  return line.length >= fence.length && line === (fence[0] ?? "").repeat(line.length);
}

export function isDivider(text: string): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(text);
}

export const conflictStart = "<<<<<<< change request";
export const conflictMiddle = "=======";
export const conflictEnd = ">>>>>>> primary content";

/** Recognizes conflict markers line by line. Outside a conflict, the middle marker is the underline of a heading. */
export class ConflictMarkers {
  #isOpen = false;

  /** Whether a line ends the conflict that is open. It looks like a quote in quotes. */
  isEnd(line: string): boolean {
    return this.#isOpen && line.trimEnd() === conflictEnd;
  }

  isMarker(line: string): boolean {
    if (line === conflictStart) this.#isOpen = true;
    else if (line === conflictEnd && this.#isOpen) this.#isOpen = false;
    else return this.#isOpen && line === conflictMiddle;
    return true;
  }
}

/** The alignments in the delimiter row of a table; undefined if the line is not a delimiter row. */
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
