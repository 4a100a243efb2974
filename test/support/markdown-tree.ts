import assert from "node:assert/strict";
import { harvestMarkdownTree } from "../../src/importing/markdown-tree/import-markdown-tree.ts";
import type { Harvest, SourcePage } from "../../src/importing/source/imported-tree.ts";
import { memoryFolder, whileHarvesting } from "./memory-folder.ts";

/** What is taken for an image. */
export const png = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");

type Files = Readonly<Record<string, string | Buffer>>;

/** Reads the tree that these files are. */
export const harvest = (files: Files): Promise<Required<Harvest>> =>
  whileHarvesting((harvesting) => harvestMarkdownTree(memoryFolder(files), harvesting));

/** Pages as lines: indented, a group with a colon, a link with an arrow. */
export function outlineOf({ pages }: Required<Harvest>): string[] {
  const depths = new Map<string, number>();
  return pages.map(({ address, parent, type, title, href }) => {
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? Number.NaN) + 1;
    depths.set(address, depth);
    const rest = type === "group" ? ":" : type === "link" ? ` -> ${href}` : "";
    return "  ".repeat(depth) + title + rest;
  });
}

export function pageAt({ pages }: Required<Harvest>, address: string): SourcePage {
  const page = pages.find((each) => each.address === address);
  assert.ok(page, `there is no page ${address}`);
  return page;
}
