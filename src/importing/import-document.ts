import { readFile } from "node:fs/promises";
import { decodeHtml, InlinedFiles, readHtml } from "./html/index.ts";
import { documentOf, readPage } from "./markdown-tree/index.ts";
import {
  decodeText,
  type ImportContext,
  ImportError,
  type ImportedTree,
  importLimits,
  type SourcePage,
} from "./source/index.ts";
import { collectFiles, Pace, type Web } from "./website/index.ts";

/** A source that is on the disk now. */
export interface Found {
  readonly path: string;
  /** Where it was: an address, or the name of a file. */
  readonly address: string;
  readonly name: string;
  readonly contentType: string;
}

/** One page, in Markdown or HTML, with the images that it shows. */
export async function importDocument(
  source: "markdown" | "html",
  found: Found,
  web: Web,
  context: ImportContext,
): Promise<ImportedTree> {
  const bytes = await readFile(found.path);
  const plain = decodeText(bytes);
  if (plain === undefined) throw new ImportError("is no text");
  const text = source === "html" ? decodeHtml(bytes, found.contentType) : plain;
  const inlined = new InlinedFiles(context.folder);
  const page = source === "html" ? await pageOfHtml(found, text, inlined) : await pageOfMarkdown(found, text);
  if ((page.markdown?.length ?? 0) > importLimits.document)
    throw new ImportError("is too large for one page");
  const { files, total } = await filesOf(page, inlined, web, context);
  return { pages: [page], files, total: 1 + total };
}

async function pageOfMarkdown({ address, name, contentType }: Found, text: string): Promise<SourcePage> {
  if (/^text\/html\b/i.test(contentType)) throw new ImportError("is a web page, and no Markdown");
  const file = await readPage(name, text);
  return { address, ...documentOf(file, file.title ?? file.heading ?? stemOf(name), false) };
}

async function pageOfHtml({ address, name }: Found, html: string, files: InlinedFiles): Promise<SourcePage> {
  const { title = stemOf(name), markdown, anchors, inlined = [] } = readHtml(html, "main");
  if (markdown.trim() === "") throw new ImportError("is no web page with a text in it");
  await files.take(inlined, address);
  return { address, type: "document", title, markdown, ...(anchors && { anchors }) };
}

function stemOf(name: string): string {
  return (
    name
      .replace(/\.\w{1,8}$/, "")
      .replace(/[-_]+/g, " ")
      .trim() || "Imported page"
  );
}

/** What a page from the web shows; a file of this machine brings along only what is in it. */
async function filesOf(page: SourcePage, inlined: InlinedFiles, web: Web, { folder, report }: ImportContext) {
  if (!/^https?:/i.test(page.address)) return inlined;
  return collectFiles([page], {
    web,
    pace: new Pace(),
    folder,
    inlined,
    isFile: () => false,
    allows: () => true,
    report: (done, total) => report({ done: 1 + done, total: 1 + total }),
  });
}
