/** A link at the beginning of a text, as it is written; undefined where there is none. */
export function readLink(text: string): { readonly text: string; readonly address: string } | undefined {
  if (!text.startsWith("[")) return undefined;
  const end = closing(text, 0, "[", "]");
  if (end === undefined || text[end + 1] !== "(") return undefined;
  return { text: text.slice(1, end), address: readAddress(text, end + 2) };
}

/** Where the bracket that is open here is closed. */
function closing(text: string, at: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return i;
  }
  return undefined;
}

/** Between angle brackets it may hold spaces; else it ends with the first, or with the bracket around it. */
function readAddress(text: string, at: number): string {
  const rest = text.slice(at).trimStart();
  const [, quoted] = /^<([^<>]*)>/.exec(rest) ?? [];
  if (quoted !== undefined) return quoted;
  const end = closing(`(${rest}`, 0, "(", ")") ?? rest.length + 1;
  const inside = rest.slice(0, end - 1).trim();
  // Some write names with spaces as they are; a title comes between quotes.
  const [address = inside] = inside.split(/[ \t]["'(]/, 1);
  return address.trimEnd();
}
