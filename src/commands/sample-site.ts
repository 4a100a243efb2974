import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Context } from "../api/http/index.ts";
import { processSpec } from "../api/openapi-specs/index.ts";
import type { Membership } from "../identity/roles/index.ts";
import { insertToken, newToken, revokeToken } from "../identity/tokens/index.ts";
import { importSource } from "../importing/index.ts";
import { withTemporaryFolder } from "../platform/child-process/index.ts";
import { applyTree } from "../server/imports/index.ts";
import { createApp } from "../server/index.ts";
import { findAdmin, importSite } from "./import-site.ts";

const folder = fileURLToPath(new URL("./sample", import.meta.url));
/** The basename of the site, by which it is found again, and the slug of its OpenAPI spec. */
const name = "fernwell";
const collectionTitle = "Fernwell (sample)";

/** Calls an operation of the API, which must succeed: `call("GET /orgs")`. */
// biome-ignore lint/suspicious/noExplicitAny: replies of all shapes
type Call = (operation: string, body?: object) => Promise<any>;

export interface SampleSite {
  readonly url: string;
  /** Whether the site did not exist before. */
  readonly isNew: boolean;
}

/** Creates the sample site in an organization, unless it exists. */
export function createSampleSite(context: Context, organizationId: string): Promise<SampleSite> {
  return withApi(context, organizationId, async (call, member) => {
    const existing = await findSampleSite(call, organizationId);
    if (existing?.published) return { url: existing.urls.published, isNew: false };
    // It is published at the end: otherwise it was not completed.
    await removeParts(call, organizationId);
    await putSpec(context, call, organizationId);
    const collection = await call(`POST /orgs/${organizationId}/collections`, { title: collectionTitle });
    const { siteId } = await importSite(context, organizationId, folder, {
      parentId: collection.id,
      importFolder: (_context, _member, space, { path, directory }) =>
        withTemporaryFolder(async (temporary) => {
          const options = { source: "zip", from: { path }, directory, folder: temporary } as const;
          const tree = await importSource({ ...options, allowPrivateNetwork: false }, () => {});
          const target = { target: { space }, userId: member.userId, ifMatch: undefined, replaces: true };
          return applyTree(context, tree, target);
        }),
    });
    const path = `/orgs/${organizationId}/sites/${siteId}`;
    await call(`PATCH ${path}`, { basename: name });
    await customize(call, path);
    await proposeChange(call, path);
    const { urls } = await call(`POST ${path}/publish`);
    return { url: urls.published, isNew: true };
  });
}

/** Deletes the sample site with its spaces, its collection and its spec. Returns the deleted site. */
export function removeSampleSite(context: Context, organizationId: string): Promise<SampleSite | undefined> {
  return withApi(context, organizationId, async (call) => {
    const site = await findSampleSite(call, organizationId);
    await removeParts(call, organizationId);
    return site && { url: site.urls.published, isNew: false };
  });
}

async function removeParts(call: Call, organizationId: string): Promise<void> {
  const org = `/orgs/${organizationId}`;
  const site = await findSampleSite(call, organizationId);
  if (site !== undefined) await call(`DELETE ${org}/sites/${site.id}`);
  const collections = await call(`GET ${org}/collections?limit=1000`);
  for (const { id } of collections.items.filter(({ title }: Titled) => title === collectionTitle)) {
    const spaces = await call(`GET /collections/${id}/spaces?limit=1000`);
    for (const space of spaces.items) await call(`DELETE /spaces/${space.id}`);
    await call(`DELETE /collections/${id}`);
  }
  const specs = await call(`GET ${org}/openapi?limit=1000`);
  if (specs.items.some(({ slug }: { slug: string }) => slug === name))
    await call(`DELETE ${org}/openapi/${name}`);
}

interface Titled {
  readonly title: string;
}

/** Calls the API within this process, as the first admin of the organization. */
async function withApi<T>(
  context: Context,
  organizationId: string,
  work: (call: Call, member: Membership) => Promise<T>,
): Promise<T> {
  const member = await findAdmin(context, organizationId);
  const { database, clock } = context;
  const token = newToken();
  await database.write((trx) =>
    insertToken(trx, { token, userId: member.userId, name: "Sample site" }, clock.now()),
  );
  const app = await createApp(context);
  try {
    return await work((operation, body) => callApi(app, token, operation, body), member);
  } finally {
    await app.close();
    await database.write((trx) => revokeToken(trx, token));
  }
}

async function callApi(app: FastifyInstance, token: string, operation: string, body?: object) {
  const [method = "", path = ""] = operation.split(" ");
  const response = await app.inject({
    method: method as "GET",
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body }),
  });
  if (response.statusCode >= 300)
    throw new Error(`${operation} returned ${response.statusCode}: ${response.body}`);
  return response.body === "" ? undefined : response.json();
}

async function findSampleSite(call: Call, organizationId: string) {
  const { items } = await call(`GET /orgs/${organizationId}/sites?limit=1000`);
  return items.find(({ basename }: { basename?: string }) => basename === name);
}

/** Pages of the API reference are generated from the spec, so it is processed before they are imported. */
async function putSpec(context: Context, call: Call, organizationId: string): Promise<void> {
  const text = await readFile(`${folder}/api/openapi.yaml`, "utf8");
  const spec = await call(`PUT /orgs/${organizationId}/openapi/${name}`, { source: { text } });
  await processSpec(context, spec.id, "text");
}

async function customize(call: Call, site: string): Promise<void> {
  await call(`PUT ${site}/customization`, JSON.parse(await readFile(`${folder}/customization.json`, "utf8")));
  const japanese = await findSiteSpace(call, site, "ja");
  const locale = { internationalization: { locale: "ja" } };
  await call(`PATCH ${site}/site-spaces/${japanese.id}/customization`, locale);
}

async function findSiteSpace(call: Call, site: string, path: string) {
  const { items } = await call(`GET ${site}/site-spaces?limit=1000`);
  return items.find((siteSpace: { path: string }) => siteSpace.path === path);
}

/** Leaves a change request open, so that there is something to review. */
async function proposeChange(call: Call, site: string): Promise<void> {
  const { space } = await findSiteSpace(call, site, "en");
  const page = await call(`GET /spaces/${space.id}/content/path/operate/limits?format=markdown`);
  const { id } = await call(`POST /spaces/${space.id}/change-requests`, {
    subject: "Limits of the second hub",
  });
  const request = `/spaces/${space.id}/change-requests/${id}`;
  const markdown = page.markdown.replace("| Sensors | 64 |", "| Sensors | 128 |");
  await call(`POST ${request}/content`, {
    changes: [{ operation: "update_page", page: page.id, document: { markdown } }],
  });
  await call(`PATCH ${request}`, { status: "open" });
  await call(`POST ${request}/comments`, {
    body: { markdown: "Is this also true for hubs of the first series?" },
  });
}
