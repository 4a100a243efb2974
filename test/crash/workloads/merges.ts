import type { Json } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { assertEqual, byName, createWorkload, newName, type Workload, type World } from "../workload.ts";

interface ChangeRequest {
  readonly status: "draft" | "open" | "archived" | "merged";
  readonly comments: number;
  /** The titles of its pages in its own content. */
  readonly pages: readonly string[];
  /** The titles of its pages in the primary content. */
  readonly primary: readonly string[];
}

const statuses = ["draft", "open", "archived", "merged"] as const;

/** Change requests of a space. Their pages are in the primary content only after the merge. */
export async function createMerges({ client, random, organization }: World): Promise<Workload> {
  const { id } = await client.send(`POST ${organization}/spaces`, { title: newName("merges") });
  const space = `/spaces/${id}`;
  const path = `${space}/change-requests`;
  const ledger = new Ledger<string, ChangeRequest>();

  const create = async () => {
    const subject = newName("request");
    const state: ChangeRequest = { status: "draft", comments: 0, pages: [], primary: [] };
    await ledger.write(subject, state, async () => (await client.send(`POST ${path}`, { subject })).id);
  };

  const edit = async (name: string, request: string, state: ChangeRequest) => {
    const titles = [1, 2].map((number) => `${name} page ${state.pages.length + number}`);
    const changes = titles.map((title) => ({ operation: "insert_page", title }));
    const after = { ...state, pages: [...state.pages, ...titles] };
    await ledger.write(name, after, () => client.send(`POST ${path}/${request}/content`, { changes }));
  };

  const changeStatus = async (name: string, request: string, state: ChangeRequest) => {
    const status = random.pick((["draft", "open", "archived"] as const).filter((s) => s !== state.status));
    const change = () => client.send(`PATCH ${path}/${request}`, { status });
    await ledger.write(name, { ...state, status }, change);
  };

  const merge = async (name: string, request: string, state: ChangeRequest) => {
    const after: ChangeRequest = { ...state, status: "merged", primary: state.pages };
    await ledger.write(name, after, async () => {
      const { result } = await client.send(`POST ${path}/${request}/merge`);
      if (result !== "merge") throw new Error(`the result of merging ${name} is ${result}`);
    });
  };

  const comment = (name: string, request: string, state: ChangeRequest) =>
    ledger.write(name, { ...state, comments: state.comments + 1 }, () =>
      client.send(`POST ${path}/${request}/comments`, { body: { markdown: name } }),
    );

  const write = async () => {
    const picked = random.chance(0.3)
      ? undefined
      : ledger.take(random, ({ status }) => status === "draft" || status === "open");
    if (picked === undefined) return create();
    const { name, handle, state } = picked;
    const change = random.pick([edit, edit, changeStatus, comment, merge, merge]);
    return change(name, handle, state);
  };

  const list = async () => {
    const byStatus = await Promise.all(statuses.map((status) => client.walk(`${path}?status=${status}`)));
    const [drafts, opened] = byStatus.map(({ length }) => length);
    const all = byStatus.flat();
    const counts = await client.send(`GET ${space}`);
    assertEqual("changeRequests of the space", counts.changeRequests, all.length);
    assertEqual("changeRequestsOpen of the space", counts.changeRequestsOpen, opened);
    assertEqual("changeRequestsDraft of the space", counts.changeRequestsDraft, drafts);
    assertEqual("the highest number", Math.max(0, ...all.map(({ number }) => number)), all.length);
    return byName(all, ({ subject }) => subject);
  };

  const titlesIn = async (content: string, name: string): Promise<string[]> => {
    const { pages } = await client.send(`GET ${content}/content/pages`);
    const titles: string[] = pages.map(({ title }: Json) => title);
    return titles.filter((title) => title.startsWith(`${name} `)).sort(inOrder);
  };

  const read = async (request: string, name: string): Promise<ChangeRequest> => {
    const { status, comments, revisionMerged } = await client.send(`GET ${path}/${request}`);
    const posted = await client.walk(`${path}/${request}/comments`);
    assertEqual(`comments of ${name}`, comments, posted.length);
    if (status === "merged") await client.send(`GET ${space}/revisions/${revisionMerged}`);
    return {
      status,
      comments,
      pages: await titlesIn(`${path}/${request}`, name),
      primary: await titlesIn(space, name),
    };
  };

  return createWorkload("merges", ledger, { list, read }, write);
}

/** Sorts page 10 after page 9. */
function inOrder(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
