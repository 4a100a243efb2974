/** URLs that pages show in a frame, in the form of the built-in providers, and the URL of the frame. */
export interface EmbedPattern {
  readonly pattern: string;
  readonly frame: string;
}

const host = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const placeholder = /\{(\w+)(?::\w+)?\}/g;

/** Reads patterns that are separated by spaces or commas: `host/path` or `host/path->https://frame`. */
export function parseEmbedPatterns(text: string): EmbedPattern[] | undefined {
  const patterns = text.split(/[\s,]+/).map(parsePattern);
  return patterns.includes(undefined) ? undefined : patterns.filter((pattern) => pattern !== undefined);
}

function parsePattern(text: string): EmbedPattern | undefined {
  const [written = "", frame = "{self}", ...others] = text.split("->");
  const normalized = written.replace(/^(?:www|m)\./, "");
  const pattern = normalized.includes("/") ? normalized : `${normalized}/*`;
  const isValid = others.length === 0 && host.test(pattern.split("/", 1)[0] ?? "");
  return isValid && (frame === "{self}" || isFrame(frame, namesIn(pattern))) ? { pattern, frame } : undefined;
}

/** Whether this is an https URL with a fixed host, and with names of the pattern only. */
function isFrame(frame: string, names: ReadonlySet<string>): boolean {
  const url = URL.parse(frame.replace(placeholder, "x"));
  const isFixed = /^https:\/\/[^/{}]+(?:\/|$)/.test(frame);
  return (
    url !== null && isFixed && url.username === "" && namesIn(frame).isSubsetOf(names.union(new Set(["url"])))
  );
}

function namesIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name));
}
