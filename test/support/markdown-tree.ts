import assert from "node:assert/strict";
import { importMarkdownTree } from "../../src/importing/markdown-tree/import-markdown-tree.ts";
import type { ImportedTree, SourcePage } from "../../src/importing/source/imported-tree.ts";
import { memoryFolder, outlineLines, withImportContext } from "./importing.ts";

/** Bytes that are recognized as a PNG image by their signature. */
export const png = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");

type Files = Readonly<Record<string, string | Buffer>>;

/** Imports these files as a Markdown tree. */
export const importFiles = (files: Files): Promise<Required<ImportedTree>> =>
  withImportContext((context) => importMarkdownTree(memoryFolder(files), context));

/** The titles of pages, indented by depth: a group with a colon, a link with an arrow. */
export function outlineOf(tree: Required<ImportedTree>): string[] {
  return outlineLines(tree, ({ type, href }) =>
    type === "group" ? ":" : type === "link" ? ` -> ${href}` : "",
  );
}

export function pageAt({ pages }: Required<ImportedTree>, address: string): SourcePage {
  const page = pages.find((candidate) => candidate.address === address);
  assert.ok(page, `page ${address} does not exist`);
  return page;
}
