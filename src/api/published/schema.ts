import { type Static, Type } from "@sinclair/typebox";
import { SiteCustomization } from "../../publishing/customization/index.ts";
import { ChangeRequest } from "../change-requests/index.ts";
import { Collection } from "../collections/index.ts";
import { Page } from "../content/index.ts";
import { DiscriminatedUnion, HttpUrl, RecordOf, StringEnum } from "../http/index.ts";
import { SearchText } from "../search/index.ts";
import { SiteStructure } from "../site-structure/index.ts";
import { Site } from "../sites/index.ts";
import { Space } from "../spaces/index.ts";

const Script = Type.Object({
  script: HttpUrl,
  contentSecurityPolicy: Type.Optional(Type.String()),
  cookies: Type.Boolean(),
});

export const PublishedSite = Type.Object({
  object: Type.Literal("published-content-site"),
  site: Site,
  structure: SiteStructure,
  customizations: Type.Object({
    site: SiteCustomization,
    siteSpaces: RecordOf(SiteCustomization),
  }),
  scripts: Type.Array(Script),
});

export const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "The URL that a visitor opened.",
});

export const ResolveBody = Type.Object({
  url: Url,
  redirectOnError: Type.Optional(
    Type.Boolean({
      description:
        "Redirect visitors with an invalid JWT to the site's fallback URL. Visitors without a JWT are always redirected.",
    }),
  ),
  visitor: Type.Optional(
    Type.Object({
      type: Type.Optional(
        StringEnum(["human", "agent"], { description: "Agents do not see a site that excludes them." }),
      ),
      jwtToken: Type.Optional(Type.String({ maxLength: 16_384 })),
      unsignedClaims: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
      ),
    }),
  ),
});
export const ResolveQuery = Type.Object({
  url: Url,
  visitorAuthToken: Type.Optional(Type.String({ maxLength: 16_384 })),
  redirectOnError: Type.Optional(Type.Boolean()),
});

/** Either a redirect, or the content at the URL. */
export type Resolution = Static<typeof Resolution>;
export const Resolution = Type.Object(
  {
    target: Type.Optional(StringEnum(["application", "content", "external"])),
    redirect: Type.Optional(HttpUrl),
    organization: Type.Optional(Type.String()),
    site: Type.Optional(Type.String()),
    siteSection: Type.Optional(Type.String()),
    siteSpace: Type.Optional(Type.String()),
    space: Type.Optional(Type.String()),
    revision: Type.Optional(Type.String({ description: "The current revision of the space." })),
    page: Type.Optional(Type.String({ description: "The id of the page at this path, if there is one." })),
    pathname: Type.Optional(Type.String({ description: "The path of the page in its space." })),
    basePath: Type.Optional(Type.String({ description: "The path of the space in the URL." })),
    siteBasePath: Type.Optional(Type.String({ description: "The path of the site in the URL." })),
    canonicalUrl: Type.Optional(HttpUrl),
    complete: Type.Optional(
      Type.Boolean({
        description: "False if one more path segment could select another section or variant.",
      }),
    ),
    shareKey: Type.Optional(Type.String()),
    contextId: Type.Optional(Type.String({ description: "Identifies the claims of the visitor." })),
    apiToken: Type.Optional(
      Type.String({
        description:
          "A token that grants this visitor access to the site for at least an hour, or until their JWT expires. It is the same for equal visitors for five minutes.",
      }),
    ),
  },
  { title: "PublishedContent" },
);

export type ContentOfUrl = Static<typeof ContentOfUrl>;
export const ContentOfUrl = Type.Object({
  collection: Type.Optional(Collection),
  space: Type.Optional(Space),
  changeRequest: Type.Optional(ChangeRequest),
  page: Type.Optional(Page),
});

const Ids = Type.Array(Type.String(), { minItems: 1, maxItems: 1000 });

const Scope = DiscriminatedUnion("mode", [
  Type.Object({
    mode: Type.Literal("default"),
    includedSiteSpaces: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  }),
  Type.Object({ mode: Type.Literal("specific"), siteSpaceIds: Ids }),
  Type.Object({ mode: Type.Literal("all") }),
]);

/** The site spaces to search are given by `scope`; older clients use the deprecated fields. */
export type SiteSearch = Static<typeof SiteSearch>;
export const SiteSearch = Type.Object({
  query: SearchText,
  scope: Type.Optional(Scope),
  mode: Type.Optional(StringEnum(["all", "current", "specific"], { deprecated: true })),
  siteSpaceId: Type.Optional(Type.String({ deprecated: true })),
  siteSpaceIds: Type.Optional(Type.Unsafe<string[]>({ ...Ids, deprecated: true })),
});
