import { openContent } from "../../content/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import type { Reader } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { readAllSpaces, type StoredSpace } from "./all-spaces.ts";
import { findFormerSlugs, insertFormerSlugs } from "./former-slugs.ts";
import { openNodes } from "./nodes.ts";
import { parentsOf } from "./revisions.ts";

const batchSize = 200;

/** Stores the former slugs of all spaces from their revisions. */
export async function collectFormerSlugs(context: StorageContext): Promise<void> {
  for await (const space of readAllSpaces(context.database.read)) await collectInSpace(context, space);
}

async function collectInSpace(context: StorageContext, space: StoredSpace): Promise<void> {
  const { database } = context;
  const nodes = openNodes(context, space.repository_id);
  const yielder = new EventLoopYielder();
  let previous: PrimaryRevision | undefined;
  for (const revision of await readPrimaryRevisions(database.read, space)) {
    await yielder.yieldIfDue();
    if (previous !== undefined && previous.slugs !== revision.slugs) {
      const [before, after] = await readRoots(database.read, space, previous.id, revision.id);
      const slugs = await findFormerSlugs(database.read, space.id, openContent(nodes, before), after);
      // The space may have been deleted since.
      if (slugs.length > 0)
        await database.write(async (trx) => {
          const existing = trx.selectFrom("spaces").where("id", "=", space.id).select("id");
          if (await existing.executeTakeFirst())
            await insertFormerSlugs(trx, space.id, slugs, revision.createdAt);
        });
    }
    previous = revision;
  }
}

/** A revision of the primary content, with the hash of its map of slugs. */
interface PrimaryRevision {
  readonly id: string;
  readonly slugs: string;
  readonly createdAt: string;
}

/** The revisions of the primary content, oldest first. */
async function readPrimaryRevisions(db: Reader, { id: spaceId, revision_id }: StoredSpace) {
  const all = new Map<string, PrimaryRevision & { readonly parent: string | undefined }>();
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("revisions")
      .where("space_id", "=", spaceId)
      .where("id", ">", after)
      .select(["id", "parents", "root", "created_at"])
      .orderBy("id")
      .limit(batchSize)
      .execute();
    for (const { id, parents, root, created_at } of rows) {
      const { slugs } = JSON.parse(root) as { slugs: string };
      all.set(id, { id, slugs, createdAt: created_at, parent: parentsOf({ parents })[0] });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) break;
    after = last.id;
  }
  const revisions: PrimaryRevision[] = [];
  for (let revision = all.get(revision_id); revision; revision = all.get(revision.parent ?? ""))
    revisions.push(revision);
  return revisions.reverse();
}

async function readRoots(db: Reader, { id: spaceId }: StoredSpace, before: string, after: string) {
  const rows = await db
    .selectFrom("revisions")
    .where("space_id", "=", spaceId)
    .where("id", "in", [before, after])
    .select(["id", "root"])
    .execute();
  const roots = new Map(rows.map(({ id, root }) => [id, root]));
  return [roots.get(before) ?? "", roots.get(after) ?? ""] as const;
}
