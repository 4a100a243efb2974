import { type Static, Type } from "@sinclair/typebox";
import { type Document, markdownSteps } from "../../content/document/index.ts";
import {
  blocksOfSource,
  type Content,
  checkBlocks,
  limits,
  nodeLimit,
  patchWithBlocks,
  unlessTooLarge,
} from "../../content/index.ts";
import { resolveLinks, writeLinks } from "../../content/links/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { convertClipboard, type ReadClipboard } from "../../importing/clipboard/index.ts";
import { badInput, finishYielding, requireFound } from "../../platform/index.ts";
import { MarkdownOrBlocks } from "../content/index.ts";
import { type Context, StreamedJson, StringEnum } from "../http/index.ts";
import type { OnLinkedContent } from "./access.ts";
import { referToPages } from "./workspace-links.ts";

/** The maximum length of HTML, with the images in it. */
const maxHtmlLength = 16 * 1024 * 1024;

export const PageOption = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 256,
    description:
      "The id of the page that paths are relative to. Blocks that it has, too, are written as they are there.",
  }),
);

export const Conversion = Type.Object({
  html: Type.Optional(
    Type.String({ maxLength: maxHtmlLength, description: "HTML as programs put it on the clipboard." }),
  ),
  markdown: Type.Optional(Type.String({ maxLength: limits.document })),
  document: Type.Optional(
    Type.Object({ object: Type.Literal("document") }, { description: "Blocks, in the format of replies." }),
  ),
  dialect: Type.Optional(
    StringEnum(["any"], {
      description: "The Markdown may be that of another program, such as its callouts.",
    }),
  ),
  page: PageOption,
  format: Type.Optional(
    StringEnum(["document", "markdown"], {
      description: "The format of the result. The default is `markdown` for blocks, else `document`.",
    }),
  ),
});

export const Converted = Type.Intersect(
  [
    MarkdownOrBlocks,
    Type.Object({
      images: Type.Array(
        Type.Object({
          url: Type.String({ description: "The URL that the result has for the image." }),
          name: Type.String(),
          contentType: Type.String(),
          base64: Type.String(),
        }),
        { description: "The images in the HTML itself, to be uploaded." },
      ),
      omittedImages: Type.Integer({ description: "The number of images that only another computer has." }),
    }),
  ],
  { title: "ConvertedContent" },
);

type Found = OnLinkedContent & { readonly context: Context; readonly body: Static<typeof Conversion> };

export async function convert(call: Found): Promise<StreamedJson> {
  const { content, body } = call;
  const sources = [body.html, body.markdown, body.document].filter((source) => source !== undefined);
  if (sources.length !== 1) throw badInput("body", "must have one of html, markdown and document");
  const page = await pageOf(content, body.page);
  const { images, omittedImages, ...source } = await readSource(call);
  const format = body.format ?? (body.document === undefined ? "document" : "markdown");
  const converted =
    format === "document"
      ? { document: await toBlocks(content, page.id, source) }
      : { markdown: await toMarkdown(content, page, source) };
  return new StreamedJson({
    ...converted,
    images: images.map(({ address, bytes, name, contentType }) => ({
      url: address,
      name,
      contentType,
      base64: Buffer.from(bytes).toString("base64"),
    })),
    omittedImages,
  });
}

type Source = { readonly markdown: string } | { readonly blocks: Document };

/** The page that paths are relative to. */
interface Page {
  readonly id: string | undefined;
  readonly hash: string | undefined;
}

export async function pageOf(content: Content, id: string | undefined): Promise<Page> {
  if (id === undefined) return { id, hash: undefined };
  const page = requireFound(await findPage(content, id), "page: Page");
  return { id, hash: page.document };
}

async function readSource(call: Found): Promise<Source & Pick<ReadClipboard, "images" | "omittedImages">> {
  const { html, markdown = "", document, dialect } = call.body;
  const none = { images: [], omittedImages: 0 };
  if (document !== undefined) return { blocks: await checkBlocks(document, "document"), ...none };
  if (html === undefined && dialect === undefined) return { markdown, ...none };
  const read = await convertClipboard(html === undefined ? { markdown } : { html });
  if (read.markdown.length > limits.document)
    throw badInput("html", `must be at most ${limits.document} characters as Markdown`);
  return { ...read, markdown: await referToPages(call.context, call, read.markdown) };
}

async function toBlocks(content: Content, origin: string | undefined, source: Source): Promise<Document> {
  const markdown =
    "markdown" in source ? source.markdown : await finishYielding(markdownSteps(source.blocks));
  const document = await unlessTooLarge(blocksOfSource(content, origin, { markdown }));
  if (document === undefined) throw badInput("markdown", nodeLimit);
  return document;
}

/** Writes Markdown with the current paths of pages and files. */
async function toMarkdown(content: Content, { id, hash }: Page, source: Source): Promise<string> {
  const markdown =
    "markdown" in source ? source.markdown : await patchWithBlocks(content, id, { hash }, source.blocks);
  return writeLinks(content, id, markdown, await resolveLinks(content, id, markdown));
}
