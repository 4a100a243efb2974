import { isJsonObject, type JsonObject } from "../document/index.ts";
import type { BodyDescription, Field, OtherMedia, Payload } from "./descriptions.ts";
import type { DocumentReader } from "./document-reader.ts";
import { type Direction, fieldsOf, listRows, type Row } from "./fields.ts";
import { firstOf, objectOf, own, textOf, textsIn, truncate } from "./json-values.ts";
import { emptySchema, type ResolvedSchema } from "./resolved-schema.ts";
import { sampleOf } from "./sample.ts";
import { schemaNameOf, typeText } from "./type-text.ts";
import { exampleIn, exampleOf, exampleText } from "./values.ts";

const maxMediaTypes = 10;
const maxMediaTypeLength = 100;
const maxParameters = 300;
const [maxKeyLength, maxKeyProperties] = [200, 50];
const maxDescriptionLength = 4000;

/** The media types of a body, and the schema and example of the preferred media type. */
export interface Media {
  readonly contentTypes: readonly string[];
  readonly contentType?: string;
  readonly schema: unknown;
  readonly example: unknown;
}

export function mediaIn(reader: DocumentReader, content: unknown): Media {
  const byType = objectOf(content);
  const types = reader.keysOf(byType, maxMediaTypes);
  const media = objectOf(reader.resolve(own(byType, preferredType(types) ?? "")));
  return { ...describeTypes(types), schema: own(media, "schema"), example: exampleIn(reader, media) };
}

/** The content in the media types that are not preferred, if their schemas differ from that of the preferred one. */
export function describeOthers(
  reader: DocumentReader,
  content: unknown,
  direction: Direction,
): { readonly others?: readonly OtherMedia[] } {
  const byType = objectOf(content);
  const types = reader.keysOf(byType, maxMediaTypes);
  const preferred = preferredType(types);
  const schemaIn = (type: string) => own(reader.resolve(own(byType, type)), "schema");
  const known = new Set([keyOf(reader, schemaIn(preferred ?? ""))]);
  const others = types.flatMap((type): OtherMedia[] => {
    const schema = schemaIn(type);
    const key = keyOf(reader, schema);
    if (type === preferred || schema === undefined || known.has(key)) return [];
    known.add(key);
    const media = objectOf(reader.resolve(own(byType, type)));
    const payload = describePayload(
      reader,
      { contentTypes: [], schema, example: exampleIn(reader, media) },
      direction,
    );
    return [{ contentType: truncate(type, maxMediaTypeLength), ...payload }];
  });
  return others.length === 0 ? {} : { others };
}

/** Identifies a schema by its references, types and names of properties, which is enough to omit equal ones. */
function keyOf(reader: DocumentReader, schema: unknown): string {
  const parts = [schema, own(schema, "items")].flatMap((part) => [
    ...["$ref", "type", "format", "title"].map((key) => textOf(own(part, key), maxKeyLength)),
    ...reader.keysOf(objectOf(own(part, "properties")), maxKeyProperties),
  ]);
  return parts.join("\n");
}

/** Swagger 2.0 has one schema for all media types. */
export function mediaOfSwagger(
  reader: DocumentReader,
  holder: JsonObject | undefined,
  types: unknown,
): Media {
  const schema = own(holder, "schema");
  const examples = objectOf(own(holder, "examples"));
  const [first = ""] = reader.keysOf(examples, 1);
  const mediaTypes = schema === undefined ? [] : textsIn(types, maxMediaTypes, maxMediaTypeLength);
  const example = own(examples, preferredType(mediaTypes) ?? "") ?? own(examples, first);
  return { ...describeTypes(mediaTypes), schema, example };
}

/** Prefers JSON, which the fields of a schema describe best. */
function preferredType(types: readonly string[]): string | undefined {
  return types.find((type) => /\bjson\b/i.test(truncate(type, maxMediaTypeLength))) ?? types[0];
}

function describeTypes(types: readonly string[]): Pick<Media, "contentTypes" | "contentType"> {
  const contentType = preferredType(types);
  return {
    contentTypes: types.map((type) => truncate(type, maxMediaTypeLength)),
    ...(contentType !== undefined && { contentType: truncate(contentType, maxMediaTypeLength) }),
  };
}

