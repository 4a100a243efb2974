import { type Static, Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import type { LibraryItemTable } from "../../storage/database/index.ts";
import { HttpUrl, ListQuery } from "../http/index.ts";
import { DefaultLevel, DefaultLevelInput, Position, Title } from "../library-items/index.ts";

const Description = Type.String({ maxLength: 100 });

export type Collection = Static<typeof Collection>;
export const Collection = Type.Object(
  {
    object: Type.Literal("collection"),
    id: Type.String(),
    title: Title,
    description: Type.Optional(Description),
    organization: Type.String({ description: "The id of the organization." }),
    parent: Type.Optional(Type.String({ description: "The id of the parent collection." })),
    position: Position,
    defaultLevel: DefaultLevel,
    urls: Type.Object({ location: HttpUrl, app: HttpUrl }),
    permissions: Type.Object({
      view: Type.Boolean(),
      admin: Type.Boolean(),
      viewInviteLinks: Type.Boolean(),
      create: Type.Boolean(),
    }),
  },
  { title: "Collection" },
);

export const CollectionListQuery = Type.Object({
  ...ListQuery,
  nested: Type.Boolean({ default: true, description: "If false, nested collections are omitted." }),
});

export const CollectionCreate = Type.Object({
  title: Type.Optional(Title),
  parent: Type.Optional(Type.String({ description: "The id of the parent collection." })),
});

export const CollectionUpdate = Type.Object({
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  defaultLevel: Type.Optional(DefaultLevelInput),
});

/** A collection as a caller with this role on it sees it. */
export function presentCollection(row: LibraryItemTable, role: Role | null, urls: Urls): Collection {
  const admin = includesRole(role, "admin");
  return {
    object: "collection",
    id: row.id,
    title: row.title,
    description: row.description ?? undefined,
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    position: row.position,
    defaultLevel: row.default_level,
    urls: { location: urls.api(`/collections/${row.id}`), app: urls.app(`/collections/${row.id}`) },
    permissions: {
      view: includesRole(role, "read"),
      admin,
      viewInviteLinks: admin,
      create: includesRole(role, "create"),
    },
  };
}
