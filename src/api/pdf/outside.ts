import { hashOf } from "../../content/index.ts";
import type { OutsideNames } from "../../pdf/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { findMemberUsers } from "../links/index.ts";
import { findSpecs, type SpecRow } from "../openapi-specs/index.ts";
import type { PdfOrder } from "./order.ts";

/** What a PDF names that is kept elsewhere, as far as its readers may see it. */
export interface Outside {
  /** The names of members, by their ids. */
  readonly users: ReadonlyMap<string, string>;
  /** By their slugs. */
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

/** A text that is another whenever something of this is. */
export function versionOf({ users, specs }: OutsideNames, found: Outside): string {
  return hashOf(
    JSON.stringify([
      users.map((id) => [id, found.users.get(id) ?? null]),
      specs.map((slug) => [slug, found.specs.get(slug)?.last_version_id ?? null]),
    ]),
  );
}
