import { hashOf } from "../../content/index.ts";
import { bundleFiles } from "../../openapi/index.ts";
import type { OutsideNames, Outside as OutsideOfBook } from "../../pdf/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import { findMemberUsers } from "../links/index.ts";
import { findSpecs, findVersions, readFilesystem, type SpecRow } from "../openapi-specs/index.ts";
import type { PdfOrder } from "./order.ts";

/** Users and specs that a PDF refers to and its reader may see. */
export interface Outside {
  /** Names of members by id. */
  readonly users: ReadonlyMap<string, string>;
  /** By slug. */
  readonly specs: ReadonlyMap<string, SpecRow>;
}

export async function findOutside(
  db: Reader,
  { space: { organizationId }, showsSpecs }: PdfOrder,
  { users: ids, specs: slugs }: OutsideNames,
): Promise<Outside> {
  const [users, specs] = await Promise.all([
    findMemberUsers(db, organizationId, ids),
    findSpecs(db, organizationId, showsSpecs ? slugs : []),
  ]);
  return { users: new Map(Array.from(users.values(), (user) => [user.id, user.display_name])), specs };
}

/** A hash that changes with any of the users and specs. */
export function versionOf({ users, specs }: OutsideNames, found: Outside): string {
  return hashOf(
    JSON.stringify([
      users.map((id) => [id, found.users.get(id) ?? null]),
      specs.map((slug) => [slug, found.specs.get(slug)?.last_version_id ?? null]),
    ]),
  );
}

/** The documents of the latest versions, by slug. */
export async function readSpecDocuments(
  db: Reader,
  organizationId: string,
  specs: ReadonlyMap<string, SpecRow>,
): Promise<OutsideOfBook["specs"]> {
  const ids = Array.from(specs.values(), ({ last_version_id }) => last_version_id).filter(
    (id) => id !== null,
  );
  const versions = await inBatches(ids, (batch) => findVersions(db, organizationId, batch));
  const byId = new Map(versions.map((version) => [version.id, version]));
  const documents: Map<string, { version: string; document: unknown }> = new Map();
  for (const [slug, spec] of specs) {
    const version = byId.get(spec.last_version_id ?? "");
    if (version === undefined) continue;
    // In sequence: documents can be large.
    const files: Record<string, unknown> = JSON.parse(String(await readFilesystem(db, spec, version)));
    documents.set(slug, { version: version.id, document: bundleFiles(files, version.entry) });
  }
  return documents;
}
