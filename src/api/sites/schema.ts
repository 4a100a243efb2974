import { type Static, Type } from "@sinclair/typebox";
import {
  agentsContexts,
  siteTypes,
  siteVisibilities,
  visitorAuthBackends,
} from "../../storage/database/index.ts";
import { HttpUrl, ListQuery, nullable, patternMessage, StringEnum, Timestamp } from "../http/index.ts";
import { siteCustomizations, siteFeatures } from "./present.ts";

const notBlank = { pattern: "\\S", [patternMessage]: "must not be blank" };
/** The title of a site or of a section. */
export const SiteTitle = Type.String({ minLength: 2, maxLength: 128, ...notBlank });
export const GroupTitle = Type.String({ minLength: 1, maxLength: 100, ...notBlank });
/** The basename of a site, or the path of a section or site space: one path segment without reserved characters. */
export const Segment = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^(?!\\.{1,2}$)[\\p{L}\\p{M}\\p{N}._~-]+$",
  [patternMessage]: "must be letters, digits and . _ ~ - only",
});
const SiteType = StringEnum(siteTypes);
const Visibility = StringEnum(siteVisibilities, {
  description:
    "`unlisted` is open but not indexed, `share-link` needs a key in the URL, `visitor-auth` a signed token.",
});
const AgentsContext = StringEnum(agentsContexts, { description: "Whether agents may read the site." });
const AdaptiveContent = Type.Object({ enabled: Type.Boolean() });

const Hostname = Type.String({
  maxLength: 512,
  pattern: "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$",
  [patternMessage]: "must be a lower-case host name with three labels or more",
});
const ProxyOrigin = Type.String({
  maxLength: 512,
  pattern: "^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(/[\\w-]+)+$",
  [patternMessage]: "must be a host and a path, such as company.com/docs",
  description: "The host and path where a proxy serves the site. It must forward requests to `proxy.target`.",
});

export type Site = Static<typeof Site>;
export const Site = Type.Object(
  {
    object: Type.Literal("site"),
    id: Type.String(),
    type: SiteType,
    appliedType: SiteType,
    title: SiteTitle,
    icon: nullable(Type.Object({ icon: Type.Object({ light: HttpUrl, dark: HttpUrl }) })),
    hostname: Type.Optional(Type.String()),
    basename: Type.Optional(Type.String()),
    proxy: Type.Optional(Type.Object({ origin: Type.String(), target: Type.String() })),
    visibility: Visibility,
    defaultLevel: Type.Literal("inherit", { description: "Members have their role in the organization." }),
    published: Type.Boolean(),
    siteSpaces: Type.Integer(),
    createdAt: Timestamp,
    adaptiveContent: Type.Optional(AdaptiveContent),
    agentsContext: AgentsContext,
    features: Type.Array(
      Type.Object({
        id: StringEnum(siteFeatures),
        plan: SiteType,
        frozen: Type.Boolean(),
        customizations: Type.Optional(Type.Array(StringEnum(siteCustomizations))),
      }),
    ),
    permissions: Type.Object({
      view: Type.Boolean(),
      access: Type.Boolean(),
      edit: Type.Boolean(),
      create: Type.Boolean(),
      admin: Type.Boolean(),
      installIntegration: Type.Boolean(),
      viewAdaptiveSchema: Type.Boolean(),
      editAdaptiveSchema: Type.Boolean(),
    }),
    urls: Type.Object({
      location: HttpUrl,
      app: HttpUrl,
      published: Type.Optional(HttpUrl),
      preview: Type.String({ ...HttpUrl, description: "The same as `app`: there is no separate preview." }),
    }),
  },
  { title: "Site" },
);

export const SiteListQuery = Type.Object({
  ...ListQuery,
  space: Type.Optional(Type.String({ description: "Only sites that show the space with this id." })),
  title: Type.Optional(Type.String({ description: "Only sites whose title contains this text." })),
  published: Type.Optional(Type.Boolean()),
  type: Type.Optional(Type.Array(SiteType)),
});

/** The kinds of new spaces that can be created together with a site. */
const newSpaceKinds = ["sample", "empty"] as const;

export type SiteCreate = Static<typeof SiteCreate>;
export const SiteCreate = Type.Object({
  type: Type.Optional(SiteType),
  title: Type.Optional(SiteTitle),
  visibility: Type.Optional(Visibility),
  spaces: Type.Optional(
    Type.Union([Type.Array(Type.String(), { maxItems: 1000 }), StringEnum(newSpaceKinds)], {
      description: "The ids of existing spaces, or the kind of a new one.",
    }),
  ),
});

export type SiteUpdate = Static<typeof SiteUpdate>;
export const SiteUpdate = Type.Object({
  title: Type.Optional(SiteTitle),
  visibility: Type.Optional(Visibility),
  basename: Type.Optional(nullable(Segment)),
  hostname: Type.Optional(nullable(Hostname)),
  proxy: Type.Optional(nullable(ProxyOrigin)),
  adaptiveContent: Type.Optional(AdaptiveContent),
  agentsContext: Type.Optional(AgentsContext),
  defaultSiteSpace: Type.Optional(
    Type.String({
      description: "The variant without a path segment; with sections, a variant of the default section.",
    }),
  ),
  defaultSiteSection: Type.Optional(Type.String({ description: "The section without a path segment." })),
});

export const AdaptiveSchemaReply = Type.Object({
  object: Type.Literal("site-adaptive-schema"),
  jsonSchema: Type.Unsafe<object>({ type: "object", additionalProperties: true }),
  updatedAt: Timestamp,
});
export const AdaptiveSchemaUpdate = Type.Object({
  jsonSchema: Type.Unsafe<object>({
    type: "object",
    additionalProperties: true,
    description: "A draft-07 JSON Schema: an object of claims. Claims under `unsigned` are not verified.",
  }),
});
export const TemplateConditions = Type.Object({
  items: Type.Array(Type.Object({ description: Type.String(), condition: Type.String() })),
});

export type PublishingAuth = Static<typeof PublishingAuth>;
export const PublishingAuth = Type.Object({
  object: Type.Literal("publishing-auth"),
  backend: Type.String(),
  privateKey: Type.String({ description: "The HS256 key that visitor tokens are signed with." }),
  fallbackURL: Type.Optional(HttpUrl),
});
export const PublishingAuthUpdate = Type.Object({
  backend: Type.Optional(StringEnum(visitorAuthBackends)),
  fallbackURL: Type.Optional(
    nullable(
      Type.String({
        ...HttpUrl,
        description: "The URL that visitors without a valid token are redirected to; null for none.",
      }),
    ),
  ),
});

export const PreviewQuery = Type.Object({
  siteSpace: Type.Optional(
    Type.String({ description: "The id of the site space to open. By default, the default one." }),
  ),
  claims: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: "The claims of the visitor as whom the site is seen, in Rison: `(plan:pro,beta:!t)`.",
    }),
  ),
  draft: Type.Boolean({ default: true, description: "Whether parts that are drafts are shown." }),
  target: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: "The URL of the page to open, as it is or will be published. Instead of `siteSpace`.",
    }),
  ),
});
export const PreviewLink = Type.Object({ url: HttpUrl });
