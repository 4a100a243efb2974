import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { readDocument } from "../html/index.ts";
import {
  type Change,
  createCheckbox,
  type Element,
  find,
  hasClass,
  innerText,
  parseHtml,
  removed,
  rewriteTree,
  unwrap,
  walk,
} from "../html/tree/index.ts";
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
import { emptyLine } from "./converter-document.ts";
import { type DocxParts, openDocx } from "./open-docx.ts";
import { runConverter, writeStoredZip } from "./run-converter.ts";

/** Imports a Word document as one page, or as several if it is long, with its images. */
export async function importDocx(
  path: string,
  context: ImportContext,
  name = basename(path),
): Promise<ImportedTree> {
  const parts = await openDocx(path, context.folder);
  const converted = await convert(parts, context.folder);
  const newPaths = new Map<string, string>();
  const { title, document } = readDocxHtml(converted, (image) => {
    if (!parts.images.has(image)) return undefined;
    // Images are renumbered: their names in the document are arbitrary.
    return newPaths.getOrInsertComputed(image, () => `media/image${newPaths.size + 1}.${extensionOf(image)}`);
  });
  const { markdown, anchors } = readDocument(document, "all");
  const pages = splitDocument({ address: name, title: title || withoutExtension(name), markdown, anchors });
  const files = await Promise.all(
    Array.from(newPaths, async ([image, address]): Promise<SourceFile> => {
      const file = nameOfPath(address);
      const path = parts.images.get(image) ?? "";
      return { address, name: file, contentType: contentTypeOf(file, await readHead(path)), path };
    }),
  );
  const total = pages.length + files.length;
  let textLength = 0;
  const added = pages
    .filter(({ markdown: { length } = "" }) => {
      const fits = length <= importLimits.document && textLength + length <= importLimits.text;
      if (fits) textLength += length;
      return fits;
    })
    .slice(0, importLimits.pages)
    .map(withTitleSlug);
  if (added[0]?.address !== name) throw new ImportError("The Word document is too long");
  context.report({ done: total, total, pages: added.length, files: files.length });
  return { pages: added, files, total };
}

/** Converts a document to HTML. Images are replaced with their paths, so that none is held in memory. */
async function convert({ xml, images }: DocxParts, folder: string): Promise<string> {
  const files = new Map<string, Uint8Array>(xml);
  for (const path of images.keys()) files.set(path, Buffer.from(path));
  const zipPath = join(folder, "docx-text");
  await writeFile(zipPath, writeStoredZip(files));
  return runConverter(zipPath, folder);
}

/** Marks footnotes and tasks for the HTML reader. `imageAt` returns the new path of an image. */
function readDocxHtml(converted: string, imageAt: (path: string) => string | undefined) {
  const document = parseHtml(converted.replaceAll(emptyLine, ""));
  const title =
    find(document, (element) => hasClass(element, "title")) ??
    find(document, ({ name }) => /^h[1-6]$/.test(name));
  const ids = new Set(walk(document).map(({ attributes }) => attributes.get("id")));
  return {
    title: title && innerText(title, { skip: ({ name }) => name === "sup" }),
    document: rewriteTree(document, (element) => {
      const { name, attributes } = element;
      if (name === "li") return changeItem(element);
      if (name === "a") return changeLink(element, ids);
      if (name !== "img") return undefined;
      const src = imageAt(attributes.get("src") ?? "");
      return src === undefined ? removed : { attributes: { src, alt: attributes.get("alt") ?? "" } };
    }),
  };
}

/** Removes the links from footnotes back to the text, and keeps only the text of links to a bookmark that does not exist. */
function changeLink(link: Element, ids: ReadonlySet<string | undefined>): Change | undefined {
  const href = link.attributes.get("href");
  if (href === undefined || !href.startsWith("#")) return undefined;
  if (/^#(?:foot|end)note-ref-/.test(href)) return removed;
  return ids.has(href.slice(1)) ? undefined : unwrap(link);
}

/** Marks the footnotes, which are a list at the end, and the items of a list that start with a checkbox character. */
function changeItem(item: Element): Change | undefined {
  const id = item.attributes.get("id") ?? "";
  if (/^(?:foot|end)note-/.test(id)) return { attributes: { id, class: "footnote" } };
  const [first, ...rest] = item.children;
  const paragraph = typeof first === "object" && first.name === "p" ? first : undefined;
  const [text, ...others] = paragraph?.children ?? item.children;
  const [, sign, task] = typeof text === "string" ? (/^([☐☑☒])\s(.*)$/s.exec(text) ?? []) : [];
  if (sign === undefined || task === undefined) return undefined;
  return {
    children: [createCheckbox(sign !== "☐"), task, ...others, ...(paragraph === undefined ? [] : rest)],
  };
}
