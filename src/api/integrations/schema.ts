import { type Static, type TSchema, Type } from "@sinclair/typebox";
import {
  integrationCategories,
  integrationRuntimes,
  integrationScopes,
  integrationTargets,
  integrationVisibilities,
} from "../../storage/database/index.ts";
import {
  DiscriminatedUnion,
  HttpUrl,
  ListQuery,
  patternMessage,
  RecordOf,
  StringEnum,
} from "../http/index.ts";
import { Organization } from "../organizations/index.ts";

const maxNameLength = 100;
const namePattern = "^[a-zA-Z0-9-_.]+$";
const charactersRule = "must be letters, digits, hyphens, underscores and dots";

/** Validates a name in a path, which has no schema. */
export function isName(text: string): boolean {
  return text.length <= maxNameLength && new RegExp(namePattern).test(text) && !/^\.\.?$/.test(text);
}
export const nameRule = `${charactersRule}, ${maxNameLength} at most`;

const Title = Type.String({ minLength: 2, maxLength: 30 });
const Description = Type.String({ maxLength: 100 });
const Summary = Type.String({ maxLength: 2048, description: "A summary in Markdown." });
const Target = StringEnum(integrationTargets, { description: "Where the integration can be installed." });
const Visibility = StringEnum(integrationVisibilities, {
  description:
    "A `private` integration is visible to its own organization only; an `unlisted` one can be read, but is not listed.",
});
const Category = StringEnum(integrationCategories);
const Scope = StringEnum(integrationScopes);
const Identifier = Type.String({ minLength: 1, maxLength: 256 });
const Text = Type.String({ maxLength: 2048 });

const extensionFields = {
  id: Identifier,
  title: Type.String({ minLength: 2, maxLength: 40 }),
  description: Type.Optional(Type.String({ maxLength: 150 })),
  icon: Type.Optional(Text),
};

export type IntegrationBlock = Static<typeof IntegrationBlock>;
export const IntegrationBlock = Type.Object({
  ...extensionFields,
  urlUnfurl: Type.Optional(
    Type.Array(Text, { description: "Patterns of URLs that are shown as this block." }),
  ),
  markdown: Type.Optional(Type.Object({ codeblock: Text, body: Text })),
});

const Component = Type.Object({ componentId: Identifier });
const ContentSource = Type.Object({ ...extensionFields, configuration: Component });

const propertyFields = {
  title: Type.Optional(Type.String({ maxLength: 30 })),
  description: Type.Optional(Type.String({ maxLength: 100 })),
};

/** The declaration of one configurable property. */
export interface Property extends Static<typeof PropertyReply> {
  readonly type: "string" | "number" | "boolean" | "button";
  readonly default?: string | number | boolean;
}

const Property = Type.Unsafe<Property>(
  DiscriminatedUnion("type", [
    Type.Object({
      ...propertyFields,
      type: Type.Literal("string"),
      default: Type.Optional(Type.String()),
      completion_url: Type.Optional(Text),
      enum: Type.Optional(Type.Array(Type.String())),
    }),
    Type.Object({ ...propertyFields, type: Type.Literal("number"), default: Type.Optional(Type.Number()) }),
    Type.Object({ ...propertyFields, type: Type.Literal("boolean"), default: Type.Optional(Type.Boolean()) }),
    Type.Object({ ...propertyFields, type: Type.Literal("button"), callback_url: Text, button_text: Text }),
  ]),
);

/** A property in a reply, with the fields of all types of properties. */
const PropertyReply = Type.Object({
  ...propertyFields,
  type: Type.String(),
  default: Type.Optional(Type.Any()),
  completion_url: Type.Optional(Text),
  enum: Type.Optional(Type.Array(Type.String())),
  callback_url: Type.Optional(Text),
  button_text: Type.Optional(Text),
});

/** Either properties, or a component that shows its own form. */
function ConfigurationOf<T extends TSchema>(properties: T) {
  return Type.Object({
    properties: Type.Optional(RecordOf(properties)),
    required: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    componentId: Type.Optional(Identifier),
  });
}

function ConfigurationsOf<T extends TSchema>(configuration: T) {
  return Type.Object(
    {
      account: Type.Optional(configuration),
      space: Type.Optional(configuration),
      site: Type.Optional(configuration),
    },
    { description: "The configurations that the integration declares for organizations, spaces and sites." },
  );
}

