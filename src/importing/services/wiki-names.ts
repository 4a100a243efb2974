import { safeDecodeUriComponent } from "../../platform/index.ts";
import { extensionOf, nameOfPath, withoutExtension } from "../source/index.ts";

export const markdownExtensions = new Set(["md", "markdown", "mdown", "mkd", "mkdn"]);
/** Other markups that a wiki may be written in. */
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

/** The title of a page by its file: hyphens are blanks. */
export function titleOf(path: string): string {
  return withoutExtension(nameOfPath(path)).replaceAll("-", " ").trim() || nameOfPath(path);
}

export type WikiTarget = { readonly path: string; readonly suffix: string };

/** Knows what the links of a wiki lead to. */
export class WikiNames {
  readonly #pages = new Map<string, string>();
  readonly #files = new Map<string, string>();
  readonly #repository: string | undefined;

  /** The repository, as `owner/name`, tells its own addresses from those of others; without it, all are taken for its own. */
  constructor(pages: readonly string[], files: readonly string[], repository?: string) {
    this.#repository = repository?.toLowerCase();
    for (const path of pages.toReversed()) this.#pages.set(keyOf(withoutExtension(nameOfPath(path))), path);
    // By the end of its path as well: what is in the wiki's folder is written without that.
    for (const path of files.toReversed()) {
      this.#files.set(nameOfPath(path).toLowerCase(), path);
    }
    for (const path of files) this.#files.set(path.toLowerCase(), path);
  }

  /** What a link leads to inside of the wiki. */
  find(href: string): WikiTarget | undefined {
    const inside = this.#inside(href);
    if (inside === undefined) return undefined;
    const [, path = "", suffix = ""] = /^([^?#]*)((?:[?#].*)?)$/s.exec(inside) ?? [];
    const found = this.findName(safeDecodeUriComponent(path));
    const fragment = suffix.includes("#") ? suffix.slice(suffix.indexOf("#")) : "";
    return found === undefined ? undefined : { path: found, suffix: fragment };
  }

  /** What a name stands for: a page, or a file by its path or its name. */
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

  /** What is behind the address of the wiki itself; undefined for what is elsewhere. */
  #inside(href: string): string | undefined {
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

/** Names are the same whatever their case, and whether with blanks or hyphens. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "-");
}
