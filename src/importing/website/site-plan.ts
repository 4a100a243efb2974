import type { SourcePage } from "../source/index.ts";
import type { Menu } from "./menus.ts";

/** A page that is to have a place in the tree. */
export interface SitePage extends Pick<SourcePage, "address" | "aliases" | "title" | "markdown" | "anchors"> {
  /** Its address without what does not matter: by that, its place among the others is found. */
  readonly key: string;
}

/** What the tree is made from. */
export interface SitePlan {
  /** In the order in which they were found. */
  readonly pages: readonly SitePage[];
  readonly start: SitePage | undefined;
  /** The navigation of the site, or that of each of its parts. */
  readonly menus: readonly Menu[];
  /** By the key of a page: what its own navigation shows below it. */
  readonly opened: ReadonlyMap<string, Menu>;
  find(url: URL): SitePage | undefined;
}

/** A page, or without one a group. */
export interface TreeNode {
  readonly page: SitePage | undefined;
  readonly title: string | undefined;
  readonly children: TreeNode[];
}
