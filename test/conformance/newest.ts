import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A schema of the newest package, with the keywords that decide which fields a client expects. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

interface OpenApi {
  readonly paths: Record<string, Record<string, { operationId?: string; responses?: Responses }>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}
type Responses = Record<string, { content?: { "application/json"?: { schema?: Schema } } }>;

const file = createRequire(import.meta.url).resolve("gitbook-api-next/spec/openapi.json");
const { paths, components }: OpenApi = JSON.parse(readFileSync(file, "utf8"));
const responsesById = new Map(
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) =>
      operationId === undefined || responses === undefined ? [] : [[operationId, responses] as const],
    ),
  ),
);

/** The required fields of the newest package that replies lack, as schema and field, with the reason. */
const absent: ReadonlyMap<string, string> = new Map([
  ["SearchPageResult.description", "a page without a description has none"],
  ["OrganizationSAMLProvider.ssoURL", "a pending provider has none"],
  ["OrganizationSAMLProvider.entityID", "a pending provider has none"],
  ["OrganizationSAMLProvider.certificate", "a pending provider has none"],
]);

/** Schemas that the specification defines otherwise. */
const different = new Set(["Translation"]);

/**
 * Lists the fields of a reply that clients of the newest package could not read: required ones that are absent, and
 * optional ones that are empty strings instead of absent. Operations that it does not have are not checked.
 */
export function findUnreadableFields(operationId: string, status: number, body: unknown): string[] {
  const schema = responsesById.get(operationId)?.[status]?.content?.["application/json"]?.schema;
  return schema === undefined ? [] : [...new Set(check(schema, body, operationId))];
}

/** Schemas without a name are named by the path from the last schema with one. */
function check(schema: Schema, value: unknown, path: string): string[] {
  const name = schema.$ref?.split("/").at(-1) ?? path;
  // Documents have their own tests, and their texts may be empty.
  if (different.has(name) || /^(?:JSON)?Document/.test(name)) return [];
  const { allOf = [], oneOf, anyOf, items, ...object } = resolve(schema);
  const alternatives = oneOf ?? anyOf;
  const problems = allOf.flatMap((part) => check(part, value, name));
  if (alternatives !== undefined) problems.push(...checkAlternatives(alternatives, value, name));
  if (Array.isArray(value))
    return [...problems, ...value.flatMap((item) => check(items ?? {}, item, `${name}[]`))];
  return isObject(value) ? [...problems, ...checkFields(object, value, name)] : problems;
}

function checkFields(schema: Schema, value: Record<string, unknown>, name: string): string[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const isMissing = (field: string) => value[field] === undefined && !absent.has(`${name}.${field}`);
  const missing = required.filter(isMissing).map((field) => `${name}.${field} is absent`);
  const present = Object.entries(value).flatMap(([field, inner]) => {
    const property = properties[field] ?? additionalProperties;
    if (typeof property !== "object") return [];
    const isEmpty = inner === "" && field in properties && !required.includes(field);
    return isEmpty ? [`${name}.${field} is empty`] : check(property, inner, `${name}.${field}`);
  });
  return [...missing, ...present];
}

/** Of the alternatives that the value can be meant as, the one that fits best counts. */
function checkAlternatives(alternatives: readonly Schema[], value: unknown, name: string): string[] {
  const results = alternatives
    .filter((schema) => isMeant(schema, value))
    .map((schema) => check(schema, value, name))
    .sort((a, b) => a.length - b.length);
  return results[0] ?? [`${name} is none of its alternatives`];
}

/** Whether a value has the type of a schema and the values of its enumerations, which tell alternatives apart. */
function isMeant(schema: Schema, value: unknown): boolean {
  const { type, enum: values, allOf = [], oneOf, properties = {}, required = [] } = resolve(schema);
  if (values !== undefined) return values.includes(value);
  if (type !== undefined && ![type].flat().some((name) => isOfType(value, name))) return false;
  if (!allOf.every((part) => isMeant(part, value))) return false;
  if (oneOf !== undefined && !oneOf.some((alternative) => isMeant(alternative, value))) return false;
  if (!isObject(value)) return Object.keys(properties).length === 0;
  return Object.entries(properties).every(([field, property]) => {
    const { enum: values } = resolve(property);
    if (value[field] === undefined) return values?.length !== 1 || !required.includes(field);
    return values?.includes(value[field]) ?? true;
  });
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : resolve(components.schemas[name] ?? {});
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isOfType(value, "object");
}

function isOfType(value: unknown, type: string): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return type === "integer" ? Number.isInteger(value) : type === typeof value;
}
