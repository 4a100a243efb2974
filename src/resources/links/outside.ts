import type { ContentRef } from "../../content/document/model.ts";
import { type ReadFindings, Targets } from "../../content/usages/targets.ts";
import type { Usage } from "../../content/usages/usages.ts";
import type { Context } from "../../context.ts";
import { decodeSegments } from "../../publishing/addresses.ts";
import { findingsIn } from "../../repositories/findings.ts";
import { openContentOf } from "../content/access.ts";
import { findSpaces, type SpaceRow } from "../spaces/store.ts";
import type { LinkStatus } from "./statuses.ts";

/** How many are looked for by one statement. */
const batchSize = 500;

/** Tells of links whether what they lead to is there: in the content itself, or wherever else in the organization. */
export async function statusesOf(
  context: Context,
  organizationId: string,
  usages: readonly Usage[],
): Promise<Map<Usage, LinkStatus>> {
  const outside = await Outside.lookUp(
    context,
    organizationId,
    usages.filter(({ isThere }) => isThere === undefined).map(({ ref }) => ref),
  );
  const statuses = new Map<Usage, LinkStatus>();
  for (const usage of usages) {
    const { ref, isThere } = usage;
    const isFound = isThere ?? (await outside.has(ref));
    statuses.set(usage, isFound === "in-app" ? "in-app" : isFound ? "ok" : "broken");
  }
  return statuses;
}

/** What there is beside the content at hand, of all that its links lead to. */
class Outside {
  readonly #context: Context;
  readonly #spaces: ReadonlyMap<string, SpaceRow>;
  readonly #collections: ReadonlySet<string>;
  readonly #users: ReadonlySet<string>;
  readonly #sites: ReadonlySet<string>;
  readonly #targets = new Map<string, Targets>();

  private constructor(
    context: Context,
    spaces: ReadonlyMap<string, SpaceRow>,
    collections: ReadonlySet<string>,
    users: ReadonlySet<string>,
    sites: ReadonlySet<string>,
  ) {
    this.#context = context;
    this.#spaces = spaces;
    this.#collections = collections;
    this.#users = users;
    this.#sites = sites;
  }

  static async lookUp(
    context: Context,
    organizationId: string,
    refs: readonly ContentRef[],
  ): Promise<Outside> {
    const { read } = context.database;
    const ids = (pick: (ref: ContentRef) => string | undefined) => [
      ...new Set(refs.flatMap((ref) => pick(ref) ?? [])),
    ];
    const spaceIds = ids((ref) => ("space" in ref ? ref.space : undefined));
    const spaces = new Map<string, SpaceRow>();
    await inBatches(spaceIds, async (batch) => {
      for (const [id, space] of await findSpaces(read, organizationId, batch))
        if (space.deleted_at === null) spaces.set(id, space);
    });
    const collections = new Set<string>();
    await inBatches(
      ids((ref) => (ref.kind === "collection" ? ref.collection : undefined)),
      async (batch) => {
        const rows = await read
          .selectFrom("contents")
          .where("organization_id", "=", organizationId)
          .where("kind", "=", "collection")
          .where("id", "in", batch)
          .select("id")
          .execute();
        for (const { id } of rows) collections.add(id);
      },
    );
    const users = new Set<string>();
    await inBatches(
      ids((ref) => (ref.kind === "user" ? ref.user : undefined)),
      async (batch) => {
        const rows = await read
          .selectFrom("members")
          .where("organization_id", "=", organizationId)
          .where("user_id", "in", batch)
          .select("user_id")
          .execute();
        for (const { user_id } of rows) users.add(user_id);
      },
    );
    const urls = ids((ref) => (ref.kind === "url" ? ref.url : undefined));
    const sites = await findSites(
      context,
      urls.flatMap((url) => siteIn(context, url) ?? []),
    );
    return new Outside(context, spaces, collections, users, sites);
  }

