import { readFile } from "node:fs/promises";
import type { FetchedSource } from "./fetch-source.ts";
import { InlinedFiles, readHtml } from "./html/index.ts";
import { documentOf, readPage } from "./markdown-tree/index.ts";
import {
  decodeHtml,
  decodeText,
  type ImportContext,
  ImportError,
  type ImportedTree,
  importLimits,
  type SourcePage,
} from "./source/index.ts";
import { collectFiles, RateLimiter, type WebClient } from "./website/index.ts";

/** Imports one Markdown or HTML document. A document from the web is imported with its images. */
export async function importDocument(
  source: "markdown" | "html",
  fetched: FetchedSource,
  web: WebClient,
  { folder, report, skip }: ImportContext,
): Promise<ImportedTree> {
  const bytes = await readFile(fetched.path);
  const text = decodeText(bytes);
  if (text === undefined) throw new ImportError("is not a text file");
  const inlined = new InlinedFiles(folder);
  const page =
    source === "html"
      ? await pageFromHtml(fetched, decodeHtml(bytes, fetched.contentType), inlined)
      : await pageFromMarkdown(fetched, text);
  if ((page.markdown?.length ?? 0) > importLimits.document)
    throw new ImportError("is too large for one page");
  const { files, total } = /^https?:/i.test(page.address)
    ? await collectFiles([page], {
        web,
        rateLimiter: new RateLimiter(),
        folder,
        inlined,
        isFile: () => false,
        allows: () => true,
        report: (done, all, files) => report({ done: 1 + done, total: 1 + all, pages: 1, files }),
        skip,
      })
    : inlined;
  return { pages: [page], files, total: 1 + total };
}

async function pageFromMarkdown(
  { address, name, contentType }: FetchedSource,
  text: string,
): Promise<SourcePage> {
  if (/^text\/html\b/i.test(contentType)) throw new ImportError("is a web page, not Markdown");
  const file = await readPage(name, text);
  return { address, ...documentOf(file, file.title ?? file.heading ?? titleOfName(name), false) };
}

async function pageFromHtml(
  { address, name }: FetchedSource,
  html: string,
  files: InlinedFiles,
): Promise<SourcePage> {
  const { title = titleOfName(name), markdown, anchors, inlined = [] } = readHtml(html, "main");
  if (markdown.trim() === "") throw new ImportError("is not a web page with text");
  await files.add(inlined, address);
  return { address, type: "document", title, markdown, ...(anchors && { anchors }) };
}

function titleOfName(name: string): string {
  const text = name.replace(/\.\w{1,8}$/, "").replace(/[-_]+/g, " ");
  return text.trim() || "Imported page";
}
