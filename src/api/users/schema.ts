import { type Static, Type } from "@sinclair/typebox";
import { HttpUrl } from "../http/index.ts";

export type User = Static<typeof User>;
export const User = Type.Object(
  {
    object: Type.Literal("user"),
    id: Type.String(),
    displayName: Type.String(),
    email: Type.String(),
    photoURL: Type.Optional(Type.String()),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "User" },
);

export const UserUpdate = Type.Object(
  {
    displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    photoURL: Type.Optional(HttpUrl),
  },
  { minProperties: 1 },
);
