import {
  type Content,
  type ContentDiff,
  diffContents,
  type FileRecord,
  type PageRecord,
} from "../../content/index.ts";
import type { Difference } from "../../content/map/index.ts";
import { findPage, pathOf } from "../../content/pages/index.ts";
import type { Context } from "../http/index.ts";
import type { SemanticChange } from "./schema.ts";

/** Attributes whose change makes a page edited. Where it stands is told as a move. */
const pageAttributes = [
  "title",
  "description",
  "slug",
  "document",
  "cover",
  "emoji",
  "icon",
  "layout",
  "variables",
  "target",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
] as const satisfies (keyof PageRecord)[];

/** What changed from one content to another, in words that a person would use; no more than the limit. */
export async function presentChanges(
  context: Context,
  spaceId: string,
  before: Content,
  after: Content,
  limit: number,
): Promise<{ changes: SemanticChange[]; more?: number }> {
  const diff = await diffContents(before, after);
  const drafts = [
    ...pageChanges(before, after, diff),
    ...fileChanges(context, spaceId, diff),
    ...variableChanges(diff),
    ...reusableContentChanges(diff),
  ];
  const changes: SemanticChange[] = [];
  for (const draft of drafts.slice(0, limit)) changes.push(await draft());
  return { changes, ...(drafts.length > limit && { more: drafts.length - limit }) };
}

/** Told when it is among those that are shown: to find a page's path costs something. */
type Draft = () => Promise<SemanticChange> | SemanticChange;

function pageChanges(before: Content, after: Content, { pages }: ContentDiff): Draft[] {
  const created: Draft[] = [];
  const edited: Draft[] = [];
  const moved: Draft[] = [];
  const deleted: Draft[] = [];
  for (const { key: id, before: old, after: young } of pages) {
    if (young === undefined) {
      if (old !== undefined)
        deleted.push(async () => ({ type: "page_deleted", page: await describePage(before, id, old) }));
    } else if (old === undefined) {
      created.push(async () => ({ type: "page_created", page: await describePage(after, id, young) }));
    } else {
      const attributes = compare(old, young, pageAttributes);
      if (Object.keys(attributes).length > 0)
        edited.push(async () => ({
          type: "page_edited",
          page: await describePage(after, id, young),
          attributes,
        }));
      if (old.parent !== young.parent || old.order !== young.order)
        moved.push(() => describeMove(before, after, id, old, young));
    }
  }
  return [...created, ...edited, ...moved, ...deleted];
}

async function describeMove(
  before: Content,
  after: Content,
  id: string,
  old: PageRecord,
  young: PageRecord,
): Promise<SemanticChange> {
  const [from, to] = [await findPage(before, old.parent), await findPage(after, young.parent)];
  return {
    type: "page_moved",
    page: await describePage(after, id, young),
    parent: {
      ...(from && { before: await describePage(before, old.parent, from) }),
      ...(to && { after: await describePage(after, young.parent, to) }),
    },
  };
}

async function describePage(content: Content, id: string, record: PageRecord) {
  const path = record.type === "link" ? undefined : await pathOf(content, record);
  return { id, type: record.type, title: record.title, ...(path !== undefined && { path }) };
}

function fileChanges({ fileLinks }: Context, spaceId: string, { files }: ContentDiff): Draft[] {
  const address = (record: FileRecord) => ({ ...record, downloadURL: fileLinks.addressOf(spaceId, record) });
  return files.map(({ key, before, after }) => () => {
    const record = address(after ?? before ?? { name: "", contentType: "", size: 0, blob: "" });
    const file = {
      id: key,
      name: record.name,
      contentType: record.contentType,
      downloadURL: record.downloadURL,
    };
    if (before === undefined) return { type: "file_created", file };
    if (after === undefined) return { type: "file_deleted", file };
    const names = ["name", "downloadURL", "size", "contentType", "dimensions"] as const;
    return { type: "file_edited", file, attributes: compare(address(before), address(after), names) };
  });
}

function variableChanges({ variables }: ContentDiff): Draft[] {
  if (variables.length === 0) return [];
  const all = Object.fromEntries(variables.map(({ key, ...change }) => [key, change]));
  return [() => ({ type: "variables_edited", variables: all })];
}

function reusableContentChanges({ reusableContents }: ContentDiff): Draft[] {
  return reusableContents.map(({ key, before, after }) => () => {
    const reusableContent = { id: key, title: "", ...(after ?? before) };
    if (before === undefined) return { type: "reusable_content_created", reusableContent };
    if (after === undefined) return { type: "reusable_content_deleted", reusableContent };
    const attributes = compare(before, after, ["title", "document"]);
    return { type: "reusable_content_edited", reusableContent, attributes };
  });
}

/** The values that differ, each as it was and as it is. */
function compare<T, K extends keyof T & string>(before: T, after: T, names: readonly K[]) {
  return Object.fromEntries(
    names.flatMap((name): [string, Omit<Difference<unknown>, "key">][] => {
      const [old, young] = [before[name], after[name]];
      if (JSON.stringify(old) === JSON.stringify(young)) return [];
      return [
        [name, { ...(old !== undefined && { before: old }), ...(young !== undefined && { after: young }) }],
      ];
    }),
  );
}
