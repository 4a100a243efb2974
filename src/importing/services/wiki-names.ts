import { safeDecodeUriComponent } from "../../platform/index.ts";
import { extensionOf, nameOfPath, splitAddress, withoutExtension } from "../source/index.ts";

export const markdownExtensions = new Set(["md", "markdown", "mdown", "mkd", "mkdn"]);
/** Other markup languages of wikis, by their extensions. */
export const otherMarkupLanguages: ReadonlyMap<string, string> = new Map([
  ["rst", "rst"],
  ["rest", "rst"],
  ["adoc", "asciidoc"],
  ["asciidoc", "asciidoc"],
  ["asc", "asciidoc"],
  ["textile", "textile"],
  ["org", "org"],
  ["creole", "creole"],
  ["mediawiki", "mediawiki"],
  ["wiki", "mediawiki"],
  ["pod", "pod"],
  ["rdoc", "rdoc"],
]);

/** The title of a page: the name of its file, with spaces for hyphens. */
export function titleOf(path: string): string {
  return withoutExtension(nameOfPath(path)).replaceAll("-", " ").trim() || nameOfPath(path);
}

/** Resolves the links of a wiki. */
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

  /** The page or file of the wiki that a link refers to. */
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
