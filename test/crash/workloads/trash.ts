import { addMilliseconds, systemClock } from "../../../src/platform/clock.ts";
import { LecternError } from "../../../src/platform/errors.ts";
import { enqueue } from "../../../src/storage/jobs/queue.ts";
import { type Json, Unacknowledged } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { byName, createWorkload, newName, type Workload, type World } from "../workload.ts";

interface Space {
  readonly isInTrash: boolean;
  readonly pages: readonly string[];
}

/** Longer than spaces are kept in the trash. */
const longAgo = -30 * 86_400_000;

/** Spaces that are filled, copied, moved to the trash, restored and purged. */
export async function createTrash({ client, random, organization, database }: World): Promise<Workload> {
  const prefix = newName("collection");
  const collection = (await client.send(`POST ${organization}/collections`, { title: prefix })).id;
  const ledger = new Ledger<string, Space>();

  const create = async () => {
    const title = newName("space");
    const make = async () =>
      (await client.send(`POST ${organization}/spaces`, { title, parent: collection })).id;
    await ledger.write(title, { isInTrash: false, pages: [] }, make);
  };

  const fill = async (name: string, space: string, state: Space) => {
    const titles = [newName("page"), newName("page")];
    const changes = titles.map((title) => ({
      operation: "insert_page",
      title,
      document: { markdown: title },
    }));
    const after = { ...state, pages: [...state.pages, ...titles] };
    await ledger.write(name, after, () => client.send(`POST /spaces/${space}/content`, { changes }));
  };

  const copy = async (name: string, space: string, state: Space) => {
    // Copies are named after the original, so a second one would have the same name.
    if (copied.has(name)) return fill(name, space, state);
    copied.add(name);
    const make = async () => (await client.send(`POST /spaces/${space}/duplicate`)).id;
    await ledger.write(`${name} (copy)`, state, make);
    ledger.release(name);
  };
  const copied = new Set<string>();

  const moveToTrash = (name: string, space: string, state: Space) =>
    ledger.write(name, { ...state, isInTrash: true }, () => client.send(`DELETE /spaces/${space}`));

  const restore = (name: string, space: string, state: Space) =>
    ledger.write(name, { ...state, isInTrash: false }, async () => {
      await client.send(`POST /spaces/${space}/restore`);
    });

  /** Makes the space old enough to be purged, and the job due. */
  const purge = (name: string, space: string) =>
    ledger.writeByJob(name, undefined, async () => {
      const written = database.write(async (trx) => {
        const now = systemClock.now();
        const row = trx.updateTable("contents").where("id", "=", space);
        await row.set({ deleted_at: addMilliseconds(now, longAgo) }).execute();
        await enqueue(trx, { kind: "purge-spaces", key: "repeating" }, now);
      });
      await written.catch((error) => {
        const isUnavailable = error instanceof LecternError && error.status === 503;
        throw isUnavailable ? new Unacknowledged(String(error)) : error;
      });
    });

  const write = async () => {
    const picked = random.chance(0.3) ? undefined : ledger.take(random);
    if (picked === undefined) return create();
    const { name, handle, state } = picked;
    const changes: ((name: string, space: string, state: Space) => Promise<void>)[] = state.isInTrash
      ? [purge, restore]
      : [fill, fill, copy, moveToTrash];
    return random.pick(changes)(name, handle, state);
  };

  const list = async () => {
    const listed = byName(await client.walk(`/collections/${collection}/spaces`), ({ title }) => title);
    // Lists do not contain spaces in the trash.
    for (const { name, handle } of ledger.handles())
      if (!listed.has(name) && (await client.find(`/spaces/${handle}`))) listed.set(name, handle);
    return listed;
  };

  const read = async (space: string): Promise<Space> => {
    const { deletedAt } = await client.send(`GET /spaces/${space}`);
    const { pages } = await client.send(`GET /spaces/${space}/content/pages`);
    for (const { id, title } of pages) {
      const { markdown } = await client.send(`GET /spaces/${space}/content/page/${id}`);
      if (markdown.trim() !== title)
        throw new Error(`the page ${title} contains ${JSON.stringify(markdown)}`);
    }
    return { isInTrash: deletedAt !== undefined, pages: pages.map(({ title }: Json) => title) };
  };

  return createWorkload("trash", ledger, { list, read }, write);
}
