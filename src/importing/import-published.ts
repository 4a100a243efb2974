import { frontMatterLength } from "../content/markdown/index.ts";
import { readHtml } from "./html/index.ts";
import type { Found } from "./import-document.ts";
import { type ImportContext, ImportError, type ImportedTree, readHead } from "./source/index.ts";
import { type Bounds, importWebsite, isHtml, type Web } from "./website/index.ts";

const names = { notion: "Notion", confluence: "Confluence", "github-wiki": "the wiki" };

/** Whether what came in the place of an export is the page that readers see. */
export async function isPublished({ path, address, contentType }: Found): Promise<boolean> {
  return /^https?:/i.test(address) && isHtml(await readHead(path), contentType);
}

/** What others publish as a website, and what is below it. */
export async function importPublished(
  source: keyof typeof names,
  address: string,
  web: Web,
  context: ImportContext,
): Promise<ImportedTree> {
  const { start, bounds } = source === "github-wiki" ? wikiAt(address) : { start: address };
  const imported = await importWebsite(start, web, context, readHtml, bounds);
  // Some send only a program that draws the page.
  if (!imported.pages.some(({ markdown = "" }) => markdown.slice(frontMatterLength(markdown)).trim() !== ""))
    throw new ImportError(
      `is a web page without a text in it; a zip that was exported from ${names[source]} has one`,
    );
  return imported;
}

/** The pages of a wiki are below its first one. There is more: how they were before, and forms to change them. */
function wikiAt(address: string): { readonly start: string; readonly bounds?: Bounds } {
  const url = new URL(address);
  const [, path] = /^(.*?\/wikis?)(?:\/|$)/.exec(url.pathname) ?? [];
  if (path === undefined) return { start: address };
  const folder = `${path}/`;
  const leavesOut = (page: string): boolean => /\/_\w+(?:[/?#]|$)|\/[0-9a-f]{40}(?:[/?#]|$)/.test(page);
  return { start: url.origin + path, bounds: { folder, leavesOut } };
}
