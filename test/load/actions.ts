import type { Client } from "./client.ts";
import { textOf, topicOf } from "./seed.ts";

/** One or a few requests of a client. The weight is the relative frequency. */
export interface Action {
  readonly name: string;
  readonly weight: number;
  run(client: Client): Promise<unknown>;
}

/** 80 % of the actions only read. */
export const actions: readonly Action[] = [
  { name: "space", weight: 110, run: (client) => client.get(`/spaces/${client.space().id}`) },
  { name: "page", weight: 150, run: (client) => client.get(pagePath(client, "id")) },
  { name: "page by path", weight: 150, run: (client) => client.get(pagePath(client, "path")) },
  { name: "table of contents", weight: 50, run: (client) => client.get(`${contentPath(client)}/pages`) },
  { name: "content", weight: 20, run: (client) => client.get(contentPath(client)) },
  { name: "comments", weight: 100, run: readComments },
  { name: "change requests", weight: 60, run: readChangeRequests },
  { name: "search in a space", weight: 50, run: (client) => client.get(searchPath(client, "space")) },
  {
    name: "search in an organization",
    weight: 30,
    run: (client) => client.get(searchPath(client, "organization")),
  },
  { name: "published site", weight: 40, run: readSite },
  { name: "published URL", weight: 40, run: resolveUrl },
  { name: "comment", weight: 80, run: comment },
  { name: "reply", weight: 30, run: reply },
  { name: "edit", weight: 40, run: edit },
  { name: "count", weight: 20, run: countUp },
  { name: "change request", weight: 30, run: mergeChangeRequest },
];

const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0);

export function chooseAction(random: number): Action {
  let remaining = random * totalWeight;
  const action = actions.find(({ weight }) => {
    remaining -= weight;
    return remaining < 0;
  });
  if (action === undefined) throw new Error(`${random} is not in [0, 1)`);
  return action;
}

function contentPath(client: Client): string {
  return `/spaces/${client.space().id}/content`;
}

function pagePath(client: Client, by: "id" | "path"): string {
  const { id, pages } = client.space();
  const page = client.random.pick(pages);
  return `/spaces/${id}/content/${by === "id" ? "page" : "path"}/${page[by]}`;
}

function searchPath(client: Client, scope: "space" | "organization"): string {
  const number = client.random.below(1000);
  const path = scope === "space" ? `/spaces/${client.space().id}` : `/orgs/${client.organization.id}`;
  return `${path}/search?query=${encodeURIComponent(`${topicOf(number)} server`)}`;
}

async function readComments(client: Client): Promise<void> {
  const { id, comments } = client.space();
  const list = await client.get(`/spaces/${id}/comments?limit=20`);
  if (client.random.chance(0.3)) await client.get(`/spaces/${id}/comments?limit=20&page=${list.next.page}`);
  if (client.random.chance(0.3)) await client.get(`/spaces/${id}/comments/${client.random.pick(comments)}`);
}

async function readChangeRequests(client: Client): Promise<void> {
  const requests = `/spaces/${client.space().id}/change-requests`;
  const { items } = await client.get(`${requests}?status=draft&limit=20`);
  const [first] = items;
  if (first !== undefined) await client.get(`${requests}/${first.number}`);
}

async function readSite(client: Client): Promise<void> {
  const { id, site } = client.organization;
  await client.get(`/orgs/${id}/sites/${site.id}/published`);
}

async function resolveUrl(client: Client): Promise<void> {
  const { site, spaces } = client.organization;
  const page = client.random.pick(spaces[0]?.pages ?? []);
  const url = encodeURIComponent(`${site.url}/${page.path}`);
  await client.get(`/urls/published?url=${url}`);
}

async function comment(client: Client): Promise<void> {
  const { id: space, pages } = client.space();
  const text = `Comment by ${client.number}, ${client.random.next()}`;
  const body = { body: { markdown: text }, page: client.random.pick(pages).id };
  const { id } = (await client.send("POST", `/spaces/${space}/comments`, { body })).body;
  client.log.acknowledged.comments.push({ space, id, text });
  if (client.random.chance(0.2)) {
    await client.send("PUT", `/spaces/${space}/comments/${id}`, { body: { resolved: true } });
    client.log.acknowledged.resolved.push({ space, id });
  }
}

async function reply(client: Client): Promise<void> {
  const { id: space, comments } = client.space();
  const comment = client.random.pick(comments);
  const body = { body: { markdown: "Yes." } };
  const { id } = (await client.send("POST", `/spaces/${space}/comments/${comment}/replies`, { body })).body;
  client.log.acknowledged.replies.push({ space, comment, id });
}

/** Rewrites a page that only this client writes, and sometimes inserts a page below it. */
async function edit(client: Client): Promise<void> {
  const space = client.space();
  const { id: page } = client.ownPage(space);
  const post = (change: object) =>
    client.send("POST", `/spaces/${space.id}/content`, { body: { changes: [change] } });
  await client.get(`/spaces/${space.id}/content/page/${page}`);
  const text = `${textOf(client.random.below(1000))}\nWritten by ${client.number}, ${client.random.next()}.\n`;
  await post({ operation: "update_page", page, document: { markdown: text } });
  client.log.acknowledged.texts[`${space.id} ${page}`] = { space: space.id, page, text };
  if (client.random.chance(0.2)) {
    const title = `Added ${client.number} ${client.random.next()}`;
    await post({ operation: "insert_page", title, into: page, document: { markdown: text } });
    client.log.acknowledged.pages.push({ space: space.id, title });
  }
}

/** Increments a counter with If-Match, and retries if another client was faster. */
async function countUp(client: Client): Promise<void> {
  const { spaceId, pageId } = client.organization.counter;
  const path = `/spaces/${spaceId}/content`;
  for (let tries = 0; tries < 5; tries++) {
    const { headers } = await client.send("GET", path);
    const { markdown } = await client.get(`${path}/page/${pageId}`);
    const document = { markdown: String(Number(markdown) + 1) };
    const body = { changes: [{ operation: "update_page", page: pageId, document }] };
    const { status } = await client.send("POST", path, {
      body,
      ifMatch: String(headers.etag),
      expected: [412],
    });
    if (status !== 412) {
      const { counted } = client.log.acknowledged;
      counted[spaceId] = (counted[spaceId] ?? 0) + 1;
      return;
    }
    client.log.conflicts += 1;
  }
}

async function mergeChangeRequest(client: Client): Promise<void> {
  const space = client.space();
  const requests = `/spaces/${space.id}/change-requests`;
  const title = `Merged ${client.number} ${client.random.next()}`;
  const { id, number } = (await client.send("POST", requests, { body: { subject: title } })).body;
  const { id: into } = client.ownPage(space);
  const changes = [{ operation: "insert_page", title, into, document: { markdown: textOf(number) } }];
  await client.send("POST", `${requests}/${id}/content`, { body: { changes } });
  await client.send("POST", `${requests}/${id}/comments`, { body: { body: { markdown: "Please look." } } });
  const { result } = (await client.send("POST", `${requests}/${id}/merge`)).body;
  if (result !== "merge") return client.log.addProblem(`${requests}/${id}/merge returned ${result}`);
  client.log.acknowledged.merges.push({ space: space.id, id, number, title });
}
