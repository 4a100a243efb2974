/** The lines of a text, and which are code between fences. */
export function* linesOf(
  markdown: string,
): Generator<{ readonly at: number; readonly line: string; readonly isCode: boolean }> {
  let fence: string | undefined;
  for (let at = 0; at < markdown.length; ) {
    const newline = markdown.indexOf("\n", at);
    const end = newline < 0 ? markdown.length : newline;
    const line = markdown.slice(at, end);
    const [, mark] = /^[ \t>]*(`{3,}|~{3,})/.exec(line) ?? [];
    yield { at, line, isCode: fence !== undefined || mark !== undefined };
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = undefined;
    at = end + 1;
  }
}
