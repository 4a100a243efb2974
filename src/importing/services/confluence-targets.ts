import { nameOfPath, pathFrom, splitAddress } from "../source/index.ts";
import { addressFrom, folderOf } from "./paths.ts";

/** Where the links in the pages of a space lead. */
export interface Targets {
  /** The address that a link in a page should have, seen from that page. */
  lead(from: string, href: string): string;
}

/** Knows pages and attachments by their paths, and by the ids that Confluence itself has for them. */
export function confluenceTargets(pages: readonly string[], files: readonly string[]): Targets {
  const existing = new Set([...pages, ...files]);
  const pagesById = new Map(pages.map((path) => [/(?<!\d)(\d+)\.html$/.exec(path)?.[1], path]));
  const filesById = new Map(files.map((path) => [idOf(path), path]));
  return {
    lead(from, href) {
      const path = pathFrom(from, href);
      const suffix = fragmentOf(href);
      if (path !== undefined && existing.has(path)) return addressFrom(from, path) + suffix;
      const id = pageIdIn(href);
      const page = id === undefined ? undefined : pagesById.get(id);
      if (page !== undefined) return addressFrom(from, page) + suffix;
      // A smaller picture of what is there in full.
      const isThumbnail = path !== undefined && /(?:^|\/)attachments\/thumbnails\//.test(path);
      const file = isThumbnail ? filesById.get(idOf(path)) : undefined;
      return file === undefined ? href : addressFrom(from, file);
    },
  };
}

function fragmentOf(href: string): string {
  const { suffix } = splitAddress(href);
  return suffix.includes("#") ? suffix.slice(suffix.indexOf("#")) : "";
}

/** An attachment is called by its id, in a folder that is called by that of its page. */
function idOf(path: string): string {
  const [id = ""] = nameOfPath(path).split(".", 1);
  return `${nameOfPath(folderOf(path))}/${id}`;
}

/** The id in the address of a page at the Confluence that the export is from. */
function pageIdIn(href: string): string | undefined {
  const [, id] =
    /\/viewpage\.action\?(?:[^#]{0,200}&)?pageId=(\d{1,20})/.exec(href) ??
    /\/spaces\/[^/?#]{1,255}\/pages\/(\d{1,20})(?:[/?#]|$)/.exec(href) ??
    [];
  return id;
}
