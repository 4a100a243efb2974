import { type Static, Type } from "@sinclair/typebox";
import { HttpUrl, ListQuery } from "../http/index.ts";
import { DefaultLevel, DefaultLevelInput, Title } from "../library-items/index.ts";

const Description = Type.String({ maxLength: 100 });

export type Collection = Static<typeof Collection>;
export const Collection = Type.Object(
  {
    object: Type.Literal("collection"),
    id: Type.String(),
    title: Title,
    description: Type.Optional(Description),
    organization: Type.String({ description: "The id of the organization that it belongs to." }),
    parent: Type.Optional(Type.String({ description: "The id of the collection around it." })),
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
  nested: Type.Boolean({ default: true, description: "False leaves out what is inside another collection." }),
});

export const CollectionCreate = Type.Object({
  title: Type.Optional(Title),
  parent: Type.Optional(Type.String({ description: "The id of a collection to put it into." })),
});

export type CollectionUpdate = Static<typeof CollectionUpdate>;
export const CollectionUpdate = Type.Object({
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  defaultLevel: Type.Optional(DefaultLevelInput),
});
