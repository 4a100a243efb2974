import { type Static, Type } from "@sinclair/typebox";
import { ChangeRequest } from "../change-requests/index.ts";
import { Collection } from "../collections/index.ts";
import { Page } from "../content/index.ts";
import { Address, oneOf, RecordOf } from "../http/index.ts";
import { SiteStructure } from "../site-structure/index.ts";
import { CustomizationSettings } from "../sites/customization/index.ts";
import { Site } from "../sites/index.ts";
import { Space } from "../spaces/index.ts";

const Script = Type.Object({
  script: Address,
  contentSecurityPolicy: Type.Optional(Type.String()),
  cookies: Type.Boolean(),
});

export const PublishedSite = Type.Object({
  object: Type.Literal("published-content-site"),
  site: Site,
  structure: SiteStructure,
  customizations: Type.Object({
    site: CustomizationSettings,
    siteSpaces: RecordOf(CustomizationSettings),
  }),
  scripts: Type.Array(Script),
});

const Url = Type.String({ minLength: 1, maxLength: 2048, description: "The address as a reader opened it." });

export const ResolveBody = Type.Object({
  url: Url,
  redirectOnError: Type.Optional(
    Type.Boolean({ description: "Send those without a valid token to where the site wants them to go." }),
  ),
  visitor: Type.Optional(
    Type.Object({
      type: Type.Optional(
        oneOf(["human", "agent"], { description: "Agents do not see a site that excludes them." }),
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

/** Either a redirect, or what the address leads to. */
export type Resolution = Static<typeof Resolution>;
export const Resolution = Type.Object(
  {
    target: Type.Optional(oneOf(["application", "content", "external"])),
    redirect: Type.Optional(Address),
    organization: Type.Optional(Type.String()),
    site: Type.Optional(Type.String()),
    siteSection: Type.Optional(Type.String()),
    siteSpace: Type.Optional(Type.String()),
    space: Type.Optional(Type.String()),
    revision: Type.Optional(Type.String({ description: "What the space shows at the moment." })),
    page: Type.Optional(Type.String({ description: "The id of the page, where there is one at this path." })),
    pathname: Type.Optional(Type.String({ description: "The path of the page in its space." })),
    basePath: Type.Optional(Type.String({ description: "The path of the space in the address." })),
    siteBasePath: Type.Optional(Type.String({ description: "The path of the site in the address." })),
    canonicalUrl: Type.Optional(Address),
    complete: Type.Optional(
      Type.Boolean({ description: "False while a section or a variant could still be named behind it." }),
    ),
    shareKey: Type.Optional(Type.String()),
    contextId: Type.Optional(Type.String({ description: "Another for visitors with other claims." })),
    apiToken: Type.Optional(
      Type.String({ description: "Opens what this visitor may read of the site, for an hour." }),
    ),
  },
  { title: "PublishedContent" },
);

export const ContentUrlQuery = Type.Object({ url: Url });
export const ContentOfUrl = Type.Object({
  collection: Type.Optional(Collection),
  space: Type.Optional(Space),
  changeRequest: Type.Optional(ChangeRequest),
  page: Type.Optional(Page),
});
