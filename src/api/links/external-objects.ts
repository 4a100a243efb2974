import type { ContentRef } from "../../content/document/index.ts";
import { type Membership, type Role, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import { findSpacesByOrigin } from "../../storage/repositories/index.ts";
import { findSpecsFor } from "../openapi-specs/index.ts";
import { findSpaces } from "../spaces/index.ts";

export type ExternalObjects = Awaited<ReturnType<typeof findExternalObjects>>;

/**
 * Finds the spaces, collections, users and OpenAPI specs that references point to. Objects that the member may not read
 * are omitted, because links must not reveal them.
 */
export async function findExternalObjects(db: Reader, member: Membership, refs: readonly ContentRef[]) {
  const { organizationId } = member;
  const ids = (idOf: (ref: ContentRef) => string | undefined) => [
    ...new Set(refs.flatMap((ref) => idOf(ref) ?? [])),
  ];
  const written = ids(spaceIn);
  const origins = await findSpacesByOrigin(db, organizationId, written);
  const spaceIds = [...new Set([...written, ...origins.values()])];
  const collectionIds = ids((ref) => (ref.kind === "collection" ? ref.collection : undefined));
  const roles = new Map<string, Role>(
    await inBatches([...spaceIds, ...collectionIds], async (batch) => [
      ...(await resolveLibraryItemRoles(db, member, batch)),
    ]),
  );
  const isReadable = (id: string) => roles.has(id);
  const spaces = await inBatches(spaceIds.filter(isReadable), async (batch) => [
    ...(await findSpaces(db, organizationId, batch)).values(),
  ]);
  const collections = await inBatches(collectionIds.filter(isReadable), (batch) =>
    db
      .selectFrom("contents")
      .where("organization_id", "=", organizationId)
      .where("kind", "=", "collection")
      .where("id", "in", batch)
      .selectAll()
      .execute(),
  );
  const active = byId(spaces.filter(({ deleted_at }) => deleted_at === null));
  return {
    roles,
    spaces: active,
    /** Spaces by the ids that they had in GitBook. */
    spacesByOrigin: new Map(
      [...origins].flatMap(([origin, id]) => {
        const space = active.get(id);
        return space === undefined ? [] : [[origin, space]];
      }),
    ),
    collections: byId(collections),
    users: await findMemberUsers(
      db,
      organizationId,
      ids((ref) => (ref.kind === "user" ? ref.user : undefined)),
    ),
    specs: await findSpecsFor(
      db,
      member,
      ids((ref) => (ref.kind === "openapi" ? ref.spec : undefined)),
    ),
  };
}

/** The users with these ids who are members of the organization, by id. */
export async function findMemberUsers(db: Reader, organizationId: string, ids: readonly string[]) {
  const users = await inBatches(ids, (batch) =>
    db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .where("members.organization_id", "=", organizationId)
      .where("members.user_id", "in", batch)
      .selectAll("users")
      .execute(),
  );
  return byId(users);
}

/** The id of the other space that a reference points to or into. */
export function spaceIn(ref: ContentRef): string | undefined {
  return "space" in ref ? ref.space : undefined;
}

function byId<Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
