import type { ContentRef } from "../../content/document/index.ts";
import { type LinkIndexEntry, type ReadDocumentLinks, Targets } from "../../content/link-index/index.ts";
import { type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { decodeSegments } from "../../publishing/index.ts";
import { inBatches, type LinkStatus, type Reader } from "../../storage/database/index.ts";
import { documentLinksReader } from "../../storage/repositories/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findSpecsFor } from "../openapi-specs/index.ts";
import { findSpaces, type SpaceRow } from "../spaces/index.ts";

/** Tells a member of links whether what they lead to is there: in the content itself, or elsewhere in the organization. */
export async function findLinkStatuses(
  context: Context,
  member: Membership,
  usages: readonly LinkIndexEntry[],
): Promise<Map<LinkIndexEntry, LinkStatus>> {
  const unknown = usages.filter(({ isThere }) => isThere === undefined).map(({ ref }) => ref);
  const outside = new Outside(context, await lookFor(context, member, unknown));
  const statuses = new Map<LinkIndexEntry, LinkStatus>();
  for (const usage of usages) {
    const { ref, isThere } = usage;
    const isFound = isThere ?? (await outside.has(ref));
    statuses.set(usage, isFound === "in-app" ? "in-app" : isFound ? "ok" : "broken");
  }
  return statuses;
}

/** What there is beside the content at hand, of all that its links lead to. */
interface Found {
  readonly spaces: ReadonlyMap<string, SpaceRow>;
  readonly collections: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
  /** OpenAPI specs, by their slugs. */
  readonly specs: ReadonlyMap<string, unknown>;
  /** Published ones, by their names. */
  readonly sites: ReadonlySet<string>;
}

async function lookFor(context: Context, member: Membership, refs: readonly ContentRef[]): Promise<Found> {
  const { read } = context.database;
  const { organizationId } = member;
  const all = <T>(pick: (ref: ContentRef) => T | undefined) => [
    ...new Set(refs.flatMap((ref) => pick(ref) ?? [])),
  ];
  const urls = all((ref) => (ref.kind === "url" ? ref.url : undefined));
  return {
    spaces: await findReadable(
      read,
      member,
      all((ref) => ("space" in ref ? ref.space : undefined)),
    ),
    collections: await findCollections(
      read,
      member,
      all((ref) => (ref.kind === "collection" ? ref.collection : undefined)),
    ),
    users: await findMembers(
      read,
      organizationId,
      all((ref) => (ref.kind === "user" ? ref.user : undefined)),
    ),
    specs: await findSpecsFor(
      read,
      member,
      all((ref) => (ref.kind === "openapi" ? ref.spec : undefined)),
    ),
    sites: await findSites(
      read,
      urls.flatMap((url) => siteIn(context, url) ?? []),
    ),
  };
}

/** To whom may not read a space or a collection, it is as if there were none: nobody finds out by links what is in it. */
async function findReadable(db: Reader, member: Membership, ids: readonly string[]) {
  const spaces = await inBatches(ids, async (batch) => {
    const roles = await resolveLibraryItemRoles(db, member, batch);
    return [...(await findSpaces(db, member.organizationId, [...roles.keys()]))];
  });
  return new Map(spaces.filter(([, { deleted_at }]) => deleted_at === null));
}

async function findCollections(db: Reader, member: Membership, ids: readonly string[]) {
  const rows = await inBatches(ids, async (batch) => {
    const roles = await resolveLibraryItemRoles(db, member, batch);
    const found = await db
      .selectFrom("contents")
      .where("organization_id", "=", member.organizationId)
      .where("kind", "=", "collection")
      .where("id", "in", batch)
      .select("id")
      .execute();
    return found.filter(({ id }) => roles.has(id));
  });
  return new Set(rows.map(({ id }) => id));
}

async function findMembers(db: Reader, organizationId: string, ids: readonly string[]) {
  const rows = await inBatches(ids, (batch) =>
    db
      .selectFrom("members")
      .where("organization_id", "=", organizationId)
      .where("user_id", "in", batch)
      .select("user_id")
      .execute(),
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Tells of what is outside of a content whether it is there. */
class Outside {
  readonly #context: Context;
  readonly #found: Found;
  readonly #targets = new Map<string, Targets>();

  constructor(context: Context, found: Found) {
    this.#context = context;
    this.#found = found;
  }

  async has(ref: ContentRef): Promise<boolean | "in-app"> {
    switch (ref.kind) {
      case "url":
        return this.#hasUrl(ref.url);
      case "space":
        return this.#found.spaces.has(ref.space);
      case "collection":
        return this.#found.collections.has(ref.collection);
      case "user":
        return this.#found.users.has(ref.user);
      case "openapi":
        return this.#found.specs.has(ref.spec);
      default:
        return this.#hasInSpace(ref);
    }
  }

  async #hasInSpace(ref: Exclude<ContentRef, { kind: "url" | "collection" | "user" | "openapi" }>) {
    const space = this.#found.spaces.get(ref.space ?? "");
    if (space === undefined) return false;
    const targets = this.#targets.getOrInsertComputed(space.id, () => {
      const readDocumentLinks: ReadDocumentLinks = documentLinksReader(this.#context, space.repository_id);
      return new Targets(openSpaceContent(this.#context, space, space.root), space.id, readDocumentLinks);
    });
    return (await targets.find(ref, undefined)).isThere === true;
  }

  /** Of addresses elsewhere nothing is known, and nothing is asked. */
  #hasUrl(url: string): boolean | "in-app" {
    const path = pathIn(this.#context, url);
    if (path === undefined || path.length === 0) return true;
    if (ownPaths.has(path[0] ?? "")) return "in-app";
    const site = siteIn(this.#context, url);
    return site !== undefined && this.#found.sites.has(nameOf(site));
  }
}

/** What begins so is no site, but the server's own: the application, the API and all that there is beside it. */
const ownPaths: ReadonlySet<string> = new Set([
  "app",
  "v1",
  "files",
  "reference",
  "openapi",
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
async function findSites(db: Reader, names: readonly SiteName[]): Promise<Set<string>> {
  const organizations = [...new Set(names.map(({ organization }) => organization))];
  const rows = await inBatches(organizations, (batch) =>
    db
      .selectFrom("organizations")
      .innerJoin("sites", "sites.organization_id", "organizations.id")
      .where("sites.published", "=", 1)
      .where(({ eb, or }) =>
        or([eb("organizations.id", "in", batch), eb("organizations.hostname", "in", batch)]),
      )
      .select(["sites.id", "sites.basename", "sites.organization_id"])
      .select(["organizations.hostname", "organizations.default_site_id"])
      .execute(),
  );
  const found = new Set<string>();
  for (const { id, basename, organization_id, hostname, default_site_id } of rows) {
    const own = [id, basename, id === default_site_id ? "" : null].filter((name) => name !== null);
    for (const organization of [organization_id, hostname].filter((name) => name !== null))
      for (const site of own) found.add(nameOf({ organization, site }));
  }
  return found;
}
