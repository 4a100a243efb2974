import { operationGroups } from "../../src/workspace/operation-groups.ts";
import type { Person, TestApp } from "../support/app.ts";

interface StoredResponse {
  readonly status: number;
  readonly type: string;
  /** The body as a Latin-1 string. */
  readonly bytes: string;
}

export interface Crawl {
  /** By URL. */
  readonly responses: ReadonlyMap<string, StoredResponse>;
  /** The operations that never succeeded. */
  readonly failed: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** How to find the values of a path parameter in the objects of other responses. */
const sources: Readonly<Record<string, (fields: Fields) => unknown[]>> = {
  organizationId: idOf("organization"),
  userId: idOf("user"),
  collectionId: idOf("collection"),
  spaceId: idOf("space"),
  pageId: ({ documentId, path, id }) => (documentId === undefined || path === undefined ? [] : [id]),
  pagePath: ({ documentId, path }) => (documentId === undefined ? [] : [path]),
  documentId: ({ documentId }) => [documentId],
  reusableContentId: ({ reusableContents }) =>
    Array.isArray(reusableContents) ? reusableContents.map(({ id }) => id) : [],
  revisionId: ({ revision }) => [revision],
  integrationName: ({ object, name }) => (object === "integration" ? [name] : []),
  specSlug: ({ object, slug }) => (object === "openapi-spec" ? [slug] : []),
  pageSetId: idOf("openapi-page-set"),
  subdomain: ({ hostname }) => [hostname],
  inviteId: idOf("invite"),
  importRunId: idOf("import-run"),
  variable: ({ variables }) => Object.keys((variables as object | undefined) ?? {}),
  emailDomain: ({ emailDomains }) => (Array.isArray(emailDomains) ? emailDomains : []),
};

function idOf(kind: string): (fields: Fields) => unknown[] {
  return ({ object, id }) => (object === kind ? [id] : []);
}

/** The key for the ids of the items of a list; the other keys are parameter names. */
const listItems = "items";

/**
 * PDFs are created on request, and have their own tests. Exports are not in a backup. The state of a host name is asked from
 * other servers. The others describe a machine.
 */
const excluded = [
  ...["getSpacePDF", "getChangeRequestPDF", "getCustomHostname", "listExports", "getExport"],
  ...["getServer", "getServerHealth", "listServerJobs", "listServerBackups", "getServerSettings"],
];

/** Every visitor of a site gets a new token. */
const newToken = /"apiToken":"[^"]+"/;
/** Of the token with which the crawl is made. */
const lastUse = /"lastUsedAt":"[^"]+",/g;

const reads = operationGroups
  .flatMap(({ operations }) => operations)
  .filter(({ method, id }) => method === "GET" && !excluded.includes(id));

