import { limits, maxChanges } from "../../src/content/model/limits.ts";
import { runNextJob } from "../../src/server/jobs/work.ts";
import { createWorld, type World } from "../fuzz/world.ts";
import { type TestApp, uniqueName } from "../support/app.ts";
import { createEvents, createFonts, createHostname } from "./large-site-objects.ts";
import { commonWords, documentShapes, oddWords, repeat } from "./texts.ts";

export interface Scale {
  /** The size of documents, bodies and sources relative to their limits. */
  readonly share: number;
  /** The number of pages in the space with most pages. */
  readonly pages: number;
  /** The shapes of long documents. */
  readonly shapes: readonly string[];
  /** The number of objects in each list: members, teams, spaces, sections, comments and so on. */
  readonly items: number;
  /** The number of events of a site's readers. */
  readonly events: number;
  /** The size of imported sources relative to the limits of an import, and their kinds. */
  readonly importShare: number;
  readonly importKinds: readonly string[];
  /** The number of queries of each search. */
  readonly searches: number;
  /** Whether short pages are printed as PDF, or also long documents and whole spaces. */
  readonly pdfs: "pages" | "spaces";
}

export type Ids = Readonly<Record<string, string>>;

/** Objects that are as large as the API allows. */
export interface LargeWorld {
  readonly world: World;
  readonly scale: Scale;
  /** Ids by the names of path parameters: of the space with most pages, and of each long document. */
  readonly tree: Ids;
  readonly documents: readonly { readonly shape: string; readonly ids: Ids }[];
  readonly tokens: Readonly<Record<CallerName, string>>;
  /** The URL of the sources for imports. */
  readonly sources: string;
  /** The number of objects with ids `<<name.0>>`, `<<name.1>>` and so on. */
  count(idName: string): number;
}

export const callerNames = ["admin", "member", "outsider", "visitor"] as const;
export type CallerName = (typeof callerNames)[number];

export async function createLargeWorld(app: TestApp, scale: Scale, sources: string): Promise<LargeWorld> {
  const world = await createWorld(app);
  const counts = new Map<string, number>();
  const number = (name: string, ids: readonly string[]) => {
    counts.set(name, ids.length);
    world.setIds(Object.fromEntries(ids.map((id, i) => [`${name}.${i}`, id])));
  };
  number("userId", await createMembers(app, world, scale));
  number("teamId", await createEach(scale.items, async () => (await app.team()).id));
  const collection = await app.collection({ title: "Collection" });
  world.setIds({ collectionId: collection.id });
  const spaces = await createEach(
    scale.items,
    async () => (await app.space({ title: "Space", parent: collection.id })).id,
  );
  number("spaceId", spaces);
  const tree = await createTree(app, scale);
  const texts = await createTexts(app, scale);
  for (const ids of [tree, ...texts.slice(0, 1).map((text) => text.ids)]) await discuss(app, ids, scale);
  const published = await createLargeSite(app, world, [tree, ...texts.map(({ ids }) => ids)], spaces);
  for (const [name, ids] of Object.entries(published)) number(name, ids);
  await createEvents(app, world, scale);
  await createFonts(app, world, scale);
  world.setIds(await createHostname(app));
  await createSpecs(app, world, scale);
  const installation = `/integrations/${world.get("integrationName")}/installations/${world.get("installationId")}`;
  for (const space of new Set([tree, ...texts.map(({ ids }) => ids)].map(({ spaceId }) => spaceId)))
    await app.ok(app.admin, `POST ${installation}/spaces`, { body: { space } });
  await app.ok(app.admin, `POST ${installation}/sites`, { body: { siteId: world.get("siteId") } });
  const { apiToken } = await app.ok(app.admin, "POST /urls/published", {
    body: { url: world.get("publishedUrl") },
  });
  const [member, outsider] = [await app.member("read"), await app.stranger()];
  world.setIds({ ...tree, ...texts[0]?.ids });
  while ((await runNextJob(app.context)) !== undefined);
  return {
    ...{ world, scale, sources, tree, documents: texts },
    tokens: { admin: app.admin.token, member: member.token, outsider: outsider.token, visitor: apiToken },
    count: (idName) => counts.get(idName) ?? (world.get(`${idName}.0`) === "unknown" ? 0 : 1),
  };
}

