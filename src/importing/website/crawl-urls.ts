/** Where a crawl stays: in one folder of one origin. The folder begins and ends with a slash. */
export interface Scope {
  readonly origin: string;
  readonly folder: string;
}

/** Longer than any that somebody links to. It also bounds what is kept, and what rules are held against. */
const longest = 1024;
const deepest = 20;
/** How often a part of a path may come again before nobody believes in the path any more. */
const mostRepetitions = 2;
const mostOccurrences = 4;

/** Where a link leads, without its fragment; undefined for what is not fetched. */
export function resolveAddress(href: string, base: string): URL | undefined {
  if (href.length > 2 * longest) return undefined;
  const url = URL.parse(href.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  // Changing a URL costs more than reading it.
  if (href.includes("#")) url.hash = "";
  return url.href.length > longest ? undefined : url;
}

/** The address as the site itself has it, if it is below the start. Old links often say http where it is https now. */
export function withinScope(url: URL, scope: Scope): URL | undefined {
  const secure =
    url.protocol === "http:" && scope.origin === `https://${url.host}`
      ? new URL(url.href.replace("http:", "https:"))
      : url;
  return secure.origin === scope.origin && isBelow(secure.pathname, scope.folder) ? secure : undefined;
}

/** A folder itself counts, with and without its slash. */
function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) || `${path}/` === folder;
}

/**
 * The folder of a start address. Where it does not end in a slash, it may be a page or a folder: it is one when most
 * of what its navigation names is below it.
 */
export function folderOf(start: URL, named: readonly URL[]): string {
  const path = start.pathname;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (path === folder || /\.\w+$/.test(path)) return folder;
  const beside = named.filter((url) => url.origin === start.origin && url.pathname !== path);
  const below = beside.filter((url) => url.pathname.startsWith(`${path}/`));
  return below.length * 2 > beside.length ? `${path}/` : folder;
}

/** The same for all addresses of one page: without index.html, slashes too many, and query. */
export function pageKey(url: URL): string {
  const path = url.pathname
    .replace(/%[0-9a-f]{2}/gi, plainly)
    .replace(/\/{2,}/g, "/")
    .replace(/\/index\.html?$/, "/");
  return url.origin + (path.endsWith("/") ? path.slice(0, -1) : path);
}

/** What stands encoded for no reason is written out, and the rest in one manner. */
function plainly(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
}

/** The same with the query, in whatever order it names its values. */
export function queryKey(url: URL): string {
  if (url.search === "") return pageKey(url);
  const values = new URLSearchParams(url.search);
  values.sort();
  return `${pageKey(url)}?${values}`;
}

/** Of a page with a query: the key that it would have without. */
export function withoutQuery(key: string): string {
  const at = key.indexOf("?");
  return at < 0 ? key : key.slice(0, at);
}

/** A script often shows all pages of a site, and knows by the query which one is wanted. */
export function isScript(key: string): boolean {
  return /\.(?:php|aspx?|jsp|cgi|pl|cfm)$/i.test(withoutQuery(key));
}

/** Whether a path looks like one of those that go on forever: too deep, or the same again and again. */
export function isEndless(path: string): boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (segments.length > deepest) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  if (Math.max(0, ...counts.values()) > mostOccurrences) return true;
  return segments.some((_, at) => repetitionsAt(segments, at) > mostRepetitions);
}

/** How often some row of segments that begins here stands there in succession. */
function repetitionsAt(segments: readonly string[], at: number): number {
  let most = 1;
  for (let length = 1; at + 2 * length <= segments.length; length++) {
    let end = at + length;
    while (end < segments.length && segments[end] === segments[end - length]) end++;
    most = Math.max(most, Math.floor((end - at) / length));
  }
  return most;
}

/** Whether an address is that of an index, or of source code, which Sphinx makes of all that there is. */
export function isIndexAddress({ pathname }: URL): boolean {
  return /\/(?:genindex(?:-[\w.]{1,40})?|(?:[a-z]{1,4}-)?modindex)(?:\.html|\/(?:index\.html)?)?$|\/_modules\//.test(
    pathname,
  );
}

/** Whether a page, by its key, is called as the one on which Sphinx lets people search. */
export function isSearchKey(key: string): boolean {
  return /\/search(?:\.html)?$/.test(key);
}

/** Not those of texts that some sites show as pages, such as README.md or node.js. */
const fileExtensions = new Set(
  [
    "pdf epub mobi ps djvu rtf doc docx odt xls xlsx ods ppt pptx odp csv tsv txt log ics json xml rss atom css",
    "zip gz tgz tar bz2 xz zst 7z rar jar war whl gem exe msi dmg pkg deb rpm apk iso img bin wasm",
    "png jpg jpeg gif webp avif svg ico bmp tif tiff heic psd ai eps woff woff2 ttf otf eot",
    "mp3 wav ogg flac m4a mp4 m4v webm mov avi mkv",
  ].flatMap((line) => line.split(" ")),
);

/** Whether an address is that of a file and not of a page, as far as its name tells. */
export function isFileAddress(url: URL): boolean {
  const [, extension = ""] = /\.(\w{1,8})$/.exec(url.pathname) ?? [];
  return fileExtensions.has(extension.toLowerCase());
}
