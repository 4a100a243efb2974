import {
  type Content,
  type ContentDiff,
  diffContents,
  type FileRecord,
  type PageRecord,
} from "../../content/index.ts";
import { findPage, pathOf } from "../../content/pages/index.ts";
import type { Context } from "../http/index.ts";
import { DocumentIds } from "./document-ids.ts";
import type { SemanticChange } from "./page-schema.ts";

/** The attributes whose change is a `page_edited`. A change of the position is a `page_moved`. */
const pageAttributes = [
  "title",
  "linkTitle",
  "description",
  "slug",
  "document",
  "cover",
  "emoji",
  "icon",
  "layout",
  "variables",
  "tags",
  "target",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
] as const satisfies (keyof PageRecord)[];

export async function presentChanges(
  context: Context,
  spaceId: string,
  before: Content,
  after: Content,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<{ changes: SemanticChange[]; more?: number }> {
  const diff = await diffContents(before, after);
  const documentIds = new DocumentIds(context, spaceId);
  const deferred = [
    ...pageChanges(before, after, diff, documentIds),
    ...fileChanges(context, spaceId, diff),
    ...variableChanges(diff),
    ...reusableContentChanges(diff, documentIds),
  ];
  const changes: SemanticChange[] = [];
  for (const present of deferred.slice(skip, skip + limit)) changes.push(await present());
  const more = deferred.length - skip - limit;
  return { changes, ...(more > 0 && { more }) };
}

/** Presents one change. Deferred, because finding the path of a page requires reads. */
type DeferredChange = () => Promise<SemanticChange> | SemanticChange;

function pageChanges(
  before: Content,
  after: Content,
  { pages }: ContentDiff,
  documentIds: DocumentIds,
): DeferredChange[] {
  const created: DeferredChange[] = [];
  const edited: DeferredChange[] = [];
  const moved: DeferredChange[] = [];
  const deleted: DeferredChange[] = [];
  for (const { key: id, before: previous, after: current } of pages) {
    if (current === undefined) {
      if (previous !== undefined)
        deleted.push(async () => ({ type: "page_deleted", page: await describePage(before, id, previous) }));
    } else if (previous === undefined) {
      created.push(async () => ({ type: "page_created", page: await describePage(after, id, current) }));
    } else {
      const attributes = withDocumentIds(diffFields(previous, current, pageAttributes), documentIds);
      if (Object.keys(attributes).length > 0)
        edited.push(async () => ({
          type: "page_edited",
          page: await describePage(after, id, current),
          attributes,
        }));
      if (previous.parent !== current.parent || previous.order !== current.order)
        moved.push(() => describeMove(before, after, id, previous, current));
    }
  }
  return [...created, ...edited, ...moved, ...deleted];
}

async function describeMove(
  before: Content,
  after: Content,
  id: string,
  previous: PageRecord,
  current: PageRecord,
): Promise<SemanticChange> {
  const [from, to] = [await findPage(before, previous.parent), await findPage(after, current.parent)];
  return {
    type: "page_moved",
    page: await describePage(after, id, current),
    parent: {
      ...(from && { before: await describePage(before, previous.parent, from) }),
      ...(to && { after: await describePage(after, current.parent, to) }),
    },
  };
}

async function describePage(content: Content, id: string, record: PageRecord) {
  const path = record.type === "link" ? undefined : await pathOf(content, record);
  return { id, type: record.type, title: record.title, ...(path !== undefined && { path }) };
}

function fileChanges({ fileLinks }: Context, spaceId: string, { files }: ContentDiff): DeferredChange[] {
  const withUrl = (record: FileRecord) => ({ ...record, downloadURL: fileLinks.urlOf(spaceId, record) });
  return files.map(({ key, before, after }) => () => {
    const { name, contentType, downloadURL } = withUrl(
      after ?? before ?? { name: "", contentType: "", size: 0, blob: "" },
    );
    const file = { id: key, name, contentType, downloadURL };
    if (before === undefined) return { type: "file_created", file };
    if (after === undefined) return { type: "file_deleted", file };
    const names = ["name", "downloadURL", "size", "contentType", "dimensions"] as const;
    return { type: "file_edited", file, attributes: diffFields(withUrl(before), withUrl(after), names) };
  });
}

function variableChanges({ variables }: ContentDiff): DeferredChange[] {
  if (variables.length === 0) return [];
  const all = Object.fromEntries(variables.map(({ key, ...change }) => [key, change]));
  return [() => ({ type: "variables_edited", variables: all })];
}

function reusableContentChanges(
  { reusableContents }: ContentDiff,
  documentIds: DocumentIds,
): DeferredChange[] {
  return reusableContents.map(({ key, before, after }) => () => {
    const { title = "", document } = after ?? before ?? {};
    const reusableContent = { id: key, title, document: documentIds.idOf(document) };
    if (before === undefined) return { type: "reusable_content_created", reusableContent };
    if (after === undefined) return { type: "reusable_content_deleted", reusableContent };
    const attributes = withDocumentIds(diffFields(before, after, ["title", "document"]), documentIds);
    return { type: "reusable_content_edited", reusableContent, attributes };
  });
}

/** The attributes with different values, before and after. */
function diffFields<T, K extends keyof T & string>(before: T, after: T, names: readonly K[]) {
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]));
}

type Change<V> = { readonly before: V; readonly after: V };

/** Replaces the hashes of a changed document by ids. */
function withDocumentIds<A extends { document?: Change<string | undefined> }>(
  attributes: A,
  ids: DocumentIds,
): A {
  const { document } = attributes;
  if (document === undefined) return attributes;
  return { ...attributes, document: { before: ids.idOf(document.before), after: ids.idOf(document.after) } };
}
