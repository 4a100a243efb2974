import { type Static, Type } from "@sinclair/typebox";
import type { Document } from "../../content/document/index.ts";
import { blocksToMarkdown, checkBlocks } from "../../content/index.ts";
import { badInput } from "../../platform/index.ts";
import type { DocumentFormat } from "../http/index.ts";

/** A document as an author sends it: as Markdown or as blocks. */
export function MarkdownOrBlocksInput(maxLength: number, description?: string) {
  return Type.Object({
    markdown: Type.Optional(Type.String({ maxLength, ...(description !== undefined && { description }) })),
    document: Type.Optional(
      Type.Object(
        { object: Type.Literal("document") },
        { description: "The same as blocks, in the shape in which they are read." },
      ),
    ),
  });
}
export type MarkdownOrBlocksInput = Static<ReturnType<typeof MarkdownOrBlocksInput>>;

/** What an author wrote, checked. */
export async function readMarkdownOrBlocks(
  { markdown, document }: MarkdownOrBlocksInput,
  field: string,
): Promise<{ markdown?: string; document?: Document }> {
  if (document === undefined) return markdown === undefined ? {} : { markdown };
  if (markdown !== undefined) throw badInput(field, "must have either markdown or document, not both");
  return { document: await checkBlocks(document, `${field}.document`) };
}

/** What an author wrote that belongs to no page, as Markdown, in which everything is kept. */
export async function readAsMarkdown(
  written: MarkdownOrBlocksInput,
  field: string,
  longest: number,
): Promise<string | undefined> {
  const { markdown, document } = await readMarkdownOrBlocks(written, field);
  return document === undefined ? markdown : blocksToMarkdown(document, `${field}.document`, longest);
}

/** Any of its nodes: they are written out as they are. */
export const DocumentBlocks = Type.Unsafe<Document>({
  title: "Document",
  description: "A document as blocks, where it is asked for by `format=document`.",
});

/** A text that belongs to no page, in the form that was asked for. */
export const MarkdownOrBlocks = Type.Object({
  markdown: Type.Optional(Type.String()),
  document: Type.Optional(DocumentBlocks),
});

/** How many bytes of such texts are shown on one page of a list: as blocks they take many times as much. */
export const maxListedTextBytes: Readonly<Record<DocumentFormat, number>> = {
  markdown: 8 * 1024 * 1024,
  document: 256 * 1024,
};

/**
 * The texts of some rows in this form. As Markdown each is what was written, to the letter. As blocks, which clients
 * draw, it has only addresses that are safe to be opened.
 */
export async function presentTexts<Row extends { readonly body: string }>(
  rows: readonly Row[],
  format: DocumentFormat,
): Promise<{ readonly row: Row; readonly body: Static<typeof MarkdownOrBlocks> }[]> {
  if (format === "markdown") return rows.map((row) => ({ row, body: { markdown: row.body } }));
  const { documentInTurns } = await import("../../content/document/markdown.ts");
  const { withSafeAddresses } = await import("../../content/document/safe-addresses.ts");
  const shown = [];
  for (const row of rows)
    shown.push({ row, body: { document: withSafeAddresses(await documentInTurns(row.body, 0)) } });
  return shown;
}
