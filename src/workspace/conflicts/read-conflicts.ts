import { type ChangeRequestRow, readFoundConflicts } from "../../api/change-requests/index.ts";
import { openSpaceContent, presentFile } from "../../api/content/index.ts";
import type { Context } from "../../api/http/index.ts";
import type { SpaceRow } from "../../api/spaces/index.ts";
import {
  type ConflictMap,
  findMarkedRecords,
  type MarkedRecord,
  type OpenConflict,
} from "../../content/conflicts/index.ts";
import type { Content, FileRecord, PageRecord } from "../../content/index.ts";
import { writeLinks } from "../../content/links/index.ts";
import { type LinkedText, splitMarkedValue } from "../../content/merge/index.ts";
import { findPages, locatePages } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import type { Conflict, ConflictVersion } from "./schema.ts";

/** The conflicts of a change request that are not settled, and how many of those that updates found are. */
export interface OpenConflicts {
  readonly content: Content;
  readonly marked: readonly MarkedRecord[];
  readonly conflicts: readonly OpenConflict[];
  readonly settled: number;
}

export async function readOpenConflicts(
  context: Context,
  space: SpaceRow,
  changeRequest: Pick<ChangeRequestRow, "id" | "root" | "marked">,
): Promise<OpenConflicts> {
  const content = openSpaceContent(context, space, changeRequest.root);
  return findOpenConflicts(context, content, changeRequest.id, JSON.parse(changeRequest.marked) as string[]);
}

export async function findOpenConflicts(
  { database }: Context,
  content: Content,
  changeRequestId: string,
  conflictKeys: readonly string[],
): Promise<OpenConflicts> {
  if (conflictKeys.length === 0) return { content, marked: [], conflicts: [], settled: 0 };
  const found = await readFoundConflicts(database.read, changeRequestId);
  const marked = await findMarkedRecords(content, conflictKeys, found);
  const conflicts = marked.flatMap((record) => record.conflicts);
  const open = new Set(conflicts.flatMap((conflict) => conflict.found ?? []));
  return { content, marked, conflicts, settled: found.length - open.size };
}

/** Presents conflicts with the titles and paths of what they are in. */
export async function presentConflicts(
  context: Context,
  spaceId: string,
  { content, marked }: OpenConflicts,
  conflicts: readonly OpenConflict[],
): Promise<Conflict[]> {
  const ids = conflicts.flatMap(({ map, key }) => (map === "pages" ? key : []));
  const located = await locatePages(content, [...new Set(ids)]);
  const parents = conflicts.flatMap(({ name, base, ours, theirs }) =>
    name === "parent" ? [base, ours, theirs].filter((id) => typeof id === "string") : [],
  );
  const names = await findPages(content, new Set(parents.filter((id) => id !== "")));
  const records = new Map(marked.map((record) => [`${record.map}/${record.key}`, record.record]));
  const presented: Conflict[] = [];
  const yielder = new EventLoopYielder();
  for (const conflict of conflicts) {
    await yielder.yieldIfDue();
    const { id, map, key, kind, name, deletedBy, found } = conflict;
    const record = records.get(`${map}/${key}`);
    const version = async (value: unknown): Promise<ConflictVersion | undefined> => {
      if (value === undefined) return undefined;
      if (isText(value)) {
        const origin = map === "pages" ? key : undefined;
        return { markdown: await writeLinks(content, origin, value.text, value.links) };
      }
      if (map === "files") return { file: presentFile(key, value as FileRecord, context, spaceId) };
      if (name !== "parent") return { value };
      const title = names.get(String(value))?.title;
      return { parent: value === "" ? null : { id: String(value), title: cleanTitle(title ?? "") } };
    };
    const [base, ours, theirs] = [
      await version(conflict.base),
      await version(conflict.ours),
      await version(conflict.theirs),
    ];
    presented.push({
      object: "conflict",
      id,
      kind: kind === "field" ? (name === "parent" ? "position" : "attribute") : kind,
      subject: subjectOf(map, key, record, located.get(key)?.path),
      ...(name !== undefined && { field: name }),
      ...(found?.kind === "field" && found.isFrontMatter && { isFrontMatter: true }),
      ...(deletedBy && { deletedBy }),
      ...(base && { base }),
      ...(ours && { ours }),
      ...(theirs && { theirs }),
      choices: kind === "text" ? ["ours", "theirs", "both", "written"] : ["ours", "theirs", "written"],
    });
  }
  return presented;
}

export function isText(value: unknown): value is LinkedText {
  return typeof value === "object" && value !== null && "text" in value && "links" in value;
}

function subjectOf(
  map: ConflictMap,
  id: string,
  record: MarkedRecord["record"] | undefined,
  path: string | undefined,
): Conflict["subject"] {
  if (map === "variables" || record === undefined || typeof record === "string")
    return { type: "variable", id, title: id };
  if ("blob" in record) return { type: "file", id, title: cleanTitle(record.name) };
  const title = cleanTitle(record.title);
  if (map === "reusableContents") return { type: "reusable-content", id, title };
  const { type } = record as PageRecord;
  return { type: type === "document" ? "page" : type, id, title, ...(path && { path }) };
}

/** A title or name without conflict markers: what is before them, or else our version. */
function cleanTitle(title: string): string {
  const versions = splitMarkedValue(title);
  return versions === undefined ? title : versions.before || (versions.ours ?? versions.theirs ?? "");
}
