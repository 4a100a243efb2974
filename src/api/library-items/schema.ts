import { type Static, Type } from "@sinclair/typebox";
import { type Role, roles } from "../../identity/roles/index.ts";
import { NullableRole, nullable, StringEnum } from "../http/index.ts";

/** What a space and a collection are alike in. */
export const Title = Type.String({ maxLength: 50 });

export const DefaultLevel = NullableRole;
/** Clients say `inherit` where the answer says null. */
export const DefaultLevelInput = nullable(
  StringEnum([...roles, "inherit"], {
    description:
      "What members may do here by default; null or `inherit` leaves that to the collection around it.",
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
        Type.String({ description: "A collection, or null for the top; left out, it stays where it is." }),
      ),
    ),
    position: Type.Optional(
      Type.Object(
        { before: Type.Optional(LibraryItemPointer), after: Type.Optional(LibraryItemPointer) },
        { description: "Beside which space or collection; the end if left out." },
      ),
    ),
  },
  { minProperties: 1 },
);

export const LibraryItemTransfer = Type.Object({
  organization: Type.String({ description: "The id of the organization that it goes to." }),
});

/** What is kept of a default level that was sent. */
export function toDefaultLevel(sent: Static<typeof DefaultLevelInput>): Role | null {
  return sent === "inherit" ? null : sent;
}
