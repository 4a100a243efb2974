import { collectNewNodes, emptyContent, emptyRoot, inMemoryNodes, rootOf } from "../../content/index.ts";
import { copyGrants, type Membership } from "../../identity/roles/index.ts";
import { concurrentlyChanged, conflict, newId, notFound } from "../../platform/index.ts";
import { noteTrashedInSites } from "../../publishing/index.ts";
import { scheduleReindexing } from "../../search/index.ts";
import type { LibraryItemTable, SpaceTable, Writer } from "../../storage/database/index.ts";
import {
  copyFormerSlugs,
  insertFirstEntry,
  insertRevision,
  keepSavedNodes,
  saveNodes,
  scheduleIndexing,
} from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import { installOnNew } from "../integrations/index.ts";
import {
  insertLibraryItem,
  lockLibraryItems,
  type ParentRef,
  positionBeside,
  requireCreateIn,
  toDefaultLevel,
  updateLibraryItem,
} from "../library-items/index.ts";
import { checkMergeRules, inheritedRules } from "../merge-rules/index.ts";
import { isSpaceAvailable, requireActive } from "./access.ts";
import type { SpaceCreate, SpaceUpdate } from "./schema.ts";
import { findSpaces, type SpaceRow } from "./store.ts";

/** The API requires an emoji for every space. */
const defaultEmoji = "📘";

interface Author {
  readonly userId: string;
  readonly now: string;
}

/** Creates a space, empty unless content is given, and returns its id. */
export async function createSpace(
  trx: Writer,
  parent: ParentRef,
  { title = "Untitled", emoji = defaultEmoji, editMode = "live", language }: SpaceCreate,
  author: Author,
  content = emptyContent(inMemoryNodes()),
): Promise<string> {
  const repository = { id: newId(), organization_id: parent.organizationId };
  await trx.insertInto("repositories").values(repository).execute();
  await saveNodes(trx, repository.id, await collectNewNodes(content));
  const fields = { emoji, edit_mode: editMode, icon_url: null, language: language ?? null };
  const space = {
    repository_id: repository.id,
    root: rootOf(content),
    ...fields,
    merge_rules: inheritedRules,
  };
  return insertSpace(trx, parent, { title }, space, author);
}

/** Inserts a space whose nodes are stored already, with its first revision. */
async function insertSpace(
  trx: Writer,
  parent: ParentRef,
  item: Pick<LibraryItemTable, "title"> & Partial<LibraryItemTable>,
  space: Pick<
    SpaceTable,
    "repository_id" | "root" | "emoji" | "edit_mode" | "icon_url" | "language" | "merge_rules"
  >,
  { userId, now }: Author,
): Promise<string> {
  const { organizationId } = parent;
  const spaceId = await insertLibraryItem(trx, parent, { kind: "space", ...item });
  const revisionId = newId();
  await trx
    .insertInto("spaces")
    .values({
      id: spaceId,
      organization_id: organizationId,
      revision_id: revisionId,
      comments: 0,
      comments_resolved: 0,
      change_requests: 0,
      change_requests_open: 0,
      change_requests_draft: 0,
      created_at: now,
      updated_at: now,
      ...space,
    })
    .execute();
  const { root } = space;
  const revision = { id: revisionId, organizationId, spaceId, parents: [], root, createdBy: userId };
  await insertRevision(trx, { ...revision, type: "edits" }, now);
  await insertFirstEntry(trx, { spaceId, id: revisionId, now, userId });
  await installOnNew(trx, "space", organizationId, [spaceId]);
  if (root !== emptyRoot) await scheduleIndexing(trx, spaceId, now);
  return spaceId;
}

/**
 * Copies a space, with its grants, to the position after it. The copy shares the nodes of the original, so the cost does
 * not depend on the size. The history is not copied, but former paths of pages are.
 */
export async function duplicateSpace(trx: Writer, member: Membership, spaceId: string, now: string) {
  await lockLibraryItems(trx, member.organizationId, [spaceId]);
  const original = (await findSpaces(trx, member.organizationId, [spaceId])).get(spaceId);
  if (original === undefined) throw concurrentlyChanged();
  const parent = { organizationId: original.organization_id, parentId: original.parent_id };
  await requireCreateIn(trx, member, parent.parentId);
  const { repository_id, root, emoji, edit_mode, icon_url, language, merge_rules, default_level } = original;
  const position = await positionBeside(trx, parent, original, "after");
  const id = await insertSpace(
    trx,
    parent,
    { title: copyTitle(original.title), position, default_level },
    { repository_id, root, emoji, edit_mode, icon_url, language, merge_rules },
    { userId: member.userId, now },
  );
  await copyGrants(trx, original.id, id);
  await copyFormerSlugs(trx, original.id, id);
  await keepSavedNodes(trx, original);
  return id;
}

/** Titles have at most 50 characters. */
function copyTitle(title: string): string {
  const suffix = " (copy)";
  return [...title].slice(0, 50 - suffix.length).join("") + suffix;
}

/** Moves a space to the trash. */
export async function deleteSpace(trx: Writer, { clock }: Context, space: SpaceRow): Promise<void> {
  requireActive(await lockSpace(trx, space));
  // The lock has waited for writes to the space, so none of them is later than its deletion.
  await updateLibraryItem(trx, space, { deleted_at: clock.now() });
  await noteTrashedInSites(trx, space.id);
}

/** Restores a space from the trash, unless its time there is over: then a job may be deleting it. */
export async function restoreSpace(trx: Writer, context: Context, space: SpaceRow): Promise<void> {
  const locked = await lockSpace(trx, space);
  if (locked.deleted_at === null) throw conflict("The space is not deleted");
  if (!isSpaceAvailable(context, locked, "admin")) throw notFound("Space");
  await updateLibraryItem(trx, space, { deleted_at: null });
  await noteTrashedInSites(trx, space.id);
}

/** Locks the row that says whether a space is in the trash, and returns it. */
async function lockSpace(trx: Writer, { id, organization_id }: SpaceRow) {
  const locked = await trx
    .selectFrom("contents")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .select("deleted_at")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (locked === undefined) throw concurrentlyChanged();
  return locked;
}

/** Changes the fields that are given. */
export async function updateSpace(
  trx: Writer,
  space: SpaceRow,
  { title, emoji, icon, editMode, language, defaultLevel, mergeRules }: SpaceUpdate,
  now: string,
): Promise<void> {
  requireActive(await lockSpace(trx, space));
  await updateLibraryItem(trx, space, { title, default_level: toDefaultLevel(defaultLevel) });
  await trx
    .updateTable("spaces")
    .where("organization_id", "=", space.organization_id)
    .where("id", "=", space.id)
    .set({
      emoji: emoji === null ? defaultEmoji : emoji,
      icon_url: icon,
      edit_mode: editMode,
      language,
      merge_rules: await checkMergeRules(trx, space.organization_id, mergeRules),
      updated_at: now,
    })
    .execute();
  if (language !== undefined && language !== space.language) await scheduleReindexing(trx, space.id, now);
}
