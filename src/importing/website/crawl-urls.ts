/** The part of a site that is crawled: one folder of one origin. The folder starts and ends with a slash. */
export interface CrawlScope {
  readonly origin: string;
  readonly folder: string;
}

/** The maximum length of a URL. It limits memory, and the time for matching robots.txt rules. */
const maxUrlLength = 1024;
const maxDepth = 20;
/** How often a sequence of segments may repeat in a row, and how often one segment may occur in a path. */
const maxRepetitions = 2;
const maxOccurrences = 4;

/** Resolves a link, without its fragment; undefined for URLs that are not fetched. */
export function resolveUrl(href: string, base: string): URL | undefined {
  if (href.length > 2 * maxUrlLength) return undefined;
  const url = URL.parse(href.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  // Setting a property of a URL is slow.
  if (href.includes("#")) url.hash = "";
  return url.href.length > maxUrlLength ? undefined : url;
}

/** The URL if it is in scope, with https instead of http if the site uses https. */
export function withinScope(url: URL, { origin, folder }: CrawlScope): URL | undefined {
  const upgraded =
    url.protocol === "http:" && origin === `https://${url.host}`
      ? new URL(url.href.replace("http:", "https:"))
      : url;
  const isBelow = upgraded.pathname.startsWith(folder) || `${upgraded.pathname}/` === folder;
  return upgraded.origin === origin && isBelow ? upgraded : undefined;
}

/** A path without a trailing slash is a folder if most of the URLs in the navigation are below it, and else a page. */
export function folderOfStart(start: URL, navigation: readonly URL[]): string {
  const path = start.pathname;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (path === folder || /\.\w+$/.test(path)) return folder;
  const others = navigation.filter((url) => url.origin === start.origin && url.pathname !== path);
  const below = others.filter((url) => url.pathname.startsWith(`${path}/`));
  return below.length * 2 > others.length ? `${path}/` : folder;
}

/** A key for all URLs of one page: without query, index.html, repeated slashes and needless percent-encoding. */
export function pageKey(url: URL): string {
  const path = url.pathname
    .replace(/%[0-9a-f]{2}/gi, normalizeEncoding)
    .replace(/\/{2,}/g, "/")
    .replace(/\/index\.html?$/, "/");
  return url.origin + (path.endsWith("/") ? path.slice(0, -1) : path);
}

function normalizeEncoding(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
}

export function queryKey(url: URL): string {
  if (url.search === "") return pageKey(url);
  const parameters = new URLSearchParams(url.search);
  parameters.sort();
  return `${pageKey(url)}?${parameters}`;
}

export function withoutQuery(key: string): string {
  const end = key.indexOf("?");
  return end < 0 ? key : key.slice(0, end);
}

/** A script may serve all pages of a site, selected by the query. */
export function isScript(key: string): boolean {
  return /\.(?:php|aspx?|jsp|cgi|pl|cfm)$/i.test(withoutQuery(key));
}

/** Whether a path looks generated without end: too deep, or with repeated segments. */
export function isEndless(path: string): boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (segments.length > maxDepth) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  if (Math.max(0, ...counts.values()) > maxOccurrences) return true;
  return segments.some((_, start) => repetitionsAt(segments, start) > maxRepetitions);
}

function repetitionsAt(segments: readonly string[], start: number): number {
  let max = 1;
  for (let length = 1; start + 2 * length <= segments.length; length++) {
    let end = start + length;
    while (end < segments.length && segments[end] === segments[end - length]) end++;
    max = Math.max(max, Math.floor((end - start) / length));
  }
  return max;
}

/** Whether Sphinx generated the page: an index, or highlighted source code. */
export function isSphinxIndex({ pathname }: URL): boolean {
  return /\/(?:genindex(?:-[\w.]{1,40})?|(?:[a-z]{1,4}-)?modindex)(?:\.html|\/(?:index\.html)?)?$|\/_modules\//.test(
    pathname,
  );
}

export function isSearchKey(key: string): boolean {
  return /\/search(?:\.html)?$/.test(key);
}

/** The extensions of files. Extensions in names of pages, such as README.md or node.js, are missing. */
const fileExtensions = new Set(
  [
    "pdf epub mobi ps djvu rtf doc docx odt xls xlsx ods ppt pptx odp csv tsv txt log ics json xml rss atom css",
    "zip gz tgz tar bz2 xz zst 7z rar jar war whl gem exe msi dmg pkg deb rpm apk iso img bin wasm",
    "png jpg jpeg gif webp avif svg ico bmp tif tiff heic psd ai eps woff woff2 ttf otf eot",
    "mp3 wav ogg flac m4a mp4 m4v webm mov avi mkv",
  ].flatMap((line) => line.split(" ")),
);

/** Whether the extension is that of a file, not of a page. */
export function isFileUrl({ pathname }: URL): boolean {
  const [, extension = ""] = /\.(\w{1,8})$/.exec(pathname) ?? [];
  return fileExtensions.has(extension.toLowerCase());
}