export function describePayload(
  reader: DocumentReader,
  { schema, example }: Media,
  direction: Direction,
): Payload {
  const resolved = isJsonObject(schema) ? reader.schema(schema) : undefined;
  const text = exampleText(reader, example ?? (resolved && exampleOf(reader, resolved)));
  return {
    ...(resolved && { type: typeText(reader, resolved), ...schemaNameOf(reader, resolved) }),
    fields: resolved === undefined ? [] : fieldsOf(reader, resolved, direction),
    ...(text !== undefined && { example: text }),
    ...(text === undefined && resolved && sampleText(reader, resolved, direction)),
  };
}

function sampleText(
  reader: DocumentReader,
  schema: ResolvedSchema,
  direction: Direction,
): { readonly sample?: string } {
  const value = sampleOf(reader, schema, direction);
  const sample = value === undefined ? undefined : exampleText(reader, value);
  return sample === undefined ? {} : { sample };
}

/** The resolved parameters of an operation and of its path item, which the operation may override. */
export function parametersOf(reader: DocumentReader, item: JsonObject, operation: JsonObject): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const holder of [item, operation])
    for (const unresolved of firstOf(own(holder, "parameters"), maxParameters)) {
      const parameter = reader.resolve(unresolved);
      if (!isJsonObject(parameter)) continue;
      const [location, name] = [locationOf(parameter), textOf(own(parameter, "name"), 1000)];
      if (location !== undefined && name !== undefined) byName.set(`${location} ${name}`, parameter);
    }
  return [...byName.values()];
}

function locationOf(parameter: JsonObject): string | undefined {
  return textOf(own(parameter, "in"), 20);
}

export function describeParameters(reader: DocumentReader, parameters: readonly JsonObject[]): Field[] {
  const rows = parameters.flatMap((parameter): Row[] => {
    const location = locationOf(parameter) ?? "";
    if (location === "body" || location === "formData") return [];
    return [{ ...rowOf(reader, parameter), in: location }];
  });
  return listRows(reader, rows, "request");
}

function rowOf(reader: DocumentReader, parameter: JsonObject): Row {
  return {
    kind: "property",
    name: textOf(own(parameter, "name"), 1000) ?? "",
    schema: schemaOf(reader, parameter),
    isRequired: own(parameter, "required") === true || own(parameter, "in") === "path",
  };
}

/** A parameter overrides the annotations of its schema. In Swagger 2.0, it is itself a schema. */
function schemaOf(reader: DocumentReader, parameter: JsonObject): ResolvedSchema {
  const unresolved = own(parameter, "schema") ?? mediaIn(reader, own(parameter, "content")).schema;
  const schema = isJsonObject(unresolved) ? reader.schema(unresolved) : emptySchema(parameter);
  return {
    ...schema,
    subschemas: [...schema.subschemas, parameter],
    wrappers: [...schema.wrappers, parameter],
  };
}

/** The request body, if there is one. In Swagger 2.0, it consists of parameters. */
export function describeBody(
  reader: DocumentReader,
  operation: JsonObject,
  parameters: readonly JsonObject[],
): { readonly body?: BodyDescription } {
  const body = objectOf(reader.resolve(own(operation, "requestBody")));
  if (body !== undefined) {
    const content = own(body, "content");
    const described = bodyFrom(reader, body, mediaIn(reader, content));
    return { body: { ...described, ...describeOthers(reader, content, "request") } };
  }
  const consumes = own(operation, "consumes") ?? own(reader.document, "consumes");
  const bodyParameter = parameters.find((parameter) => locationOf(parameter) === "body");
  if (bodyParameter !== undefined) {
    const media = mediaOfSwagger(reader, bodyParameter, consumes ?? ["application/json"]);
    return { body: bodyFrom(reader, bodyParameter, media) };
  }
  const form = parameters.filter((parameter) => locationOf(parameter) === "formData");
  if (form.length === 0) return {};
  const types = consumes ?? ["application/x-www-form-urlencoded"];
  const { contentTypes } = mediaOfSwagger(reader, { schema: {} }, types);
  const rows = form.map((parameter) => rowOf(reader, parameter));
  const isRequired = rows.some((row) => row.isRequired);
  const fields = listRows(reader, rows, "request");
  return { body: { contentTypes, isRequired, type: "object", fields } };
}

function bodyFrom(reader: DocumentReader, body: JsonObject, media: Media): BodyDescription {
  return {
    contentTypes: media.contentTypes,
    isRequired: own(body, "required") === true,
    ...reader.describe(own(body, "description"), maxDescriptionLength),
    ...describePayload(reader, media, "request"),
  };
}