async function createEach<T>(count: number, create: (index: number) => Promise<T>): Promise<T[]> {
  const created: T[] = [];
  while (created.length < count) created.push(await create(created.length));
  return created;
}

async function createMembers(app: TestApp, world: World, { items }: Scale): Promise<string[]> {
  const emails = Array.from({ length: items }, (_, i) => `member-${i}-${uniqueName()}@example.com`);
  const path = `/orgs/${app.organizationId}`;
  const { users } = await app.ok(app.admin, `POST ${path}/invites`, { body: { emails, role: "edit" } });
  await app.ok(app.admin, `PUT ${path}/teams/${world.get("teamId")}/members`, { body: { add: users } });
  return users;
}

/** Applies changes in batches, until one of them is refused. */
async function changeInBatches(app: TestApp, path: string, changes: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < changes.length; from += maxChanges) {
    const body = { changes: changes.slice(from, from + maxChanges) };
    const { status, body: reply } = await app.call(app.admin, `POST ${path}/content`, {
      body,
      query: { compat: false },
    });
    if (status === 400 || status === 409) break;
    if (status !== 200) throw new Error(`a batch of changes got ${status}: ${JSON.stringify(reply)}`);
    for (const { page } of reply.changes) ids.push(page.id ?? page);
  }
  return ids;
}

/** A space of many pages, below pages that are nested as deep as allowed, and a change request that changes all of them. */
async function createTree(app: TestApp, { pages, items }: Scale): Promise<Ids> {
  const space = await app.space({ title: "Tree" });
  const parent = (await nestPages(app, space.path)).at(-1);
  const inserted = await changeInBatches(
    app,
    space.path,
    Array.from({ length: pages }, (_, i) => ({
      operation: "insert_page",
      title: repeat(oddWords, 100 - 6) + i,
      description: repeat(oddWords, i % 10 === 0 ? limits.pageDescription : 100),
      document: { markdown: `# Page ${i}\n\nword ${oddWords} ${commonWords}\n\n[next](page-${i + 1}.md)\n` },
      ...(i % 2 === 0 && parent && { into: parent }),
    })),
  );
  const files = Array.from({ length: 20 }, (_, i) => ({
    name: `${i}.txt`,
    contentType: "text/plain",
    base64: "YQ==",
  }));
  const { insertedFiles } = await app.change(
    space.path,
    ...Array.from({ length: Math.ceil(items / 40) }, () => ({ operation: "insert_files", files })),
    ...Array.from({ length: 10 }, (_, i) => ({
      operation: "insert_reusable_content",
      title: `Shared ${i}`,
      document: { markdown: repeat("Shared words.\n\n", 10_000) },
    })),
    {
      operation: "set_variables",
      variables: Object.fromEntries(
        Array.from({ length: limits.variables }, (_, i) => [
          `v${i}`.padEnd(limits.variableName, "x"),
          repeat("漢", limits.variableValue),
        ]),
      ),
    },
  );
  const request = await app.changeRequest(space, { subject: "All pages" });
  await changeInBatches(
    app,
    request.path,
    inserted.map((page, i) => ({ operation: "update_page", page, title: `Ours ${i}` })),
  );
  await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "open" } });
  await changeInBatches(
    app,
    space.path,
    inserted.map((page, i) => ({ operation: "update_page", page, description: `Theirs ${i}` })),
  );
  return idsOf(app, space, request, inserted[0] ?? "", insertedFiles[0].id);
}

/** Nests pages with long slugs as deep as allowed. */
async function nestPages(app: TestApp, path: string): Promise<string[]> {
  const perBatch = 10;
  const ids: string[] = [];
  for (;;) {
    const from = ids.length;
    const changes = Array.from({ length: perBatch }, (_, i) => ({
      operation: "insert_page",
      title: `Level ${from + i}`,
      slug: `level-${from + i}-`.padEnd(limits.slug, "x"),
      ref: `level ${i}`,
      into: i === 0 ? (ids.at(-1) ?? null) : `level ${i - 1}`,
    }));
    const inserted = await changeInBatches(app, path, changes);
    if (inserted.length === 0) return ids;
    ids.push(...inserted);
  }
}

