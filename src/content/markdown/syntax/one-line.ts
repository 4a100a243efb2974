/** A text on one line: each break, with the white space around it, is a space. By hand, since a pattern tries every blank of many anew. */
export function oneLine(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n");
  const last = lines.length - 1;
  return lines
    .map((line, i) => (i === 0 ? line.trimEnd() : i === last ? line.trimStart() : line.trim()))
    .filter((line, i) => line !== "" || i === 0 || i === last)
    .join(" ");
}

/** A text without white space at its end; other than `trimEnd`, only blanks and breaks count. */
export function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\n".includes(text[end - 1] ?? "x")) end--;
  return text.slice(0, end);
}
