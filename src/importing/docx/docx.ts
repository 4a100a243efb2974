import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { readDocument } from "../html/index.ts";
import { splitDocument, withTitleSlug } from "../services/index.ts";
import {
  contentTypeOf,
  extensionOf,
  type ImportContext,
  ImportError,
  type ImportedTree,
  importLimits,
  nameOfPath,
  readHead,
  type SourceFile,
  withoutExtension,
} from "../source/index.ts";
import { readDocxHtml } from "./docx-html.ts";
import { type DocxParts, openDocx } from "./open-docx.ts";
import { runConverter } from "./run-converter.ts";
import { writeStoredZip } from "./stored-zip.ts";

/** Imports a Word document as one page, or as several if it is long, with its images. */
export async function importDocx(
  path: string,
  context: ImportContext,
  name = basename(path),
): Promise<ImportedTree> {
  const parts = await openDocx(path, context.folder);
  const converted = await convert(parts, context.folder);
  const used = new Map<string, string>();
  const { title, document } = readDocxHtml(converted, (image) => {
    if (!parts.images.has(image)) return undefined;
    // The names of images in the document are arbitrary numbers.
    return used.getOrInsertComputed(image, () => `media/image${used.size + 1}.${extensionOf(image)}`);
  });
  const { markdown, anchors } = readDocument(document, "all");
  const pages = splitDocument({ address: name, title: title || withoutExtension(name), markdown, anchors });
  const files = await Promise.all(
    Array.from(used, ([image, address]) => fileOf(address, parts.images.get(image))),
  );
  const total = pages.length + files.length;
  const fits = limitPages();
  const added = await Promise.all(
    pages.filter(({ markdown }) => fits(markdown?.length ?? 0)).map(withTitleSlug),
  );
  if (added[0]?.address !== name) throw new ImportError("The Word document is too long");
  context.report({ done: total, total });
  return { pages: added, files, total };
}

function limitPages(): (length: number) => boolean {
  let [count, text] = [0, 0];
  return (length) => {
    if (length > importLimits.document || text + length > importLimits.text || count >= importLimits.pages)
      return false;
    count++;
    text += length;
    return true;
  };
}

/** Converts a document. The content of each image is its path, so that no image is held in memory. */
async function convert({ xml, images }: DocxParts, folder: string): Promise<string> {
  const files = new Map<string, Uint8Array>(xml);
  for (const path of images.keys()) files.set(path, Buffer.from(path));
  const to = join(folder, "docx-text");
  await writeFile(to, writeStoredZip(files));
  return runConverter(to, folder);
}

async function fileOf(address: string, path = ""): Promise<SourceFile> {
  const name = nameOfPath(address);
  return { address, name, contentType: contentTypeOf(name, await readHead(path)), path };
}
