import assert from "node:assert/strict";
import { importMarkdownTree } from "../../src/importing/markdown-tree/import-markdown-tree.ts";
import type { ImportedTree, SourcePage } from "../../src/importing/source/imported-tree.ts";
import { memoryFolder, withImportContext } from "./importing.ts";

/** A PNG image by its signature. */
export const png = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");

type Files = Readonly<Record<string, string | Buffer>>;

/** Imports these files as a Markdown tree. */
export const importFiles = (files: Files): Promise<Required<ImportedTree>> =>
  withImportContext((context) => importMarkdownTree(memoryFolder(files), context));

/** Pages as lines: indented, a group with a colon, a link with an arrow. */
export function outlineOf({ pages }: Required<ImportedTree>): string[] {
  const depths = new Map<string, number>();
  return pages.map(({ address, parent, type, title, href }) => {
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? Number.NaN) + 1;
    depths.set(address, depth);
    const rest = type === "group" ? ":" : type === "link" ? ` -> ${href}` : "";
    return "  ".repeat(depth) + title + rest;
  });
}

export function pageAt({ pages }: Required<ImportedTree>, address: string): SourcePage {
  const page = pages.find((each) => each.address === address);
  assert.ok(page, `there is no page ${address}`);
  return page;
}
