import { type Static, Type } from "@sinclair/typebox";
import { type Context, HttpUrl, StringEnum, Timestamp } from "../../api/http/index.ts";
import { User } from "../../api/users/index.ts";
import type { Block } from "../../content/document/index.ts";
import { type PageRecord, pageTypes, readWriterBlocks } from "../../content/index.ts";
import { ancestorsOf } from "../../content/pages/index.ts";
import {
  collectParts,
  type DocumentInput,
  findPageLanguage,
  loadIcons,
  outlineOf,
  readEmbeds,
  readLinkedSpecs,
  readSpecFiles,
  wordsOf,
  writeDocument,
  writeEmoji,
} from "../../site/index.ts";
import { revisionTypes } from "../../storage/database/index.ts";
import { conflictsUrlOf, hideConflicts } from "./conflict-notices.ts";
import { type ReadContent, readWriterTargets, type WriterTargets } from "./targets.ts";

const Image = Type.Object({
  src: HttpUrl,
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
});

const Document = Type.Object({
  html: Type.String({ description: "Without scripts, inline styles and anything of another host." }),
  styles: Type.String({ description: "The rules of the classes that only this document uses." }),
  language: Type.String(),
  direction: StringEnum(["ltr", "rtl"]),
  outline: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), level: Type.Integer() })),
});

const ReadRevision = Type.Object(
  {
    id: Type.String(),
    type: StringEnum(revisionTypes),
    createdAt: Timestamp,
    createdBy: Type.Optional(User),
  },
  { description: "Present if the page is read in a revision." },
);

export type PageHtml = Static<typeof PageHtml>;
export const PageHtml = Type.Object(
  {
    object: Type.Literal("page-html"),
    id: Type.String(),
    type: StringEnum(pageTypes),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String({ description: "The emoji or the icon, as HTML." })),
    cover: Type.Optional(
      Type.Object({
        light: Image,
        dark: Type.Optional(Image),
        yPos: Type.Number({ description: "By how many pixels the image is moved down." }),
      }),
    ),
    hidden: Type.Optional(Type.Boolean()),
    condition: Type.Optional(Type.String()),
    updatedAt: Timestamp,
    ancestors: Type.Array(
      Type.Object({ id: Type.String(), title: Type.String(), type: StringEnum(pageTypes) }),
    ),
    document: Type.Optional(Document),
    revision: Type.Optional(ReadRevision),
  },
  { title: "PageHtml" },
);

export type ReusableContentHtml = Static<typeof ReusableContentHtml>;
export const ReusableContentHtml = Type.Object(
  {
    object: Type.Literal("reusable-content-html"),
    id: Type.String(),
    title: Type.String(),
    document: Document,
  },
  { title: "ReusableContentHtml" },
);

/** The words of the workspace in documents. */
export const writerLocale = "en";
const conditionLabel = "Shown if";

/** A page as its writers see it. Groups and links have no document. */
export async function renderPageHtml(
  context: Context,
  read: ReadContent,
  id: string,
  page: PageRecord,
): Promise<PageHtml> {
  const document =
    page.type === "document"
      ? await renderDocument(context, read, { origin: id, page, hash: page.document })
      : undefined;
  const icons = await loadIcons("regular");
  const icon = page.emoji === undefined ? page.icon && icons(page.icon) : writeEmoji(page.emoji);
  const ancestors = await ancestorsOf(read.content, page);
  return {
    object: "page-html",
    id,
    type: page.type,
    title: page.title,
    ...(page.description !== undefined && { description: page.description }),
    ...(icon && { icon: icon.text }),
    ...(document?.cover && { cover: document.cover }),
    ...(page.hidden && { hidden: true }),
    ...(page.condition !== undefined && { condition: page.condition }),
    updatedAt: page.updatedAt,
    ancestors: [...ancestors]
      .reverse()
      .map(([ancestorId, { title, type }]) => ({ id: ancestorId, title, type })),
    ...(document && { document: document.document }),
  };
}

interface DocumentSource {
  /** The page with the document; undefined for a reusable content. */
  readonly origin: string | undefined;
  readonly page?: PageRecord;
  readonly hash: string | undefined;
  readonly title?: string;
}

/** Blocks with everything that is needed to write them. */
interface WriterBlocks {
  readonly blocks: readonly Block[];
  readonly parts: Awaited<ReturnType<typeof collectParts>>;
  readonly targets: WriterTargets;
}

/** Writes blocks as writers see them. Players of other hosts are links. */
export async function writeWriterDocument(
  context: Context,
  { organization_id, repository_id }: ReadContent["space"],
  { blocks, parts, targets }: WriterBlocks,
  options: Pick<DocumentInput, "hasAnchors" | "decorate"> = {},
) {
  const { topHeading, embeds: embedded, apiBlocks } = parts;
  const embeds = await readEmbeds(context, organization_id, embedded);
  const space = { repositoryId: repository_id };
  const fileOf = await readSpecFiles(context, { space }, apiBlocks, targets);
  const linked = await readLinkedSpecs(context, organization_id, apiBlocks);
  return writeDocument({
    blocks,
    topHeading,
    targets: { ...targets, specOf: (ref) => fileOf(ref) ?? linked.specOf(ref) },
    embedOf: (url) => {
      const embed = embeds.embedOf(url);
      return embed && { title: embed.title, site: embed.site, description: embed.description };
    },
    words: wordsOf(writerLocale),
    locale: writerLocale,
    opensNewTabs: true,
    iconOf: await loadIcons("regular"),
    conditionLabel,
    hasKeys: true,
    ...options,
  });
}

export async function renderDocument(context: Context, read: ReadContent, source: DocumentSource) {
  const { content, space } = read;
  const { origin, page, hash, title = page?.title ?? "" } = source;
  const written = await readWriterBlocks({ content, origin, hash, ...(page && { page }) });
  const blocks = hideConflicts(written, conflictsUrlOf(context.urls, read.path));
  const parts = await collectParts(blocks, page?.cover);
  const targets = await readWriterTargets(context, read, parts.refs, origin);
  const { body, styles } = await writeWriterDocument(context, space, { blocks, parts, targets });
  const { language, direction } = await findPageLanguage(title, blocks, writerLocale);
  const light = page?.cover?.ref && targets.imageOf(page.cover.ref);
  const dark = page?.cover?.refDark && targets.imageOf(page.cover.refDark);
  return {
    cover: light && { light, ...(dark && { dark }), yPos: page?.cover?.yPos ?? 0 },
    document: { html: body.text, styles, language, direction, outline: await outlineOf(blocks) },
  };
}
