import { openContent } from "../../content/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import type { Reader, SpaceTable } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { findFormerSlugs, insertFormerSlugs } from "./former-slugs.ts";
import { openNodes } from "./nodes.ts";
import { parentsOf } from "./revisions.ts";

const batchSize = 200;

type Space = Pick<SpaceTable, "id" | "repository_id" | "revision_id">;

/** Stores the former slugs of all spaces from their revisions. */
export async function collectFormerSlugs(context: StorageContext): Promise<void> {
  for (let after = ""; ; ) {
    const spaces = await context.database.read
      .selectFrom("spaces")
      .where("id", ">", after)
      .select(["id", "repository_id", "revision_id"])
      .orderBy("id")
      .limit(batchSize)
      .execute();
    for (const space of spaces) await collectInSpace(context, space);
    const last = spaces.at(-1);
    if (last === undefined || spaces.length < batchSize) return;
    after = last.id;
  }
}

async function collectInSpace(context: StorageContext, space: Space): Promise<void> {
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
async function readPrimaryRevisions(db: Reader, { id: spaceId, revision_id }: Space) {
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

async function readRoots(db: Reader, { id: spaceId }: Space, before: string, after: string) {
  const rows = await db
    .selectFrom("revisions")
    .where("space_id", "=", spaceId)
    .where("id", "in", [before, after])
    .select(["id", "root"])
    .execute();
  const roots = new Map(rows.map(({ id, root }) => [id, root]));
  return [roots.get(before) ?? "", roots.get(after) ?? ""] as const;
}
