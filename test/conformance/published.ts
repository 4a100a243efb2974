import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

export interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: string[];
  readonly additionalProperties?: boolean | Schema;
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

/** The published OpenAPI document, with its contradictions corrected. */
export const published = readSpec("@gitbook/api");
const { schemas } = published.components;
// Documents have the blocks of the newest package.
copySchema("JSONDocument", readSpec("gitbook-api-next").components.schemas, schemas);

// Published as one of Markdown, JSON and an object without fields. It is only used as part of pages, which have fields, so
// a page without its document could never be valid.
schemas.Document = { properties: { document: refTo("JSONDocument"), markdown: { type: "string" } } };
// Published as exactly one of three, but the attributes that documents, groups and links share match all of them.
matchAny(schemas.RevisionSemanticChangePageEdited?.properties?.attributes);
// Published without a type, so that any value would be valid.
schemas.PlainObject = { type: "object", ...schemas.PlainObject };
for (const [name, schema] of Object.entries(schemas)) if (/^(?:JSON)?Document/.test(name)) widen(schema);
// Published with text and images only, but links also contain icons, formulas and variables.
const { nodes: linkNodes } = schemas.DocumentInlineLink?.properties ?? {};
if (linkNodes !== undefined) linkNodes.items = { oneOf: [refTo("DocumentText"), refTo("DocumentInline")] };
// Published as exactly one, but a reference is also a record of an image.
matchAny(schemas.DocumentTableRecord?.properties?.values?.additionalProperties);
// Published as two parts, of which the second excludes the fields of the first.
const [, buttonTarget] = schemas.DocumentInlineButton?.properties?.data?.allOf ?? [];
for (const target of buttonTarget?.oneOf ?? []) Object.assign(target, { additionalProperties: undefined });
// Published as required, but a pending provider does not have them yet.
const { OrganizationSAMLProvider: provider } = schemas;
for (const field of ["ssoURL", "entityID", "certificate"])
  provider?.required?.splice(provider.required.indexOf(field), 1);
// Published as an object, but renderers read a list.
const { filesystem } = schemas.OpenAPISpecContent?.properties ?? {};
if (filesystem !== undefined) Object.assign(filesystem, { type: "array" });
// The package describes single translations, the specification translation settings.
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

export function readSpec(packageName: string): OpenApi {
  const file = createRequire(import.meta.url).resolve(`${packageName}/spec/openapi.json`);
  return toJsonSchema(JSON.parse(readFileSync(file, "utf8")));
}

/** Copies a schema, and all schemas that it refers to. */
function copySchema(name: string, from: OpenApi["components"]["schemas"], to: typeof from): void {
  const schema = from[name];
  if (schema === undefined || to[name] === schema) return;
  to[name] = schema;
  for (const [, inner = ""] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g))
    copySchema(inner, from, to);
}

/** Allows values that match several alternatives. */
function matchAny(schema: Schema | boolean | undefined): void {
  if (typeof schema === "object") Object.assign(schema, { anyOf: schema.oneOf, oneOf: undefined });
}

function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * The published lists of allowed children contradict each other and the product: they allow `columns` and `if` nowhere,
 * and no code in a hint. So a list with the essential or top-level blocks allows any block. Lists of parts (tabs, lines of
 * code) stay unchanged.
 */
function widen(schema: Schema): void {
  const { nodes } = schema.properties ?? {};
  const allowed = nodes?.items?.oneOf ?? [nodes?.items];
  const isList = allowed.some((child) => /DocumentBlocks(Essentials|TopLevels)$/.test(child?.$ref ?? ""));
  if (nodes !== undefined && isList) nodes.items = refTo("DocumentBlock");
  for (const inner of Object.values(schema)) if (typeof inner === "object" && inner !== null) widen(inner);
}

/** Replaces `nullable` of OpenAPI 3.0 with the type null of JSON Schema. */
function toJsonSchema<T>(node: T): T {
  if (Array.isArray(node)) return node.map(toJsonSchema) as T;
  if (typeof node !== "object" || node === null) return node;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, toJsonSchema(value)]),
  ) as Record<string, unknown>;
  if (nullable !== true) return (nullable === undefined ? rest : { ...rest, nullable }) as T;
  return { anyOf: [rest, { type: "null" }] } as T;
}
