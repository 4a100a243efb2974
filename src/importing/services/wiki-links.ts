import { rewriteDestinations, scanLines } from "../../content/markdown/index.ts";
import { safeDecodeUriComponent } from "../../platform/index.ts";
import { extensionOf, nameOfPath, splitAddress, withoutExtension } from "../source/index.ts";
import { relativeUrl } from "./tree-builder.ts";

const imageExtensions = new Set(["png", "jpg", "jpeg", "gif", "svg", "webp", "bmp"]);

export function normalizeWikiLinks(markdown: string, from: string, names: WikiNames): string {
  const converted = markdown.includes("[[") ? convertBrackets(markdown, from, names) : markdown;
  return rewriteDestinations(converted, (href) => {
    const target = names.find(href);
    return target === undefined ? undefined : relativeUrl(from, target.path) + target.fragment;
  });
}

function convertBrackets(markdown: string, from: string, names: WikiNames): string {
  const parts: string[] = [];
  let position = 0;
  for (const { at, text: line, isCode } of scanLines(markdown)) {
    if (isCode || !line.includes("[[")) continue;
    parts.push(markdown.slice(position, at), convertLine(line, from, names));
    position = at + line.length;
  }
  return parts.join("") + markdown.slice(position);
}

function convertLine(line: string, from: string, names: WikiNames): string {
  const runs = new Map<number, number>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) runs.set(run.length, index);
  let codeLength: number | undefined;
  return line.replace(
    /(`+)|\[\[([^[\]]{1,1000})\]\]/g,
    (match: string, ticks?: string, link?: string, offset?: number) => {
      if (ticks !== undefined) {
        // A run of backticks starts code only if another of the same length follows.
        if (codeLength === ticks.length) codeLength = undefined;
        else if (codeLength === undefined && (runs.get(ticks.length) ?? 0) > Number(offset))
          codeLength = ticks.length;
        return match;
      }
      return codeLength === undefined ? convertLink(link ?? "", from, names) : match;
    },
  );
}

function convertLink(link: string, from: string, names: WikiNames): string {
  const [first = "", ...rest] = link.split("|").map((part) => part.trim());
  // For images, the name comes first and options follow; for links, the text comes first.
  if (imageExtensions.has(extensionOf(first))) {
    const alt = rest.find((option) => option.startsWith("alt="))?.slice(4) ?? "";
    const path = names.findName(first);
    return `![${escapeText(alt)}](${path === undefined ? first.replaceAll(" ", "%20") : relativeUrl(from, path)})`;
  }
  const target = rest[0] ?? first;
  const [, name = "", fragment = ""] = /^([^#]*)((?:#.*)?)$/.exec(target) ?? [];
  const text = escapeText(rest.length === 0 ? first.replace(/#/, " § ") : first);
  if (/^https?:\/\//i.test(target)) return `[${text}](${target.replaceAll(" ", "%20")})`;
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

  /** Without the repository, as `owner/name`, links to any wiki on GitHub are treated as links to this one. */
  constructor(pages: readonly string[], files: readonly string[], repository?: string) {
    this.#repository = repository?.toLowerCase();
    for (const path of pages.toReversed()) this.#pages.set(keyOf(withoutExtension(nameOfPath(path))), path);
    // Links may omit the folder of a file.
    for (const path of files.toReversed()) this.#files.set(nameOfPath(path).toLowerCase(), path);
    for (const path of files) this.#files.set(path.toLowerCase(), path);
  }

  find(href: string): { readonly path: string; readonly fragment: string } | undefined {
    const wikiPath = this.#pathInWiki(href);
    if (wikiPath === undefined) return undefined;
    const { path, suffix } = splitAddress(wikiPath);
    const target = this.findName(safeDecodeUriComponent(path));
    return target === undefined ? undefined : { path: target, fragment: /#.*$/s.exec(suffix)?.[0] ?? "" };
  }

  /** The page of this name, or the file of this path or name. */
  findName(name: string): string | undefined {
    const path = name.replace(/^(?:\.{0,2}\/)+/, "");
    if (path === "") return undefined;
    const isMarkdown =
      markdownExtensions.has(extensionOf(path)) || otherMarkupLanguages.has(extensionOf(path));
    return (
      this.#files.get(path.toLowerCase()) ??
      this.#pages.get(keyOf(isMarkdown ? withoutExtension(nameOfPath(path)) : nameOfPath(path))) ??
      this.#files.get(nameOfPath(path).toLowerCase())
    );
  }

  /** The path of a link in the wiki; undefined for another site. */
  #pathInWiki(href: string): string | undefined {
    const address =
      /^(?:https?:\/\/(?:www\.)?github\.com)?\/([^/?#]{1,100}\/[^/?#]{1,100})\/wiki(?:\/(.*))?$/is.exec(
        href,
      ) ??
      /^https?:\/\/raw\.githubusercontent\.com\/wiki\/([^/?#]{1,100}\/[^/?#]{1,100})\/(.*)$/is.exec(href);
    if (address !== null) {
      const [, repository = "", rest] = address;
      const isThisWiki = this.#repository === undefined || this.#repository === repository.toLowerCase();
      return isThisWiki ? rest || "Home" : undefined;
    }
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return undefined;
    return href.replace(/^(?:\.{1,2}\/)*wiki\//, "");
  }
}

/** Names are compared without case, and with spaces equal to hyphens. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "-");
}