export type IntegrationConfiguration = Static<typeof Configuration>;
const Configuration = ConfigurationOf(Property);
export type IntegrationConfigurations = Static<typeof Configurations>;
const Configurations = ConfigurationsOf(Configuration);

const ExternalLinks = Type.Array(Type.Object({ url: HttpUrl, label: Type.String({ maxLength: 256 }) }), {
  maxItems: 5,
});

export type Integration = Static<typeof Integration>;
export const Integration = Type.Object(
  {
    object: Type.Literal("integration"),
    name: Type.String(),
    version: Type.Integer(),
    title: Title,
    description: Type.Optional(Description),
    summary: Type.Optional(Summary),
    previewImages: Type.Array(HttpUrl),
    target: Target,
    verified: Type.Boolean(),
    visibility: Visibility,
    scopes: Type.Array(Scope),
    categories: Type.Array(Category),
    blocks: Type.Optional(Type.Array(IntegrationBlock)),
    contentSources: Type.Optional(Type.Array(ContentSource)),
    configurations: Type.Optional(ConfigurationsOf(ConfigurationOf(PropertyReply))),
    externalLinks: ExternalLinks,
    owner: Organization,
    urls: Type.Object({
      location: HttpUrl,
      icon: Type.Optional(HttpUrl),
      app: HttpUrl,
      assets: HttpUrl,
      publicEndpoint: HttpUrl,
      publicContentEndpoint: HttpUrl,
    }),
    permissions: Type.Object({ admin: Type.Boolean(), install: Type.Boolean() }),
    contentSecurityPolicy: Type.Optional(Type.String()),
  },
  { title: "Integration" },
);

/** The value of the header, or the values of its directives by name. */
const ContentSecurityPolicy = Type.Unsafe<string | Record<string, string>>({
  type: ["string", "object"],
  maxLength: 8192,
  additionalProperties: { type: "string", maxLength: 8192 },
});

export type IntegrationPublish = Static<typeof IntegrationPublish>;
export const IntegrationPublish = Type.Object({
  runtime: StringEnum(integrationRuntimes, { default: "v1" }),
  icon: Type.Optional(Type.String({ minLength: 1, description: "An image in base64, 250 KB at most." })),
  title: Title,
  description: Description,
  summary: Type.Optional(Summary),
  previewImages: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      maxItems: 3,
      description: "Images in base64, 1024 KB each at most.",
    }),
  ),
  visibility: Type.Optional(Visibility),
  target: Type.Optional(Target),
  scopes: Type.Optional(Type.Array(Scope)),
  categories: Type.Optional(Type.Array(Category)),
  blocks: Type.Optional(Type.Array(IntegrationBlock)),
  contentSources: Type.Optional(Type.Array(ContentSource)),
  externalLinks: Type.Optional(ExternalLinks),
  configurations: Type.Optional(Configurations),
  script: Type.String(),
  organization: Type.String({ minLength: 1, description: "The id of an organization, or its subdomain." }),
  secrets: Type.Optional(
    RecordOf(Type.String({ maxLength: 65_536 }), {
      maxProperties: 20,
      propertyNames: { maxLength: 256 },
      description: "Stored encrypted, and never returned.",
    }),
  ),
  contentSecurityPolicy: Type.Optional(ContentSecurityPolicy),
});

export type IntegrationFilters = Omit<Static<typeof IntegrationListQuery>, "page" | "limit">;
export const IntegrationListQuery = Type.Object({
  ...ListQuery,
  search: Type.Optional(Type.String({ maxLength: 512, description: "Part of a name or title." })),
  category: Type.Optional(Category),
  blockDomain: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: namePattern,
      [patternMessage]: charactersRule,
      description: "Only integrations with a block for URLs of this domain.",
    }),
  ),
  blocks: Type.Optional(Type.Boolean({ description: "Only integrations with blocks, or only without." })),
  contentSources: Type.Optional(
    Type.Boolean({ description: "Only integrations with content sources, or only without." }),
  ),
  owner: Type.Optional(Type.String({ description: "The id of the organization of the integration." })),
  scope: Type.Optional(Scope),
  target: Type.Optional(Target),
});
