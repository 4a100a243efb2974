import { batchesBySize, type Reader, type Writer } from "../storage/database/index.ts";
import { type Structure, siteSpacesOf } from "./structure.ts";
import { reservedPaths, siteSpaceSegments } from "./structure-paths.ts";
import type { SiteRef } from "./structure-store.ts";

/** The number of former paths that a site keeps, the newest. */
const maxFormerPaths = 10_000;
/** The number of site spaces that a former path may lead to. */
const maxCandidates = 8;
/** Sections and variants have a segment each. */
const maxSegments = 2;

/** The paths of the site spaces of a site by id. */
export type SitePaths = ReadonlyMap<string, string>;

export function sitePathsOf(structure: Structure): SitePaths {
  const reserved = reservedPaths(structure);
  return new Map(
    siteSpacesOf(structure).map((location) => [
      location.siteSpace.id,
      siteSpaceSegments(location, reserved).join("/"),
    ]),
  );
}

/** Stores the paths that site spaces had before and do not have any more. That of a removed site space is not kept. */
export async function insertFormerSitePaths(
  trx: Writer,
  site: Pick<SiteRef, "id">,
  before: SitePaths,
  after: SitePaths,
): Promise<void> {
  const left = [...before].filter(([id, path]) => after.has(id) && after.get(id) !== path);
  if (left.length === 0) return;
  let number = await findLastNumber(trx, site);
  for (const batch of batchesBySize(left, ([, path]) => path.length))
    await trx
      .insertInto("former_site_paths")
      .values(batch.map(([id, path]) => ({ site_id: site.id, path, site_space_id: id, number: ++number })))
      .onConflict((existing) =>
        existing
          .columns(["site_id", "path", "site_space_id"])
          .doUpdateSet(({ ref }) => ({ number: ref("excluded.number") })),
      )
      .execute();
  await trx
    .deleteFrom("former_site_paths")
    .where("site_id", "=", site.id)
    .where("number", "<=", number - maxFormerPaths)
    .execute();
}

async function findLastNumber(db: Reader, { id }: Pick<SiteRef, "id">): Promise<number> {
  const { last } = await db
    .selectFrom("former_site_paths")
    .where("site_id", "=", id)
    .select(({ fn }) => fn.max("number").as("last"))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** A site space that a path once began with. */
export interface FormerLocation {
  readonly siteSpaceId: string;
  /** The number of segments of its former path. */
  readonly length: number;
}

/** The site spaces that a path once led to, those with the longest and then the latest paths first. */
export async function findFormerLocations(
  db: Reader,
  { id }: Pick<SiteRef, "id">,
  segments: readonly string[],
): Promise<FormerLocation[]> {
  const lengths = Array.from({ length: Math.min(segments.length, maxSegments) + 1 }, (_, length) => length);
  const paths = lengths.map((length) => segments.slice(0, length).join("/"));
  const rows = await db
    .selectFrom("former_site_paths")
    .where("site_id", "=", id)
    .where("path", "in", paths)
    .select(["site_space_id", "path"])
    // A path comes after those that it begins with.
    .orderBy("path", "desc")
    .orderBy("number", "desc")
    .limit(maxCandidates)
    .execute();
  return rows.map(({ site_space_id, path }) => ({
    siteSpaceId: site_space_id,
    length: segmentsOf(path).length,
  }));
}

/** Every site space with its former paths, in the order of `findFormerLocations`. Of each, the newest `limit` paths. */
export async function listFormerSitePaths(
  db: Reader,
  { id }: Pick<SiteRef, "id">,
  limit: number,
): Promise<{ readonly siteSpaceId: string; readonly segments: readonly string[] }[]> {
  const rows = await db
    .selectFrom("former_site_paths")
    .where("site_id", "=", id)
    .select(["site_space_id", "path"])
    .orderBy("number", "desc")
    .execute();
  const counts = new Map<string, number>();
  return rows
    .filter(({ site_space_id }) => {
      const count = (counts.get(site_space_id) ?? 0) + 1;
      counts.set(site_space_id, count);
      return count <= limit;
    })
    .map(({ site_space_id, path }) => ({ siteSpaceId: site_space_id, segments: segmentsOf(path) }))
    .sort((a, b) => b.segments.length - a.segments.length);
}

function segmentsOf(path: string): string[] {
  return path === "" ? [] : path.split("/");
}
