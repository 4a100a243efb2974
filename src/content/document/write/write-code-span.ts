/** Code within a line, in as many backticks as keep it apart from those within. */
export function writeCodeSpan(code: string): string {
  const runs = new Set((code.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = "`".repeat(length);
  const isPadded = /^`|`$/.test(code) || (/^ .* $/.test(code) && code.trim() !== "");
  return isPadded ? `${fence} ${code} ${fence}` : fence + code + fence;
}