/** A space with one page for each shape of document, and a change request that changes each of them. */
async function createTexts(app: TestApp, { share, shapes }: Scale): Promise<LargeWorld["documents"]> {
  const space = await app.space({ title: "Documents" });
  const { insertedFiles } = await app.change(
    space.path,
    {
      operation: "insert_files",
      files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }],
    },
    { operation: "insert_reusable_content", title: "Shared", document: { markdown: "Shared words." } },
  );
  const pages: { shape: string; page: string; text: string }[] = [];
  for (const shape of shapes) {
    const text = documentShapes[shape];
    if (text === undefined) throw new Error(`unknown shape ${shape}`);
    pages.push(await insertLongest(app, space.path, shape, text, limits.document * share));
  }
  const request = await app.changeRequest(space, { subject: "All documents" });
  for (const { page, text } of pages)
    await changeInBatches(app, request.path, [
      { operation: "update_page", page, document: { markdown: `Ours\n\n${text}` } },
    ]);
  await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "open" } });
  for (const { page, text } of pages)
    await changeInBatches(app, space.path, [
      { operation: "update_page", page, document: { markdown: `Theirs\n\n${text}` } },
    ]);
  const documents = [];
  for (const { shape, page } of pages)
    documents.push({ shape, ids: await idsOf(app, space, request, page, insertedFiles[0].id) });
  return documents;
}

/** Inserts the longest document of a shape that is accepted. */
async function insertLongest(
  app: TestApp,
  path: string,
  shape: string,
  text: (length: number) => string,
  length: number,
) {
  for (let tried = length; tried > 1000; tried /= 2) {
    const markdown = text(tried - 100);
    const [page] = await changeInBatches(app, path, [
      { operation: "insert_page", title: shape, document: { markdown } },
    ]);
    if (page !== undefined) return { shape, page, text: markdown };
  }
  throw new Error(`no document with ${shape} is accepted`);
}

/** The ids of objects in a space and its change request. Adds a review and a pending comment. */
export async function idsOf(
  app: TestApp,
  { id: spaceId, path }: { id: string; path: string },
  { id: changeRequestId, path: requestPath }: { id: string; path: string },
  pageId: string,
  fileId: string,
): Promise<Ids> {
  const { revision } = await app.ok(app.admin, `GET ${path}`);
  const content = await app.ok(app.admin, `GET ${path}/content`);
  const page = await app.ok(app.admin, `GET ${path}/content/page/${pageId}`);
  const { id: reviewId } = await app.ok(app.admin, `POST ${requestPath}/reviews`, {
    body: { status: "approved" },
  });
  const pending = { body: { markdown: repeat(`${oddWords} *a* [b](c) `, 33_000) }, page: pageId };
  const { id: pendingCommentId } = await app.ok(app.admin, `POST ${requestPath}/pending-comments`, {
    body: pending,
  });
  return {
    ...{ spaceId, changeRequestId, pageId, fileId, revisionId: revision, reviewId, pendingCommentId },
    pagePath: page.path,
    documentId: page.documentId,
    reusableContentId: content.reusableContents[0].id,
    variable: "some-variable",
  };
}

/** Long comments with many replies and reactions, on the space and on its change request. */
export async function discuss(app: TestApp, ids: Ids, { items }: Scale): Promise<void> {
  const reactions = Array.from({ length: 50 }, (_, i) => (0x1f600 + i).toString(16));
  const spacePath = `/spaces/${ids.spaceId}`;
  for (const [path, prefix] of [
    [spacePath, ""],
    [`${spacePath}/change-requests/${ids.changeRequestId}`, "changeRequest."],
  ] as const) {
    const markdown = repeat(`${oddWords} *a* [b](c) `, 33_000);
    const comments = await createEach(items, () =>
      app.comment(path, { body: { markdown }, page: ids.pageId }),
    );
    const comment = `${path}/comments/${comments[0].id}`;
    const replies = await createEach(items, () =>
      app.ok(app.admin, `POST ${comment}/replies`, { body: { body: { markdown } } }),
    );
    await app.ok(app.admin, `PUT ${comment}`, { body: { addedReactions: reactions } });
    Object.assign(ids, {
      [`${prefix}commentId`]: comments[0].id,
      [`${prefix}commentReplyId`]: replies[0].id,
    });
  }
}

