import { type Static, Type } from "@sinclair/typebox";
import type { RedirectDestination } from "../../publishing/index.ts";
import { DiscriminatedUnion, HttpUrl, patternMessage } from "../http/index.ts";

const Source = Type.String({
  maxLength: 512,
  pattern: "^/(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+(?:/(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+)*$",
  [patternMessage]: "must be a path below the site, such as /old/page, without a slash at its end",
});

const Destination = DiscriminatedUnion("kind", [
  Type.Object({ kind: Type.Literal("site-section"), siteSectionId: Type.String() }),
  Type.Object({ kind: Type.Literal("site-space"), siteSpaceId: Type.String() }),
  Type.Object({ kind: Type.Literal("site-page"), siteSpaceId: Type.String(), pageId: Type.String() }),
]);

export type Redirect = Static<typeof Redirect>;
export const Redirect = Type.Object(
  {
    object: Type.Literal("site-redirect"),
    id: Type.String(),
    source: Type.String(),
    destination: Type.Unsafe<RedirectDestination>({}),
  },
  { title: "SiteRedirect" },
);

export const RedirectCreate = Type.Object({ source: Source, destination: Destination });
export const RedirectUpdate = Type.Partial(RedirectCreate);
export const RedirectQuery = Type.Object({
  source: Source,
  shareKey: Type.Optional(Type.String({ description: "The key of a share link of the site." })),
});
export const FollowedRedirect = Type.Object({ redirect: Redirect, target: HttpUrl });
