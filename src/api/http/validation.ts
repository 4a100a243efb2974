import type { TSchema } from "@sinclair/typebox";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fastJsonStringify from "fast-json-stringify";
import type { FastifyInstance } from "fastify";
import { isEmoji } from "../../content/index.ts";
import { badInput, type LecternError } from "../../platform/index.ts";
import { patternMessage } from "./schemas.ts";
import { shareSubschemas } from "./share-subschemas.ts";

const ajv = new Ajv({
  strict: true,
  // A test validates the schemas. The start would take longer if the schema of schemas were compiled.
  validateSchema: false,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  useDefaults: true,
  discriminator: true,
  verbose: true,
  // Shared schemas are compiled once.
  inlineRefs: false,
});
ajv.addFormat("date-time", isDateTime);
ajv.addFormat("uri", isUri);
ajv.addFormat("emoji", isEmoji);
ajv.addKeyword(patternMessage);

/** The pattern of ajv-formats accepts invalid URLs, such as URLs with a port above 65535. */
function isUri(text: string): boolean {
  const { uri } = fullFormats;
  return typeof uri === "function" && uri(text) === true && URL.canParse(text);
}

/** The format of ajv-formats accepts leap seconds, which dates cannot have. */
function isDateTime(text: string): boolean {
  const { validate } = Object(fullFormats["date-time"]) as { validate: (text: string) => boolean };
  return validate(text) && !Number.isNaN(Date.parse(text));
}

/** Compiled schemas are kept for other requests with them, and for other applications of the process, such as those of tests. */
const compileValidator = oncePerSchema((schema) => ajv.compile(shareSubschemas(schema)));
const compileSerializer = oncePerSchema((schema) =>
  fastJsonStringify(schema as object as Parameters<typeof fastJsonStringify>[0]),
);

function oncePerSchema<Compiled>(compile: (schema: TSchema) => Compiled): (schema: TSchema) => Compiled {
  const known = new WeakMap<TSchema, Compiled>();
  return (schema) => {
    const compiled = known.get(schema) ?? compile(schema);
    known.set(schema, compiled);
    return compiled;
  };
}

/** Checks a value whose schema depends on other data, so that it is not part of that of a request. */
export function requireValid(schema: TSchema, value: unknown, field: string): void {
  const validate = compileValidator(schema);
  if (validate(value)) return;
  const errors = validate.errors ?? [];
  const error = errors.find(({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf") ?? errors[0];
  throw badInput(field, error === undefined ? "is not valid" : describeRule(error));
}

/** Compiles each schema when it is first used, which keeps the start fast. */
export function setSchemaCompilers(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    const read = httpPart === "querystring" ? readQuery(schema) : undefined;
    return (value: unknown) => {
      validate ??= compileValidator(schema);
      read?.(value as Query);
      return validate(value) || { error: explain(validate.errors ?? [], httpPart) };
    };
  });
  app.setSerializerCompiler<TSchema>(({ schema }) => {
    let stringify: ((value: unknown) => string) | undefined;
    return (value) => {
      stringify ??= compileSerializer(schema);
      return stringify(value);
    };
  });
}

type Query = Record<string, unknown>;

/** Converts query strings to the integers, booleans and arrays of the schema. The items of an array may be separated by commas. */
function readQuery(schema: TSchema): (query: Query) => void {
  const readers = Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, { type }]) => {
    const reader = queryReaders[type];
    return reader === undefined ? [] : [[name, reader] as const];
  });
  return (query) => {
    for (const [name, reader] of readers) {
      if (query[name] !== undefined) query[name] = reader(query[name]);
    }
  };
}

const queryReaders: Readonly<Record<string, (value: unknown) => unknown>> = {
  integer: (value) => (typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
  boolean: (value) => (value === "true" ? true : value === "false" ? false : value),
  array: (value) => [value].flat().flatMap((item) => (typeof item === "string" ? item.split(",") : [item])),
};

/** The message names the field and the violated rule. */
function explain(errors: readonly ErrorObject[], httpPart: string | undefined): LecternError {
  const error = errors.find(({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf") ?? errors[0];
  if (error === undefined) return badInput(httpPart ?? "request", "is not valid");
  const path = error.instancePath
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, "[$1]")
    .replaceAll("/", ".");
  const missing = error.keyword === "required" ? String(error.params.missingProperty) : "";
  const field = [path, missing].filter(Boolean).join(".") || (httpPart ?? "request");
  return badInput(field, describeRule(error));
}

function describeRule({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "type":
      return `must be ${[params.type].flat().join(" or ")}`;
    case "enum":
      return `must be one of ${params.allowedValues.map((value: unknown) => value ?? "null").join(", ")}`;
    case "minLength":
      return `must be at least ${pluralize(params.limit, "character")} long`;
    case "maxLength":
      return `must be at most ${pluralize(params.limit, "character")} long`;
    case "minItems":
      return `must have at least ${pluralize(params.limit, "item")}`;
    case "maxItems":
      return `must have at most ${pluralize(params.limit, "item")}`;
    case "minProperties":
      return `must have at least ${pluralize(params.limit, "field")}`;
    case "maxProperties":
      return `must have at most ${pluralize(params.limit, "field")}`;
    case "uniqueItems":
      return "must not contain duplicate items";
    case "minimum":
      return `must be at least ${params.limit}`;
    case "maximum":
      return `must be at most ${params.limit}`;
    case "discriminator":
      return `${params.tag} must be one of ${tagsOf(parentSchema).join(", ")}`;
    case "pattern":
      return parentSchema?.[patternMessage] ?? message ?? "is not valid";
    case "format":
      return `must be a valid ${params.format === "uri" ? "URL" : params.format}`;
    default:
      return message ?? "is not valid";
  }
}

function tagsOf(schema: ErrorObject["parentSchema"]): string[] {
  const tag: string = schema?.discriminator?.propertyName ?? "";
  const alternatives: TSchema[] = schema?.oneOf ?? [];
  return alternatives.map(({ properties }) => String(properties?.[tag]?.const));
}

function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function rejectNullInUrl(url: string): void {
  const [path = ""] = url.split("?", 1);
  if (url.includes("%00"))
    throw badInput(path.includes("%00") ? "path" : "query", "must not contain the null character");
}
