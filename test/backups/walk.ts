import { chapters } from "../../src/api/chapters.ts";
import type { Person, TestApp } from "../support/app.ts";

/** What was answered to one address: all that a client gets to see of it. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  /** A character for each. */
  readonly bytes: string;
}

/** All answers by their addresses, and the operations that never answered with something. */
export interface Walk {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly silent: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** What a parameter stands for where no list stands before it, found among all objects of other answers. */
const sources: Readonly<Record<string, (fields: Fields) => unknown[]>> = {
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
  subdomain: ({ hostname }) => [hostname],
  emailDomain: ({ emailDomains }) => (Array.isArray(emailDomains) ? emailDomains : []),
};

function idOf(kind: string): (fields: Fields) => unknown[] {
  return ({ object, id }) => (object === kind ? [id] : []);
}

/** What the items of a list are called, as if that were a parameter. */
const listed = "items";

/** Books are made when they are asked for, in processes of their own, and have tests of their own. */
const notWalked = ["getSpacePDF", "getChangeRequestPDF"];

/** Who opens a site is given a token that nobody was given before. */
const newToken = /"apiToken":"[^"]+"/;

const reads = chapters
  .flatMap(({ operations }) => operations)
  .filter(({ method, id }) => method === "GET" && !notWalked.includes(id));

/** Has each read operation answer for everything that is found in other answers, as one person sees it. */
export async function walk(app: TestApp, person: Person): Promise<Walk> {
  const answers = new Map<string, Answer>();
  const answered = new Set<string>();
  /** What was found in the answer of each path. */
  const found = new Map<string, Map<string, Set<string>>>();
  const links = new Set<string>();

  const ask = async (address: string): Promise<Answer> => {
    const authorization = `Bearer ${person.token}`;
    const reply = await app.app.inject({ method: "GET", url: address, headers: { authorization } });
    const type = String(reply.headers["content-type"]);
    const bytes = reply.rawPayload.toString("latin1").replace(newToken, '"apiToken":"…"');
    const answer = { status: reply.statusCode, type, bytes };
    answers.set(address, answer);
    return answer;
  };

  const visit = async (path: string, id: string, query = ""): Promise<void> => {
    const address = `/v1${path}${query}`;
    if (answers.has(address)) return;
    const { status, type, bytes } = await ask(address);
    if (status !== 200) return;
    answered.add(id);
    if (!type.includes("json")) return;
    const body = JSON.parse(Buffer.from(bytes, "latin1").toString());
    const here = found.getOrInsertComputed(path, () => new Map());
    const note = (parameter: string, value: unknown) => {
      if (typeof value === "string" && value !== "")
        here.getOrInsertComputed(parameter, () => new Set<string>()).add(value);
    };
    for (const { id, space, site } of body.items ?? []) note(listed, id ?? space ?? site);
    for (const fields of objectsIn(body)) {
      for (const [parameter, find] of Object.entries(sources))
        for (const value of find(fields)) note(parameter, value);
      for (const link of Object.values(fields))
        if (typeof link === "string" && link.startsWith(app.context.config.baseUrl)) links.add(link);
    }
    // The rest of a list, an item at a time: the cursors are part of what is compared.
    if (query.startsWith("?limit=1") && body.next?.page !== undefined)
      await visit(path, id, `?limit=1&page=${encodeURIComponent(body.next.page)}`);
  };

  for (let before = -1; before < answers.size; ) {
    before = answers.size;
    for (const { id, path, query } of reads)
      for (const concrete of pathsOf(path, found))
        for (const words of queriesOf(id, Object.keys(query?.properties ?? {}), links, app))
          await visit(concrete, id, words);
    for (const link of links) {
      const address = link.slice(app.context.config.baseUrl.length);
      if (address.startsWith("/files/") && !answers.has(address)) await ask(address);
    }
  }
  const silent = reads.map(({ id }) => id).filter((id) => !answered.has(id));
  return { answers, silent };
}

function* objectsIn(value: unknown): Generator<Fields> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Fields;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

/** A parameter stands for the items of the list before it, or for what was found below what the path has named before. */
function pathsOf(
  template: string,
  found: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>,
): string[] {
  let paths = [{ path: "", owner: "" }];
  for (const part of template.split("/").slice(1)) {
    const parameter = /^[:*](.+)$/.exec(part)?.[1];
    paths = paths.flatMap(({ path, owner }) => {
      if (parameter === undefined) return [{ path: `${path}/${part}`, owner }];
      const values = new Set(found.get(path)?.get(listed));
      for (const [other, parameters] of found)
        if (owner === "" || `${other}/`.startsWith(`${owner}/`))
          for (const value of parameters.get(parameter) ?? []) values.add(value);
      return [...values].map((value) => {
        const next = `${path}/${encodeURIComponent(value)}`;
        return { path: next, owner: next };
      });
    });
  }
  return paths.map(({ path }) => path);
}

/** With what an operation is asked. */
function queriesOf(
  id: string,
  names: readonly string[],
  links: ReadonlySet<string>,
  { context }: TestApp,
): string[] {
  if (id.startsWith("search"))
    return ["npm", "ecoute", "文書", "fresh"].map((word) => `?query=${encodeURIComponent(word)}`);
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

/** What two walks were told differently, in a few words. */
export function differencesOf(one: Walk, other: Walk): string[] {
  const addresses = new Set([...one.answers.keys(), ...other.answers.keys()]);
  const show = ({ answers }: Walk, address: string) => JSON.stringify(answers.get(address)) ?? "not asked";
  return [...addresses]
    .filter((address) => show(one, address) !== show(other, address))
    .map((address) => `${address}:\n${show(one, address)}\n${show(other, address)}`);
}
