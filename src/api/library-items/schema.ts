import { type Static, Type } from "@sinclair/typebox";
import { type Role, roles } from "../../identity/roles/index.ts";
import { NullableRole, nullable, StringEnum } from "../http/index.ts";

export const Title = Type.String({ maxLength: 50 });

export const Position = Type.String({
  description:
    "The place among the siblings, spaces and collections alike: they are sorted by it, then by id.",
});

export const DefaultLevel = NullableRole;
/** In requests, `inherit` means the same as null. */
export const DefaultLevelInput = nullable(
  StringEnum([...roles, "inherit"], {
    description: "The default role of members; null or `inherit`: the role on the parent collection.",
  }),
);

const SpacePointer = Type.Object({ type: Type.Literal("space"), space: Type.String() });
const CollectionPointer = Type.Object({ type: Type.Literal("collection"), collection: Type.String() });

export type LibraryItemPointer = Static<typeof LibraryItemPointer>;
const LibraryItemPointer = Type.Union([SpacePointer, CollectionPointer]);

export type LibraryItemMove = Static<typeof LibraryItemMove>;
export const LibraryItemMove = Type.Object(
  {
    parent: Type.Optional(
      nullable(
        Type.String({
          description:
            "The id of a collection, or null for the top level. If absent, the parent stays the same.",
        }),
      ),
    ),
    position: Type.Optional(
      Type.Object(
        { before: Type.Optional(LibraryItemPointer), after: Type.Optional(LibraryItemPointer) },
        { description: "The sibling before or after which the item is inserted. The default is the end." },
      ),
    ),
  },
  { minProperties: 1 },
);

export const LibraryItemTransfer = Type.Object({
  organization: Type.String({ description: "The id of the new organization." }),
});

export function toDefaultLevel(input: Static<typeof DefaultLevelInput> | undefined): Role | null | undefined {
  return input === "inherit" ? null : input;
}
