import type { FileRecord } from "../../content/index.ts";
import { encodePath } from "../../publishing/index.ts";
import type { FileLinks } from "../../storage/files/index.ts";

/** The folders below every site for what is not a page: style sheets and scripts, and files of its content. */
export const assetsPath = "~lectern/assets";
export const filesPath = "~lectern/files";

/** The path below a site space at which parts of its page tree are read on demand. */
export const treePath = "~lectern/tree";

/** The name below a site space or a page of its feed. */
export const feedPath = "rss.xml";

/** The path below a site space at which its site is searched. */
export const searchPath = "~lectern/search";

/** The path below a page to which it sends events and feedback. */
export const eventsPath = "~lectern/events";

/** The paths below a page of the client for requests, and of the specs that it shows. */
export const tryPath = "~lectern/try";
export const specPath = "~lectern/spec";

/** The path below a site at which existing tools expect its MCP server. */
export const mcpPath = "~gitbook/mcp";

/** The name below a site or a site space of the list of pages for language models. */
export const llmsPath = "llms.txt";

/** The name below a site of the index of its sitemaps. */
export const sitemapPath = "sitemap.xml";

/** The URLs in the pages of a site: paths, so that they stay on the host that the visitor has opened. */
export class SiteUrls {
  /** The path of the site; empty at the root of a host. */
  readonly #base: string;
  readonly #fileLinks: FileLinks;

  /** `base` has the path segments of the site. */
  constructor(base: readonly string[], fileLinks: FileLinks) {
    this.#base = base.length === 0 ? "" : encodePath(base);
    this.#fileLinks = fileLinks;
  }

  page(segments: readonly string[]): string {
    return segments.length === 0 && this.#base !== "" ? this.#base : this.#base + encodePath(segments);
  }

  /** The URL of what the site, or a part of it, answers beside its pages. `path` is not encoded. */
  resource(segments: readonly string[], path: string): string {
    return this.#base + encodePath([...segments, ...path.split("/")]);
  }

  /** The URL of what only a server answers. A static copy of the site has none. */
  served(segments: readonly string[], path: string): string | undefined {
    return this.resource(segments, path);
  }

  asset(name: string): string {
    return `${this.resource([], assetsPath)}/${name}`;
  }

  file(spaceId: string, file: FileRecord): string {
    return `${this.resource([], filesPath)}/${this.#fileLinks.pathOf(spaceId, file)}`;
  }

  /** The URL of a font's file: below this site if it was uploaded to this server. */
  font(url: string): string {
    const path = this.fontPath(url);
    return path === undefined ? url : `${this.resource([], filesPath)}/${path}`;
  }

  protected fontPath(url: string): string | undefined {
    return this.#fileLinks.pathOfFont(url);
  }
}
