import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

export interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: string[];
  readonly additionalProperties?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  items?: Schema;
}

interface OpenApi {
  readonly paths: Record<
    string,
    Record<
      string,
      { operationId?: string; tags?: string[]; responses?: Record<string, { content?: object }> }
    >
  >;
  readonly components: { readonly schemas: Record<string, Schema> };
}
export type PublishedMethod = OpenApi["paths"][string][string];

const file = createRequire(import.meta.url).resolve("@gitbook/api/spec/openapi.json");

/** The published description of the API, where it contradicts itself put right. */
export const published: OpenApi = toJsonSchema(JSON.parse(readFileSync(file, "utf8")));
const { schemas } = published.components;

// It is published as one of Markdown, JSON and an object without any field; but it is only ever mixed into pages, which
// have fields, so that a page without its document could never be right.
schemas.Document = { properties: { document: refTo("JSONDocument"), markdown: { type: "string" } } };
// What changed of a page is published as just one of three; but whatever documents, groups and links have in common fits
// all of them.
const { attributes } = schemas.RevisionSemanticChangePageEdited?.properties ?? {};
if (attributes !== undefined) Object.assign(attributes, { anyOf: attributes.oneOf, oneOf: undefined });
// An object of properties is published without saying that it is one, so that any text would be one as well.
schemas.PlainObject = { type: "object", ...schemas.PlainObject };
for (const [name, schema] of Object.entries(schemas)) if (/^(?:JSON)?Document/.test(name)) widen(schema);
// In a link only text and images are published, but people put icons, formulas and variables there.
const { nodes: inLinks } = schemas.DocumentInlineLink?.properties ?? {};
if (inLinks !== undefined) inLinks.items = { oneOf: [refTo("DocumentText"), refTo("DocumentInline")] };
// Where the package tells of single translations, the specification has settings for many.
schemas.Translation = {
  type: "object",
  properties: {
    object: { enum: ["translation-settings"] },
    id: { type: "string" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    languages: { type: "array", items: refTo("TranslationLanguage") },
    createdAt: refTo("Timestamp"),
    updatedAt: refTo("Timestamp"),
    permissions: {
      type: "object",
      properties: { view: { type: "boolean" }, edit: { type: "boolean" } },
      required: ["view", "edit"],
    },
    urls: { type: "object", properties: { location: refTo("URL") }, required: ["location"] },
  },
  required: ["object", "id", "title", "languages", "createdAt", "updatedAt", "permissions", "urls"],
  additionalProperties: false,
};

export const ajv = new Ajv({ strict: false, formats: { emoji: true, icon: true } });
addFormats.default(ajv);
ajv.addSchema(published, "api");

function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * What may stand inside of a block is published as lists that contradict each other and the product: by them `columns`
 * and `if` may stand nowhere at all, and a hint holds no code. So wherever a list names the essential blocks, or those
 * at the top, any block will do; lists of parts (the items of tabs, the lines of code) stay as they are.
 */
function widen(schema: Schema): void {
  const { nodes } = schema.properties ?? {};
  const allowed = nodes?.items?.oneOf ?? [nodes?.items];
  const isList = allowed.some((each) => /DocumentBlocks(Essentials|TopLevels)$/.test(each?.$ref ?? ""));
  if (nodes !== undefined && isList) nodes.items = refTo("DocumentBlock");
  for (const inner of Object.values(schema)) if (typeof inner === "object" && inner !== null) widen(inner);
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has the type null. */
function toJsonSchema<T>(node: T): T {
  if (Array.isArray(node)) return node.map(toJsonSchema) as T;
  if (typeof node !== "object" || node === null) return node;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, toJsonSchema(value)]),
  ) as Record<string, unknown>;
  if (nullable !== true) return (nullable === undefined ? rest : { ...rest, nullable }) as T;
  return { anyOf: [rest, { type: "null" }] } as T;
}
