/** The parameters of a path that matches a pattern such as `/spaces/:space/pages/:page`; `*` is the rest of the path. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split("/");
  const actual = path.split("/");
  const hasRest = expected.at(-1) === "*";
  if (hasRest ? actual.length < expected.length - 1 : actual.length !== expected.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of expected.entries()) {
    if (part === "*") return { ...params, rest: actual.slice(i).join("/") };
    const value = actual[i] ?? "";
    if (!part.startsWith(":")) {
      if (part !== value) return undefined;
    } else if (value === "") return undefined;
    else params[part.slice(1)] = decode(value);
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