/** Calls every read operation as this person, with all ids from other responses. */
export async function crawl(app: TestApp, person: Person): Promise<Crawl> {
  const responses = new Map<string, StoredResponse>();
  const succeeded = new Set<string>();
  /** The parameter values in the response of each path. */
  const valuesByPath = new Map<string, Map<string, Set<string>>>();
  const links = new Set<string>();

  const get = async (url: string): Promise<StoredResponse> => {
    const authorization = `Bearer ${person.token}`;
    const reply = await app.app.inject({ method: "GET", url, headers: { authorization } });
    const type = String(reply.headers["content-type"]);
    const bytes = reply.rawPayload
      .toString("latin1")
      .replace(newToken, '"apiToken":"…"')
      .replace(lastUse, "");
    const response = { status: reply.statusCode, type, bytes };
    responses.set(url, response);
    return response;
  };

  const visit = async (path: string, id: string, query = ""): Promise<void> => {
    const url = `/v1${path}${query}`;
    if (responses.has(url)) return;
    const { status, type, bytes } = await get(url);
    if (status !== 200) return;
    succeeded.add(id);
    if (!type.includes("json")) return;
    const body = JSON.parse(Buffer.from(bytes, "latin1").toString());
    const values = valuesByPath.getOrInsertComputed(path, () => new Map());
    const addValue = (parameter: string, value: unknown) => {
      if (typeof value === "string" && value !== "")
        values.getOrInsertComputed(parameter, () => new Set<string>()).add(value);
    };
    for (const { id, space, site } of body.items ?? []) addValue(listItems, id ?? space ?? site);
    for (const fields of objectsIn(body)) {
      for (const [parameter, find] of Object.entries(sources))
        for (const value of find(fields)) addValue(parameter, value);
      for (const link of Object.values(fields))
        if (typeof link === "string" && link.startsWith(app.context.config.baseUrl)) links.add(link);
    }
    // Read the rest of a list item by item, so that the cursors are compared.
    if (query.startsWith("?limit=1") && body.next?.page !== undefined)
      await visit(path, id, `?limit=1&page=${encodeURIComponent(body.next.page)}`);
  };

  for (let previousCount = -1; previousCount < responses.size; ) {
    previousCount = responses.size;
    for (const { id, path, query } of reads)
      for (const concrete of pathsOf(path, valuesByPath))
        for (const text of queriesOf(id, Object.keys(query?.properties ?? {}), links, app))
          await visit(concrete, id, text);
    for (const link of links) {
      const path = link.slice(app.context.config.baseUrl.length);
      if (path.startsWith("/files/") && !responses.has(path)) await get(path);
    }
  }
  const failed = reads.map(({ id }) => id).filter((id) => !succeeded.has(id));
  return { responses, failed };
}

function* objectsIn(value: unknown): Generator<Fields> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Fields;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

/** All paths of a template. A parameter is replaced by the ids of the list before it and by the values in responses below the last id of the path. */
function pathsOf(
  template: string,
  valuesByPath: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>,
): string[] {
  let paths = [{ path: "", owner: "" }];
  for (const part of template.split("/").slice(1)) {
    const parameter = /^[:*](.+)$/.exec(part)?.[1];
    paths = paths.flatMap(({ path, owner }) => {
      if (parameter === undefined) return [{ path: `${path}/${part}`, owner }];
      const values = new Set(valuesByPath.get(path)?.get(listItems));
      for (const [source, parameters] of valuesByPath)
        if (owner === "" || `${source}/`.startsWith(`${owner}/`))
          for (const value of parameters.get(parameter) ?? []) values.add(value);
      return [...values].map((value) => {
        const next = `${path}/${encodeURIComponent(value)}`;
        return { path: next, owner: next };
      });
    });
  }
  return paths.map(({ path }) => path);
}

function queriesOf(
  id: string,
  names: readonly string[],
  links: ReadonlySet<string>,
  { context }: TestApp,
): string[] {
  if (id.startsWith("search"))
    return ["npm", "ecoute", "文書", "fresh"].map((word) => `?query=${encodeURIComponent(word)}`);
  if (id.startsWith("getEmbed")) return ["?url=https%3A%2F%2Fyoutu.be%2Fa"];
  if (id === "explainSiteAddress") return ["?address=%2Fold"];
  if (id === "getSiteRedirectBySource") return ["?source=%2Fold"];
  if (id.startsWith("listChangeRequests")) return ["", "?status=draft", "?status=merged", "?limit=1"];
  if (names.includes("url"))
    return [...links]
      .filter((link) => !link.startsWith(`${context.config.baseUrl}/v1/`))
      .map((link) => `?url=${encodeURIComponent(link)}`);
  return [
    "",
    ...(names.includes("page") && names.includes("limit") ? ["?limit=1"] : []),
    ...(names.includes("format") ? ["?format=document"] : []),
  ];
}

export function differencesOf(actual: Crawl, expected: Crawl): string[] {
  const urls = new Set([...actual.responses.keys(), ...expected.responses.keys()]);
  const show = ({ responses }: Crawl, url: string) => JSON.stringify(responses.get(url)) ?? "not requested";
  return [...urls]
    .filter((url) => show(actual, url) !== show(expected, url))
    .map((url) => `${url}:\n${show(actual, url)}\n${show(expected, url)}`);
}
