import { rewriteDestinations, scanLines } from "../../content/markdown/index.ts";
import { safeDecodeUriComponent } from "../../platform/index.ts";
import { extensionOf, nameOfPath, splitAddress, withoutExtension } from "../source/index.ts";
import { relativeUrl } from "./tree-builder.ts";

const images = new Set(["png", "jpg", "jpeg", "gif", "svg", "webp", "bmp"]);

export function normalizeWikiLinks(markdown: string, from: string, names: WikiNames): string {
  const plain = markdown.includes("[[") ? writeBrackets(markdown, from, names) : markdown;
  return rewriteDestinations(plain, (href) => {
    const target = names.find(href);
    return target === undefined ? undefined : relativeUrl(from, target.path) + target.fragment;
  });
}

function writeBrackets(markdown: string, from: string, names: WikiNames): string {
  const parts: string[] = [];
  let done = 0;
  for (const { at, text: line, isCode } of scanLines(markdown)) {
    if (isCode || !line.includes("[[")) continue;
    parts.push(markdown.slice(done, at), writeLine(line, from, names));
    done = at + line.length;
  }
  return parts.join("") + markdown.slice(done);
}

function writeLine(line: string, from: string, names: WikiNames): string {
  const runs = new Map<number, number>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) runs.set(run.length, index);
  let codeLength: number | undefined;
  return line.replace(
    /(`+)|\[\[([^[\]]{1,1000})\]\]/g,
    (whole: string, ticks?: string, link?: string, at?: number) => {
      if (ticks !== undefined) {
        // A run of backticks starts code only if another of the same length follows.
        if (codeLength === ticks.length) codeLength = undefined;
        else if (codeLength === undefined && (runs.get(ticks.length) ?? 0) > Number(at))
          codeLength = ticks.length;
        return whole;
      }
      return codeLength === undefined ? writeLink(link ?? "", from, names) : whole;
    },
  );
}

function writeLink(link: string, from: string, names: WikiNames): string {
  const [first = "", ...rest] = link.split("|").map((part) => part.trim());
  // For images, the name comes first and options follow; for links, the text comes first.
  if (images.has(extensionOf(first))) {
    const alt = rest.find((option) => option.startsWith("alt="))?.slice(4) ?? "";
    const path = names.findName(first);
    return `![${escapeText(alt)}](${path === undefined ? first.replaceAll(" ", "%20") : relativeUrl(from, path)})`;
  }
  const written = rest[0] ?? first;
  const [, name = "", fragment = ""] = /^([^#]*)((?:#.*)?)$/.exec(written) ?? [];
  const text = escapeText(rest.length === 0 ? first.replace(/#/, " § ") : first);
  if (/^https?:\/\//i.test(written)) return `[${text}](${written.replaceAll(" ", "%20")})`;
  const path = names.findName(name);
  const anchor = fragment.toLowerCase().replaceAll(" ", "-");
  if (path !== undefined) return `[${text}](${relativeUrl(from, path)}${anchor})`;
  return name === "" && fragment !== "" ? `[${text}](${anchor})` : text;
}

function escapeText(text: string): string {
  return text.replace(/[\\[\]<]/g, "\\$&");
}

export const markdownExtensions = new Set(["md", "markdown", "mdown", "mkd", "mkdn"]);
/** Other markup languages of wikis, by their extensions. */
export const otherMarkupLanguages: ReadonlyMap<string, string> = new Map([
  ...["rst", "asciidoc", "textile", "org", "creole", "mediawiki", "pod", "rdoc"].map(
    (name) => [name, name] as const,
  ),
  ...([
    ["rest", "rst"],
    ["adoc", "asciidoc"],
    ["asc", "asciidoc"],
    ["wiki", "mediawiki"],
  ] as const),
]);

/** The title of a page: the name of its file, with spaces for hyphens. */
export function titleOf(path: string): string {
  return withoutExtension(nameOfPath(path)).replaceAll("-", " ").trim() || nameOfPath(path);
}

export class WikiNames {
  readonly #pages = new Map<string, string>();
  readonly #files = new Map<string, string>();
  readonly #repository: string | undefined;

  /** Without the repository, as `owner/name`, links to any wiki on GitHub are taken for links to this one. */
  constructor(pages: readonly string[], files: readonly string[], repository?: string) {
    this.#repository = repository?.toLowerCase();
    for (const path of pages.toReversed()) this.#pages.set(keyOf(withoutExtension(nameOfPath(path))), path);
    // Links may omit the folder of a file.
    for (const path of files.toReversed()) this.#files.set(nameOfPath(path).toLowerCase(), path);
    for (const path of files) this.#files.set(path.toLowerCase(), path);
  }

  find(href: string): { readonly path: string; readonly fragment: string } | undefined {
    const inside = this.#pathInWiki(href);
    if (inside === undefined) return undefined;
    const { path, suffix } = splitAddress(inside);
    const found = this.findName(safeDecodeUriComponent(path));
    return found === undefined ? undefined : { path: found, fragment: /#.*$/s.exec(suffix)?.[0] ?? "" };
  }

  /** The page of this name, or the file of this path or name. */
  findName(name: string): string | undefined {
    const plain = name.replace(/^(?:\.{0,2}\/)+/, "");
    if (plain === "") return undefined;
    const isMarkdown =
      markdownExtensions.has(extensionOf(plain)) || otherMarkupLanguages.has(extensionOf(plain));
    return (
      this.#files.get(plain.toLowerCase()) ??
      this.#pages.get(keyOf(isMarkdown ? withoutExtension(nameOfPath(plain)) : nameOfPath(plain))) ??
      this.#files.get(nameOfPath(plain).toLowerCase())
    );
  }

  /** The part of an address after that of the wiki; undefined for another site. */
  #pathInWiki(href: string): string | undefined {
    const address =
      /^(?:https?:\/\/(?:www\.)?github\.com)?\/([^/?#]{1,100}\/[^/?#]{1,100})\/wiki(?:\/(.*))?$/is.exec(
        href,
      ) ??
      /^https?:\/\/raw\.githubusercontent\.com\/wiki\/([^/?#]{1,100}\/[^/?#]{1,100})\/(.*)$/is.exec(href);
    if (address !== null) {
      const [, repository = "", rest] = address;
      const isOwn = this.#repository === undefined || this.#repository === repository.toLowerCase();
      return isOwn ? rest || "Home" : undefined;
    }
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return undefined;
    return href.replace(/^(?:\.{1,2}\/)*wiki\//, "");
  }
}

/** Names are compared without case, and with spaces equal to hyphens. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "-");
}
