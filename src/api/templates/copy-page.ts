import type { Change, InsertPage } from "../../content/changes/index.ts";
import { copyMarkdown, type FileRecord, getRecords, type PageRecord } from "../../content/index.ts";
import { patchFrontMatter } from "../../content/markdown/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { notFound } from "../../platform/index.ts";
import { copyBlobs } from "../../storage/files/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findSpaceForUser, type SpaceRow } from "../spaces/index.ts";
import { findShippedPage } from "./shipped-templates.ts";
import { isMarked } from "./store.ts";

type PlacedPage = Pick<InsertPage, "title" | "into" | "at">;

/** The changes that insert a copy of a template into a space. The bytes of files are copied before. */
export async function changesFromTemplate(
  context: Context,
  space: SpaceRow,
  userId: string,
  template: string,
  { title, ...position }: PlacedPage,
): Promise<Change[]> {
  const shipped = await findShippedPage(template);
  if (shipped === undefined) return copyPage(context, space, userId, template, { title, ...position });
  const { id, markdown, ...attributes } = shipped;
  const titled = { ...attributes, ...(title !== undefined && { title }) };
  return [{ operation: "insert_page", ...titled, ...position, document: { markdown } }];
}

/** Templates of an organization have the ids of their space and page as their id. */
export function templateIdOf(spaceId: string, pageId: string): string {
  return `${spaceId}.${pageId}`;
}

async function copyPage(
  context: Context,
  space: SpaceRow,
  userId: string,
  template: string,
  { title, ...position }: PlacedPage,
): Promise<Change[]> {
  const { from, page } = await findTemplate(context, space, userId, template);
  const source = openSpaceContent(context, from, from.root);
  const isSameSpace = from.id === space.id;
  const files = new Set<string>();
  const refOfFile = (file: string) => {
    files.add(file);
    return `template~${file}`;
  };
  const markdown = await copyMarkdown(source.nodes, page.document, (target) => {
    const path = "page" in target ? `/pages/${target.page}` : `/files/${target.file}`;
    if (isSameSpace) return path;
    return "page" in target ? `/spaces/${from.id}${path}` : `./${refOfFile(target.file)}`;
  });
  const cover = isSameSpace ? page.cover : copyCover(page.cover, refOfFile);
  const records = await getRecords(source, "files", files);
  await copyBlobs(
    context.database,
    { from: from.repository_id, to: space.repository_id },
    [...records.values()].map(({ blob }) => blob),
  );
  const { emoji, icon, description, layout, variables } = page;
  const attributes = { emoji, icon, description, layout, variables, cover };
  const defined = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
  return [
    ...insertionOf(records, refOfFile),
    {
      operation: "insert_page",
      ...defined,
      title: title ?? page.title,
      ...position,
      document: { markdown: title === undefined ? markdown : await patchFrontMatter(markdown, { title }) },
    },
  ];
}

function insertionOf(files: ReadonlyMap<string, FileRecord>, refOf: (file: string) => string): Change[] {
  if (files.size === 0) return [];
  const inserted = Array.from(files, ([id, record]) => ({ ...record, ref: refOf(id) }));
  return [{ operation: "insert_files", files: inserted }];
}

function copyCover(cover: PageRecord["cover"], refOf: (file: string) => string): PageRecord["cover"] {
  if (cover === undefined) return undefined;
  const copy = (image: NonNullable<typeof cover.ref>) =>
    image.kind === "file" ? { ...image, file: refOf(image.file) } : image;
  const { ref, refDark, yPos } = cover;
  return { ...(ref && { ref: copy(ref) }), ...(refDark && { refDark: copy(refDark) }), yPos };
}

/** The page of a template, if it is one of the same organization that the user may read. */
async function findTemplate(
  context: Context,
  { organization_id }: SpaceRow,
  userId: string,
  template: string,
) {
  const [, spaceId = "", id = ""] = /^([\w-]{1,64})\.([\w-]{1,64})$/.exec(template) ?? [];
  const found = await findSpaceForUser(context.database.read, spaceId, userId);
  const from = found?.role && found.row.deleted_at === null ? found.row : undefined;
  const isOwn = from !== undefined && from.organization_id === organization_id;
  if (!isOwn || !(await isMarked(context.database.read, spaceId, id))) throw notFound("Template");
  const page = await findPage(openSpaceContent(context, from, from.root), id);
  if (page === undefined) throw notFound("Template");
  return { from, page };
}
