/** Headers that are written one per line. `wrong` is the first line that is none. */
export function parseHeaders(text: string): {
  readonly headers: Record<string, string>;
  readonly wrong?: string;
} {
  const headers: Record<string, string> = {};
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()];
    if (name === "" || value === "") return { headers, wrong: line.trim() };
    headers[name] = value;
  }
  return { headers };
}

export function writeHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