  async has(ref: ContentRef): Promise<boolean | "in-app"> {
    switch (ref.kind) {
      case "url":
        return this.#hasUrl(ref.url);
      case "space":
        return this.#spaces.has(ref.space);
      case "collection":
        return this.#collections.has(ref.collection);
      case "user":
        return this.#users.has(ref.user);
      case "openapi":
        return false;
      default:
        return this.#hasInSpace(ref);
    }
  }

  async #hasInSpace(ref: Exclude<ContentRef, { kind: "url" | "collection" | "user" | "openapi" }>) {
    const space = this.#spaces.get(ref.space ?? "");
    if (space === undefined) return false;
    const targets = this.#targets.getOrInsertComputed(space.id, () => {
      const readFindings: ReadFindings = findingsIn(this.#context, space.repository_id);
      return new Targets(openContentOf(this.#context, space, space.root), space.id, readFindings);
    });
    return (await targets.find(ref, undefined)).isThere === true;
  }

  /** Of addresses elsewhere nothing is known, and nothing is asked. */
  #hasUrl(url: string): boolean | "in-app" {
    const path = pathIn(this.#context, url);
    if (path === undefined || path.length === 0) return true;
    if (ownPaths.has(path[0] ?? "")) return "in-app";
    const site = siteIn(this.#context, url);
    return site !== undefined && this.#sites.has(nameOf(site));
  }
}

async function inBatches(ids: readonly string[], work: (batch: string[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += batchSize) await work(ids.slice(at, at + batchSize));
}

/** What begins so is no site, but the server's own: the application, the API and all that there is beside it. */
const ownPaths: ReadonlySet<string> = new Set([
  "app",
  "v1",
  "files",
  "reference",
  "openapi.json",
  "healthz",
  "readyz",
  "metrics",
]);

/** Of a site, or of the one that an organization shows by default. */
interface SiteName {
  readonly organization: string;
  readonly site?: string | undefined;
}

function nameOf({ organization, site = "" }: SiteName): string {
  return `${organization}/${site}`;
}

/** The site that an address below the server's own is one of. */
function siteIn(context: Context, address: string): SiteName | undefined {
  const [organization, site] = pathIn(context, address) ?? [];
  return organization === undefined || ownPaths.has(organization) ? undefined : { organization, site };
}

const nowhere = "";

/** The names in an address below the server's own; undefined for one that is elsewhere. */
function pathIn({ config: { baseUrl } }: Context, address: string): string[] | undefined {
  if (/^[#?]/.test(address) || !URL.canParse(address, baseUrl)) return undefined;
  const url = new URL(address, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return undefined;
  const path = decodeSegments(url.pathname);
  // PostgreSQL cannot hold the null character, so nothing is named by it; nor by what is encoded wrongly.
  return path === undefined || path.some((name) => name.includes("\0")) ? [nowhere] : path;
}

/** Those of these sites that are published, by every name that they are found by. */
async function findSites({ database }: Context, names: readonly SiteName[]): Promise<Set<string>> {
  const found = new Set<string>();
  const organizations = [...new Set(names.map(({ organization }) => organization))];
  await inBatches(organizations, async (batch) => {
    const rows = await database.read
      .selectFrom("organizations")
      .innerJoin("sites", "sites.organization_id", "organizations.id")
      .where("sites.published", "=", 1)
      .where((eb) => eb.or([eb("organizations.id", "in", batch), eb("organizations.hostname", "in", batch)]))
      .select(["sites.id", "sites.basename", "sites.organization_id"])
      .select(["organizations.hostname", "organizations.default_site_id"])
      .execute();
    for (const { id, basename, organization_id, hostname, default_site_id } of rows) {
      const names = [id, basename, id === default_site_id ? "" : null].filter((name) => name !== null);
      for (const organization of [organization_id, hostname].filter((name) => name !== null))
        for (const site of names) found.add(nameOf({ organization, site }));
    }
  });
  return found;
}
