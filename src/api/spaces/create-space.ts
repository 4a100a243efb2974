import { collectNewNodes, emptyContent, emptyRoot, inMemoryNodes, rootOf } from "../../content/index.ts";
import { copyGrants, type Membership } from "../../identity/roles/index.ts";
import { concurrentlyChanged, newId } from "../../platform/index.ts";
import type { LibraryItemTable, SpaceTable, Writer } from "../../storage/database/index.ts";
import { insertRevision, saveNodes, scheduleIndexing } from "../../storage/repositories/index.ts";
import { installOnNew } from "../integrations/index.ts";
import {
  insertLibraryItem,
  type ParentRef,
  positionBeside,
  requireCreateIn,
} from "../library-items/index.ts";
import type { SpaceCreate } from "./schema.ts";
import { findSpaces } from "./store.ts";

/** Of a space that was given none: the specification wants one always. */
export const defaultEmoji = "📘";
export const defaultTitle = "Untitled";

/** Makes a space, with nothing in it unless a content is given; its id. */
export async function createSpace(
  trx: Writer,
  level: ParentRef,
  { title = defaultTitle, emoji = defaultEmoji, editMode = "live", language }: SpaceCreate,
  by: { userId: string; now: string },
  content = emptyContent(inMemoryNodes()),
): Promise<string> {
  const { organizationId } = level;
  const repositoryId = newId();
  await trx
    .insertInto("repositories")
    .values({ id: repositoryId, organization_id: organizationId })
    .execute();
  await saveNodes(trx, repositoryId, await collectNewNodes(content));
  return insertSpace(
    trx,
    level,
    { title },
    {
      repository_id: repositoryId,
      root: rootOf(content),
      emoji,
      edit_mode: editMode,
      icon_url: null,
      language: language ?? null,
    },
    by,
  );
}

/** Writes down a space whose content exists already, with a first revision of its own. */
export async function insertSpace(
  trx: Writer,
  level: ParentRef,
  content: Pick<LibraryItemTable, "title"> & Partial<Pick<LibraryItemTable, "position" | "default_level">>,
  space: Pick<SpaceTable, "repository_id" | "root" | "emoji" | "edit_mode" | "icon_url" | "language">,
  { userId, now }: { userId: string; now: string },
): Promise<string> {
  const { organizationId } = level;
  const id = await insertLibraryItem(trx, level, { kind: "space", ...content });
  const revisionId = newId();
  await trx
    .insertInto("spaces")
    .values({
      id,
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
  const first = { id: revisionId, organizationId, spaceId: id, parents: [], root, createdBy: userId };
  await insertRevision(trx, { ...first, type: "edits" }, now);
  await installOnNew(trx, "space", organizationId, [id]);
  if (root !== emptyRoot) await scheduleIndexing(trx, id, now);
  return id;
}

/**
 * Makes a copy of a space, right after it, with the same people in it. The copy shares the nodes of the original, so
 * it costs the same whatever the size; it begins a history of its own.
 */
export async function duplicateSpace(
  trx: Writer,
  member: Membership,
  spaceId: string,
  now: string,
): Promise<string> {
  const original = (await findSpaces(trx, member.organizationId, [spaceId])).get(spaceId);
  if (original === undefined || original.deleted_at !== null) throw concurrentlyChanged();
  const level = { organizationId: original.organization_id, parentId: original.parent_id };
  await requireCreateIn(trx, member, level.parentId);
  const { repository_id, root, emoji, edit_mode, icon_url, language, default_level } = original;
  const position = await positionBeside(trx, level, original, "after");
  const id = await insertSpace(
    trx,
    level,
    { title: copyTitle(original.title), position, default_level },
    { repository_id, root, emoji, edit_mode, icon_url, language },
    { userId: member.userId, now },
  );
  await copyGrants(trx, original.id, id);
  return id;
}

/** Within the 50 characters that a title may have. */
function copyTitle(title: string): string {
  const suffix = " (copy)";
  return [...title].slice(0, 50 - suffix.length).join("") + suffix;
}
