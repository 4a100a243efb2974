import type { Change, InsertPage } from "../../content/changes/index.ts";
import { copyMarkdown, type PageRecord } from "../../content/index.ts";
import { patchFrontMatter } from "../../content/markdown/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { notFound } from "../../platform/index.ts";
import { copyBlobs } from "../../storage/files/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findSpaceForUser, type SpaceRow } from "../spaces/index.ts";
import { CopiedContent } from "./copied-content.ts";
import { findShippedPage } from "./shipped-templates.ts";
import { isMarked } from "./store.ts";

type PlacedPage = Pick<InsertPage, "title" | "into" | "at">;

/** The content that gets the page: of a space or of a change request in it. */
interface TemplateTarget {
  readonly space: SpaceRow;
  readonly root: string;
}

/** The changes that insert a copy of a template, and what it uses, into a space. The bytes of files are copied before. */
export async function changesFromTemplate(
  context: Context,
  target: TemplateTarget,
  userId: string,
  template: string,
  { title, ...position }: PlacedPage,
): Promise<Change[]> {
  const shipped = await findShippedPage(template);
  if (shipped === undefined) return copyPage(context, target, userId, template, { title, ...position });
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
  { space, root }: TemplateTarget,
  userId: string,
  template: string,
  { title, ...position }: PlacedPage,
): Promise<Change[]> {
  const { from, page } = await findTemplate(context, space, userId, template);
  const { emoji, icon, description, layout, variables } = page;
  const attributes = { emoji, icon, description, layout, variables };
  const insertion = (markdown: string, cover: PageRecord["cover"]): Promise<InsertPage> =>
    insertionOf({ ...attributes, cover }, { title, ...position }, page.title, markdown);
  const content = openSpaceContent(context, from, from.root);
  if (from.id === space.id) {
    const markdown = await copyMarkdown(content.nodes, page.document, (target) =>
      "page" in target ? `/pages/${target.page}` : `/files/${target.file}`,
    );
    return [await insertion(markdown, page.cover)];
  }
  const copied = new CopiedContent({ id: from.id, content }, openSpaceContent(context, space, root));
  const markdown = await copied.copyDocument(page.document);
  const cover = copyCover(page.cover, (file) => copied.refOfFile(file));
  const changes = await copied.changes();
  await copyBlobs(
    context.database,
    { from: from.repository_id, to: space.repository_id },
    Array.from((await copied.files()).values(), ({ blob }) => blob),
  );
  return [...changes, await insertion(markdown, cover)];
}

async function insertionOf(
  attributes: Partial<PageRecord>,
  { title, ...position }: PlacedPage,
  defaultTitle: string,
  markdown: string,
): Promise<InsertPage> {
  const defined = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
  return {
    operation: "insert_page",
    ...defined,
    title: title ?? defaultTitle,
    ...position,
    document: { markdown: title === undefined ? markdown : await patchFrontMatter(markdown, { title }) },
  };
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
