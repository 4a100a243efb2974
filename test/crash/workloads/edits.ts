import { isDeepStrictEqual } from "node:util";
import { hashOf } from "../../../src/content/nodes/nodes.ts";
import type { Json } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { byName, createWorkload, newName, type Workload, type World } from "../workload.ts";

/** The state after one batch of changes. All its parts have the same version. */
interface Batch {
  readonly version: number;
  readonly pages: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly variable: string;
  /** The sections of each page in the search results when all jobs are done. */
  readonly searchHits: Readonly<Record<string, readonly string[]>>;
}

/** A batch as read from the server, without search results if jobs are running. */
type FoundBatch = Omit<Batch, "searchHits"> & Partial<Pick<Batch, "searchHits">>;

interface Parts {
  readonly pages: readonly Json[];
  readonly files: readonly Json[];
  readonly variable: string | undefined;
}

const pageNumbers = [1, 2, 3];

/** Batches of pages, files and variables of a space, which are written and removed atomically and are searchable. */
export async function createEdits({ client, random, organization }: World): Promise<Workload> {
  const { id } = await client.send(`POST ${organization}/spaces`, { title: newName("edits") });
  const space = `/spaces/${id}`;
  const ledger = new Ledger<Parts, Batch>();

  const list = async (): Promise<Map<string, Parts>> => {
    const { pages, files, variables } = await client.send(`GET ${space}/content`);
    const nameOf = (text: string) => text.split(" ")[0] ?? "";
    const pagesByName = Map.groupBy<string, Json>(pages, ({ title }) => nameOf(title));
    const filesByName = Map.groupBy<string, Json>(files, ({ name }) => nameOf(name));
    const names = new Set([...pagesByName.keys(), ...filesByName.keys(), ...Object.keys(variables)]);
    const partsOf = (name: string): Parts => ({
      pages: pagesByName.get(name) ?? [],
      files: filesByName.get(name) ?? [],
      variable: variables[name],
    });
    return new Map([...names].map((name) => [name, partsOf(name)]));
  };

  const send = (changes: readonly object[]) => client.send(`POST ${space}/content`, { changes });

  /** A file of random size: large files are stored in several chunks. */
  const createFile = (name: string, version: number) => {
    const text = `${name} ${version} `.repeat(1 + random.below(10_000));
    return { name: `${name} ${version}.txt`, text };
  };

  const insert = async () => {
    const name = newName("batch");
    const file = createFile(name, 1);
    const state = stateOf(name, 1, file);
    await ledger.write(name, state, async () => {
      const pages = Object.entries(state.pages);
      await send([
        ...pages.map(([title, markdown]) => ({ operation: "insert_page", title, document: { markdown } })),
        insertFile(file),
        { operation: "set_variables", variables: { [name]: state.variable } },
      ]);
      return (await list()).get(name);
    });
  };

  const rewrite = async (name: string, { version }: Batch) => {
    const parts = (await list()).get(name);
    const file = createFile(name, version + 1);
    const state = stateOf(name, version + 1, file);
    const changes = [
      ...(parts?.pages.map(({ id: page, title }) => ({
        operation: "update_page",
        page,
        document: { markdown: state.pages[title] },
      })) ?? []),
      ...(parts?.files.map(({ id: removed }) => ({ operation: "delete_file", file: removed })) ?? []),
      insertFile(file),
      { operation: "set_variables", variables: { [name]: state.variable } },
    ];
    await ledger.write(name, state, async () => void (await send(changes)));
  };

  const remove = async (name: string) => {
    const parts = (await list()).get(name);
    const changes = [
      ...(parts?.pages.map(({ id: page }) => ({ operation: "delete_page", page })) ?? []),
      ...(parts?.files.map(({ id: file }) => ({ operation: "delete_file", file })) ?? []),
      { operation: "set_variables", variables: { [name]: null } },
    ];
    await ledger.write(name, undefined, async () => void (await send(changes)));
  };

  const write = async () => {
    const picked = random.chance(0.5) ? undefined : ledger.take(random);
    if (picked === undefined) return insert();
    return random.chance(0.25) ? remove(picked.name) : rewrite(picked.name, picked.state);
  };

  const search = async (name: string): Promise<Batch["searchHits"]> => {
    const hits = await client.walk(`${space}/search?query=${name}`);
    const bodiesOf = ({ sections }: Json): string[] => sections.map(({ body }: Json) => body);
    return Object.fromEntries(byName(hits, ({ title }) => title, bodiesOf));
  };

  const read = async (
    { pages, files, variable }: Parts,
    name: string,
    isSettled: boolean,
  ): Promise<FoundBatch> => {
    const texts = await Promise.all(
      pages.map(async ({ id: page, title }): Promise<[string, string]> => {
        const { markdown } = await client.send(`GET ${space}/content/page/${page}`);
        return [title, markdown];
      }),
    );
    const downloads = await Promise.all(
      files.map(async (file) => [file.name, hashOf(await client.download(file.downloadURL))] as const),
    );
    return {
      version: Number(variable),
      pages: Object.fromEntries(texts),
      files: Object.fromEntries(downloads),
      variable: variable ?? "",
      ...(isSettled && { searchHits: await search(name) }),
    };
  };

  return createWorkload("edits", ledger, { list, read, matches }, write);
}

function matches(batch: Batch, actual: FoundBatch): boolean {
  return isDeepStrictEqual({ searchHits: batch.searchHits, ...actual }, { ...batch });
}

function stateOf(name: string, version: number, file: { name: string; text: string }): Batch {
  const titles = pageNumbers.map((number) => `${name} page ${number}`);
  const textOf = (title: string) => `Version ${version} of ${title}.`;
  return {
    version,
    pages: Object.fromEntries(titles.map((title) => [title, `${textOf(title)}\n`])),
    files: { [file.name]: hashOf(file.text) },
    variable: String(version),
    searchHits: Object.fromEntries(titles.map((title) => [title, [textOf(title)]])),
  };
}

function insertFile({ name, text }: { name: string; text: string }) {
  const base64 = Buffer.from(text).toString("base64");
  return { operation: "insert_files", files: [{ name, contentType: "text/plain", base64 }] };
}
