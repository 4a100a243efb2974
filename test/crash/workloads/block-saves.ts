import { paragraphBlock } from "../../support/blocks.ts";
import { type Json, Unacknowledged } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { byName, createWorkload, newName, type Workload, type World } from "../workload.ts";

/** The paragraphs of a page after a save, which has changed all of them. */
interface SavedPage {
  readonly name: string;
  readonly version: number;
  readonly markdown: string;
}

/** A save without a response, which an editor sends again. */
interface PendingSave {
  readonly state: SavedPage;
  readonly send: () => Promise<unknown>;
}

/** Saves of blocks of pages, several in each, which are sent again until they are acknowledged. */
export async function createBlockSaves({ client, random, organization }: World): Promise<Workload> {
  const { id } = await client.send(`POST ${organization}/spaces`, { title: newName("saves") });
  const space = `/spaces/${id}`;
  const ledger = new Ledger<string, SavedPage>();
  const pending = new Map<string, PendingSave>();

  const insert = async () => {
    const state = stateOf(newName("saved"), 1);
    await ledger.write(state.name, state, async () => {
      const { name: title, markdown } = state;
      const changes = [{ operation: "insert_page", title, document: { markdown } }];
      return (await client.send(`POST ${space}/content`, { changes })).changes[0].page.id;
    });
  };

  /** Replaces the first paragraph, deletes the second, and inserts another. */
  const save = async (page: string, { name, version }: SavedPage) => {
    const { revision } = await client.send(`GET ${space}`);
    const { document } = await client.send(`GET ${space}/revisions/${revision}/page/${page}?format=document`);
    const [first, second] = document.nodes.map(({ key }: Json): string => key);
    const state = stateOf(name, version + 1);
    const [replacement, insertion] = textsOf(state).map(paragraphBlock);
    const changes = [
      { operation: "insert_blocks", after: first, blocks: [insertion] },
      { operation: "replace_block", key: first, blocks: [replacement] },
      { operation: "delete_block", key: second },
    ];
    const send = () => client.send(`POST ${space}/content/page/${page}/blocks`, { revision, changes });
    await write({ state, send });
  };

  const write = async ({ state, send }: PendingSave) => {
    pending.delete(state.name);
    try {
      await ledger.write(state.name, state, async () => void (await send()));
    } catch (error) {
      if (error instanceof Unacknowledged) pending.set(state.name, { state, send });
      throw error;
    }
  };

  const writeNext = async () => {
    const [unacknowledged] = pending.values();
    if (unacknowledged !== undefined) return write(unacknowledged);
    const picked = random.chance(0.2) ? undefined : ledger.take(random);
    return picked === undefined ? insert() : save(picked.handle, picked.state);
  };

  const list = async () => {
    const { pages } = await client.send(`GET ${space}/content`);
    return byName(pages, ({ title }) => title);
  };

  const read = async (page: string, name: string): Promise<SavedPage> => {
    const { markdown } = await client.send(`GET ${space}/content/page/${page}`);
    return { name, version: Number(/version (\d+)/.exec(markdown)?.[1]), markdown };
  };

  return createWorkload("block saves", ledger, { list, read }, writeNext);
}

function stateOf(name: string, version: number): SavedPage {
  return { name, version, markdown: `${textsOf({ name, version }).join("\n\n")}\n` };
}

function textsOf({ name, version }: Pick<SavedPage, "name" | "version">): string[] {
  return ["First", "Second"].map((position) => `${position} of ${name} in version ${version}`);
}
