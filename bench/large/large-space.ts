import { commitChanges, primaryContentTarget } from "../../src/api/content/index.ts";
import { createSpace, findSpaceForUser } from "../../src/api/spaces/index.ts";
import type { Change } from "../../src/content/changes/index.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "../../test/support/app.ts";
import type { Sizes } from "./sizes.ts";

export interface LargeSpace {
  readonly id: string;
  readonly path: string;
  readonly pages: readonly string[];
  /** A revision from the middle of its history. */
  readonly earlierRevision: string;
}

/** The number of children of each page. */
const childrenPerPage = 50;

/** The index of a page whose children have no children: so many pages are below it in a space of any size. */
export function parentOfLeaves(pages: number): number {
  return Math.max(0, Math.floor((pages - 2) / childrenPerPage) - 1);
}

/** Pages inserted by one revision. */
const pagesPerRevision = 2500;
/** Edits whose contents the other revisions repeat, each of one page. */
const distinctEdits = 50;

const createdAt = Date.parse("2020-01-01T00:00:00.000Z");

/** A space with many pages and revisions. All revisions are of the past, each a minute after the previous one. */
export async function createLargeSpace(app: TestApp, { pages, revisions }: Sizes): Promise<LargeSpace> {
  const { organizationId, admin } = app;
  let minutes = 0;
  const clock = {
    time: () => createdAt + minutes * 60_000,
    now: () => new Date(createdAt + minutes * 60_000).toISOString(),
  };
  const context = { ...app.context, clock };
  const author = { userId: admin.id, now: clock.now() };
  const id = await context.database.write((trx) =>
    createSpace(trx, { organizationId, parentId: null }, { title: "Large" }, author),
  );
  const commit = async (changes: readonly Change[]) => {
    const space = await findSpaceForUser(context.database.read, id, admin.id);
    if (space === undefined) throw new Error("the large space does not exist");
    const call = { context, caller: { userId: admin.id }, ifMatch: undefined } as Parameters<
      typeof commitChanges
    >[0];
    await commitChanges(call, primaryContentTarget(context, space.row), { changes, uploads: [] });
    minutes += 1;
  };
  const ids = Array.from({ length: pages }, newId);
  for (let from = 0; from < pages; from += pagesPerRevision)
    await commit(ids.slice(from, from + pagesPerRevision).map((page, i) => insertPage(ids, page, from + i)));
  const roots: string[] = [];
  for (let edit = 0; edit < distinctEdits; edit++) {
    await commit([
      {
        operation: "update_page",
        page: ids[0] ?? "",
        document: { markdown: `# Edit ${edit}\n\nSome word.\n` },
      },
    ]);
    const { root } = await readSpace(app, id);
    roots.push(root);
  }
  const before = 1 + Math.ceil(pages / pagesPerRevision) + distinctEdits;
  const chain = Array.from({ length: Math.max(0, revisions - before) }, newId);
  await insertRevisions(app, { id, page: ids[0] ?? "", minutes }, chain, roots);
  const { revision_id: head } = await readSpace(app, id);
  return { id, path: `/spaces/${id}`, pages: ids, earlierRevision: chain[chain.length >> 1] ?? head };
}

function insertPage(ids: readonly string[], id: string, i: number): Change {
  const parent = i === 0 ? undefined : ids[Math.floor((i - 1) / childrenPerPage)];
  const word = `common${String.fromCharCode(97 + (i % 24))}`;
  const next = i % childrenPerPage === 0 ? "" : `[next](page-${i + 1}.md)`;
  return {
    operation: "insert_page",
    title: `Page ${i}`,
    document: {
      markdown: `# Page ${i}\n\nA word of number${i} and ${word}. ${next}\n\n## Part\n\nMore text.\n`,
    },
    internal: { id },
    ...(parent !== undefined && { into: parent }),
  };
}

function readSpace({ context }: TestApp, id: string) {
  return context.database.read
    .selectFrom("spaces")
    .where("id", "=", id)
    .select(["root", "revision_id"])
    .executeTakeFirstOrThrow();
}

const revisionsPerTransaction = 5000;
const rowsPerStatement = 500;
const edited = { change: "edited", title: "Page 0" } as const;

/** Adds revisions to the history of a space. Their contents are those of earlier ones, forth and back, so that neighbors differ in one page. */
async function insertRevisions(
  app: TestApp,
  space: { readonly id: string; readonly page: string; readonly minutes: number },
  chain: readonly string[],
  roots: readonly string[],
): Promise<void> {
  const { database } = app.context;
  const period = 2 * (roots.length - 1);
  const rootAt = (i: number) => {
    const step = (roots.length - 1 + i + 1) % period;
    return roots[Math.min(step, period - step)] ?? "";
  };
  let parent = (await readSpace(app, space.id)).revision_id;
  for (let from = 0; from < chain.length; from += revisionsPerTransaction)
    await database.write(async (trx) => {
      const ids = chain.slice(from, from + revisionsPerTransaction);
      const timeOf = (i: number) => new Date(createdAt + (space.minutes + from + i) * 60_000).toISOString();
      const rows = ids.map((id, i) => ({
        id,
        organization_id: app.organizationId,
        space_id: space.id,
        parents: i === 0 ? parent : (ids[i - 1] ?? ""),
        root: rootAt(from + i),
        type: "edits" as const,
        created_by: app.admin.id,
        created_at: timeOf(i),
      }));
      const summary = JSON.stringify({ pages: { edited: 1 }, listed: [{ id: space.page, ...edited }] });
      for (let start = 0; start < rows.length; start += rowsPerStatement) {
        const batch = rows.slice(start, start + rowsPerStatement);
        const keys = batch.map(({ id, created_at }) => ({
          space_id: space.id,
          revision_id: id,
          created_at,
        }));
        await trx.insertInto("revisions").values(batch).execute();
        await trx
          .insertInto("history_entries")
          .values(keys.map((key) => ({ ...key, created_by: app.admin.id, summary })))
          .execute();
        await trx
          .insertInto("page_changes")
          .values(
            keys.map((key) => ({
              ...key,
              ...edited,
              page_id: space.page,
              search_text: null,
              deleted_with: null,
            })),
          )
          .execute();
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      parent = last.id;
      await trx
        .updateTable("spaces")
        .where("id", "=", space.id)
        .set({ revision_id: last.id, root: last.root, updated_at: last.created_at })
        .execute();
    });
}
