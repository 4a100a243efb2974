import { addMilliseconds, systemClock } from "../../../src/platform/clock.ts";
import { enqueue } from "../../../src/storage/jobs/queue.ts";
import { type Answer, Unacknowledged } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { byName, createWork, newName, type Work, type World } from "../work.ts";

interface Space {
  readonly isInTrash: boolean;
  readonly pages: readonly string[];
}

const longAgo = -30 * 86_400_000;

/** Spaces that are filled, copied, put into the trash, taken back, and purged: with all of theirs, and nothing of others. */
export async function openTrash({ client, random, organization, database }: World): Promise<Work> {
  const prefix = newName("shelf");
  const collection = (await client.send(`POST ${organization}/collections`, { title: prefix })).id;
  const ledger = new Ledger<string, Space>();

  const create = async () => {
    const title = newName("book");
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
    // A copy is called after its original: the next one would have the same name.
    if (copied.has(name)) return fill(name, space, state);
    copied.add(name);
    const make = async () => (await client.send(`POST /spaces/${space}/duplicate`)).id;
    await ledger.write(`${name} (copy)`, state, make);
    ledger.giveBack(name);
  };
  const copied = new Set<string>();

  const moveToTrash = (name: string, space: string, state: Space) =>
    ledger.write(name, { ...state, isInTrash: true }, () => client.send(`DELETE /spaces/${space}`));

  const restore = (name: string, space: string, state: Space) =>
    ledger.write(name, { ...state, isInTrash: false }, async () => {
      await client.send(`POST /spaces/${space}/restore`);
    });

  /** As if it had been in the trash for long, and the hour of the job had come. */
  const purge = (name: string, space: string) =>
    ledger.writeByJob(name, undefined, async () => {
      const written = database.write(async (trx) => {
        const now = systemClock.now();
        const row = trx.updateTable("contents").where("id", "=", space);
        await row.set({ deleted_at: addMilliseconds(now, longAgo) }).execute();
        await enqueue(trx, { kind: "purge-spaces", key: "repeating" }, now);
      });
      await written.catch((error) => {
        throw client.isTroubled ? new Unacknowledged(String(error)) : error;
      });
    });

  const write = async () => {
    const found = random.chance(0.3) ? undefined : ledger.take(random);
    if (found === undefined) return create();
    const { name, handle, state } = found;
    const acts = state.isInTrash ? [purge, restore] : [fill, fill, copy, moveToTrash];
    return random.pick<(name: string, space: string, state: Space) => Promise<void>>(acts)(
      name,
      handle,
      state,
    );
  };

  const list = async () => {
    const listed = byName<Answer, string>(
      await client.walk(`/collections/${collection}/spaces`),
      ({ title }) => title,
      ({ id }) => id,
    );
    // What is in the trash is in no list.
    for (const { name, handle } of ledger.handles())
      if (!listed.has(name) && (await client.find(`/spaces/${handle}`))) listed.set(name, handle);
    return listed;
  };

  const read = async (space: string): Promise<Space> => {
    const { deletedAt } = await client.send(`GET /spaces/${space}`);
    const { pages } = await client.send(`GET /spaces/${space}/content/pages`);
    for (const { id, title } of pages) {
      const { markdown } = await client.send(`GET /spaces/${space}/content/page/${id}`);
      if (markdown.trim() !== title) throw new Error(`the page ${title} says ${JSON.stringify(markdown)}`);
    }
    return { isInTrash: deletedAt !== undefined, pages: pages.map(({ title }: Answer) => title) };
  };

  return createWork("trash", ledger, { list, read }, write);
}
