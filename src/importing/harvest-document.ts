import { readFile, stat } from "node:fs/promises";
import type { HtmlPage } from "./html/html-page.ts";
import { readHtml } from "./html/read-html.ts";
import { decodeText } from "./markdown-tree/decode-text.ts";
import { documentOf } from "./markdown-tree/pages-of-outline.ts";
import { readPage } from "./markdown-tree/read-page.ts";
import { type Harvest, type Harvesting, ImportError, importLimits, type SourcePage } from "./source.ts";
import { collectFiles } from "./website/collect-files.ts";
import { holdOnDisk } from "./website/hold-on-disk.ts";
import { Pace } from "./website/pace.ts";
import type { Web } from "./website/web.ts";

/** A source that is on the disk now. */
export interface Found {
  readonly path: string;
  /** Where it was: an address, or the name of a file. */
  readonly address: string;
  readonly name: string;
  readonly contentType: string;
}

/** One page, in Markdown or HTML, with the images that it shows. */
export async function harvestDocument(
  source: "markdown" | "html",
  found: Found,
  web: Web,
  harvesting: Harvesting,
): Promise<Harvest> {
  const { size } = await stat(found.path);
  // Of HTML, much is not the text of the page.
  if (size > 5 * importLimits.document) throw new ImportError("is too large for one page");
  const text = decodeText(await readFile(found.path));
  if (text === undefined || text.slice(0, 4096).includes("\0")) throw new ImportError("is no text");
  const held = new Map<string, string>();
  const hold = (images: HtmlPage["images"]) => holdOnDisk(images, harvesting.folder, held);
  const page = source === "html" ? await pageOfHtml(found, text, hold) : await pageOfMarkdown(found, text);
  if ((page.markdown?.length ?? 0) > importLimits.document)
    throw new ImportError("is too large for one page");
  const { files, total } = await filesOf(page, held, web, harvesting);
  return { pages: [page], files, total: 1 + total };
}

async function pageOfMarkdown({ address, name, contentType }: Found, text: string): Promise<SourcePage> {
  if (/^text\/html\b/i.test(contentType)) throw new ImportError("is a web page, and no Markdown");
  const file = await readPage(name, text);
  return { address, ...documentOf(file, file.title ?? file.heading ?? stemOf(name), false) };
}

async function pageOfHtml(
  { address, name }: Found,
  html: string,
  hold: (images: HtmlPage["images"]) => Promise<void>,
): Promise<SourcePage> {
  const { title = stemOf(name), markdown, images } = readHtml(html, "main");
  await hold(images);
  if (markdown.trim() === "") throw new ImportError("is no web page with a text in it");
  return { address, type: "document", title, markdown };
}

function stemOf(name: string): string {
  return (
    name
      .replace(/\.\w{1,8}$/, "")
      .replace(/[-_]+/g, " ")
      .trim() || "Imported page"
  );
}

/** What a page from the web shows; a file of this machine brings nothing along but what is in it. */
async function filesOf(
  page: SourcePage,
  held: ReadonlyMap<string, string>,
  web: Web,
  { folder, report }: Harvesting,
) {
  const isFromWeb = /^https?:/i.test(page.address);
  if (!isFromWeb && held.size === 0) return { files: [], total: 0 };
  return collectFiles([page], {
    web,
    pace: new Pace(),
    folder,
    held,
    isFile: () => false,
    allows: () => isFromWeb,
    report: (done, total) => report({ done: 1 + done, total: 1 + total }),
  });
}
