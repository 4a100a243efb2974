import { type Static, Type } from "@sinclair/typebox";
import { HttpUrl, Timestamp } from "../http/index.ts";

const Name = Type.String({ maxLength: 50 });

export type ShareLink = Static<typeof ShareLink>;
export const ShareLink = Type.Object(
  {
    object: Type.Literal("share-link"),
    id: Type.String(),
    createdAt: Timestamp,
    name: Type.String(),
    active: Type.Boolean(),
    urls: Type.Object({
      published: Type.Optional(
        Type.String({
          ...HttpUrl,
          description: "Ends with the secret key; absent while the site is not published.",
        }),
      ),
    }),
  },
  { title: "ShareLink" },
);

export const ShareLinkCreate = Type.Object({ name: Name });
export const ShareLinkUpdate = Type.Object({
  active: Type.Optional(Type.Boolean()),
  name: Type.Optional(Name),
});
