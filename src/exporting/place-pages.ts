import type { PageBranch } from "../content/pages/index.ts";
import { usualReadme } from "../importing/markdown-tree/index.ts";
import { safePageName } from "./file-names.ts";
import { uniqueNames } from "./unique-names.ts";

/** A longer folder is no place for more folders, as systems have limits: what comes is put into another one. */
const longestFolder = 600;
const elsewhere = "more/";

/**
 * Where pages are in a tree of files, by id: a document in a file of its slug, or in the README.md of its folder where
 * pages are below it; the first one in that at the top. A group is a folder. A link is nowhere.
 */
export function placePages(tree: readonly PageBranch[]): Map<string, string> {
  const places = new Map<string, string>();
  const home = homeIn(tree);
  const take = uniqueNames((name) => [name, `${name}.md`]);

  const visit = (pages: readonly PageBranch[], folder: string): void => {
    for (const { id, record, children } of pages) {
      if (record.type === "link") continue;
      const slug = safePageName(record.slug);
      const name = take((number) => folder + slug + (number === undefined ? "" : `-${number}`));
      const isFolder = children.length > 0;
      if (record.type === "group") places.set(id, name);
      else if (id === home) places.set(id, usualReadme);
      else places.set(id, isFolder ? `${name}/${usualReadme}` : `${name}.md`);
      visit(children, Buffer.byteLength(name) > longestFolder ? elsewhere : `${name}/`);
    }
  };
  visit(tree, "");
  return places;
}

/** The first document from the top down. */
function homeIn(pages: readonly PageBranch[]): string | undefined {
  for (const { id, record, children } of pages) {
    if (record.type === "document") return id;
    const below = record.type === "group" ? homeIn(children) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}
