import { type Static, Type } from "@sinclair/typebox";
import { type Document, documentFromMarkdownYielding, sanitizeUrls } from "../../content/document/index.ts";
import {
  blocksToMarkdown,
  checkBlocks,
  hasTooManyNodes,
  nodeLimit,
  unlessTooLarge,
} from "../../content/index.ts";
import { badInput } from "../../platform/index.ts";
import type { DocumentFormat } from "../http/index.ts";

/** A document in a request, as Markdown or as blocks. */
export function MarkdownOrBlocksInput(maxLength: number, description?: string) {
  return Type.Object({
    markdown: Type.Optional(Type.String({ maxLength, ...(description !== undefined && { description }) })),
    document: Type.Optional(
      Type.Object(
        { object: Type.Literal("document") },
        { description: "The document as blocks, in the format of replies." },
      ),
    ),
  });
}
export type MarkdownOrBlocksInput = Static<ReturnType<typeof MarkdownOrBlocksInput>>;

export async function readMarkdownOrBlocks({ markdown, document }: MarkdownOrBlocksInput, field: string) {
  if (document === undefined) return markdown === undefined ? {} : { markdown };
  if (markdown !== undefined) throw badInput(field, "must have either markdown or document, not both");
  return { document: await checkBlocks(document, `${field}.document`) };
}

/** Reads a document that is stored as Markdown outside of a page, such as a comment. */
export async function readAsMarkdown(input: MarkdownOrBlocksInput, field: string, maxLength: number) {
  const { markdown, document } = await readMarkdownOrBlocks(input, field);
  if (document !== undefined) return blocksToMarkdown(document, `${field}.document`, maxLength);
  if (markdown !== undefined && (await hasTooManyNodes(markdown)))
    throw badInput(`${field}.markdown`, nodeLimit);
  return markdown;
}

/** Serialized without a schema for its nodes. */
export const DocumentBlocks = Type.Unsafe<Document>({
  title: "Document",
  description: "A document as blocks, if `format=document` is requested.",
});

/** A document outside of a page, in the requested format. */
export const MarkdownOrBlocks = Type.Object({
  markdown: Type.Optional(Type.String()),
  document: Type.Optional(DocumentBlocks),
});

/** The maximum total size of documents on one page of a list, measured as Markdown. Blocks are many times larger. */
export const maxListedTextBytes: Readonly<Record<DocumentFormat, number>> = {
  markdown: 8 * 1024 * 1024,
  document: 64 * 1024,
};

/** Presents the bodies of rows. Markdown is returned unchanged. Unsafe URLs are removed from blocks, because clients render them. */
export async function presentTexts<Row extends { readonly body: string }>(
  rows: readonly Row[],
  format: DocumentFormat,
): Promise<{ readonly row: Row; readonly body: Static<typeof MarkdownOrBlocks> }[]> {
  if (format === "markdown") return rows.map((row) => ({ row, body: { markdown: row.body } }));
  const presented = [];
  for (const row of rows) {
    const document = await unlessTooLarge(documentFromMarkdownYielding(row.body, 0));
    // A text that was stored before the number of nodes was limited may have too many.
    presented.push({ row, body: document ? { document: sanitizeUrls(document) } : { markdown: row.body } });
  }
  return presented;
}