const condition = `visitor.claims.plan == "${"x".repeat(900)}" || true`;

/** A published site of many parts that shows the large spaces. */
async function createLargeSite(
  app: TestApp,
  world: World,
  shown: readonly Ids[],
  spaces: readonly string[],
): Promise<Record<string, string[]>> {
  const sites = `/orgs/${app.organizationId}/sites`;
  const ids = [...new Set(shown.map(({ spaceId = "" }) => spaceId)), ...spaces];
  const site = await app.ok(app.admin, `POST ${sites}`, {
    body: { title: "Large", type: "ultimate", visibility: "share-link", spaces: ids.slice(0, 1000) },
  });
  const path = `${sites}/${site.id}`;
  const add = (kind: string, body: object) => app.ok(app.admin, `POST ${path}/${kind}`, { body });
  const sections = await createEach(spaces.length, (i) =>
    add("sections", { spaceId: spaces[i], title: `Section ${i}` }),
  );
  const group = await add("section-groups", {
    title: "Group",
    sections: sections.slice(1, 1001).map(({ id }) => id),
  });
  const parentGroup = await add("section-groups", { title: "Parent" });
  const { items } = await app.ok(app.admin, `GET ${path}/site-spaces`, { query: { limit: 1000 } });
  await app.ok(app.admin, `PATCH ${path}/site-spaces/${items[1].id}`, { body: { condition } });
  const jsonSchema = {
    type: "object",
    properties: { plan: { type: "string" } },
    additionalProperties: false,
  };
  await app.ok(app.admin, `PUT ${path}/adaptive-schema`, { body: { jsonSchema } });
  await add("publish", {});
  const links = await createEach(spaces.length, (i) => add("share-links", { name: `Link ${i}` }));
  const redirects = await createEach(spaces.length, (i) =>
    add("redirects", {
      source: `/${`old-${i}`.padEnd(500, "x")}`,
      destination: { kind: "site-section", siteSectionId: sections[i].id },
    }),
  );
  const servers = await createEach(spaces.length, (i) =>
    add("mcp-servers", { name: `Server ${i}`, url: "https://mcp.example.com/", headers: {}, condition }),
  );
  const published: string = links[0].urls.published;
  world.setIds({
    siteId: site.id,
    siteSectionId: sections[1].id,
    otherSiteSectionId: sections[2].id,
    siteSectionGroupId: group.id,
    parentSectionGroupId: parentGroup.id,
    siteSpaceId: items[0].id,
    otherSiteSpaceId: items[1].id,
    shareLinkId: links[0].id,
    siteRedirectId: redirects[0].id,
    siteMcpServerId: servers[0].id,
    shareKey: published.split("/").at(-1) ?? "",
    publishedUrl: published,
  });
  const idOf = ({ id }: { id: string }) => id;
  return { siteSectionId: sections.map(idOf), siteSpaceId: items.map(idOf) };
}

/** An OpenAPI spec that takes about this many bytes as a string of a JSON body. */
export function longSpec(length: number): string {
  const operation = {
    summary: oddWords,
    parameters: [{ name: "a", in: "query", schema: { type: "string" } }],
    responses: { 200: { description: "ok" } },
  };
  const size = Buffer.byteLength(JSON.stringify(JSON.stringify({ "/path/10000": { get: operation } })));
  const paths = Object.fromEntries(
    Array.from({ length: Math.floor(length / size) }, (_, i) => [`/path/${i}`, { get: operation }]),
  );
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Large", version: "1" }, paths });
}

async function createSpecs(app: TestApp, world: World, { share }: Scale): Promise<void> {
  const path = `/orgs/${app.organizationId}/openapi/${world.get("specSlug")}`;
  await app.ok(app.admin, `PUT ${path}`, {
    body: { source: { text: longSpec(8 * limits.document * share) } },
  });
  while ((await runNextJob(app.context)) !== undefined);
  const { id } = await app.ok(app.admin, `GET ${path}/versions/latest`);
  world.setIds({ versionId: id });
}
