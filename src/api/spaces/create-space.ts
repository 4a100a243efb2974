import { collectNewNodes, emptyContent, emptyRoot, inMemoryNodes, rootOf } from "../../content/index.ts";
import { newId } from "../../platform/index.ts";
import type { ContentTable, SpaceTable, Writer } from "../../storage/database/index.ts";
import { insertRevision, saveNodes, scheduleIndexing } from "../../storage/repositories/index.ts";
import { installOnNew } from "../integrations/index.ts";
import { insertContent, type Level } from "../library-items/index.ts";
import type { SpaceCreate } from "./schema.ts";

/** Of a space that was given none: the specification wants one always. */
export const defaultEmoji = "📘";
export const defaultTitle = "Untitled";

/** Makes a space, with nothing in it unless a content is given; its id. */
export async function createSpace(
  trx: Writer,
  level: Level,
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
  level: Level,
  content: Pick<ContentTable, "title"> & Partial<Pick<ContentTable, "position" | "default_level">>,
  space: Pick<SpaceTable, "repository_id" | "root" | "emoji" | "edit_mode" | "icon_url" | "language">,
  { userId, now }: { userId: string; now: string },
): Promise<string> {
  const { organizationId } = level;
  const id = await insertContent(trx, level, { kind: "space", ...content });
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
