import { isJsonObject, type JsonObject } from "../document/index.ts";
import type { OperationDescription, ResponseDescription, SchemaDescription } from "./descriptions.ts";
import { DocumentReader } from "./document-reader.ts";
import { fieldsOf } from "./fields.ts";
import { maxNameLength, objectOf, own, textOf, truncate } from "./json-values.ts";
import { maxDescriptionLength, maxPathLength, maxTitleLength, methods } from "./limits.ts";
import {
  describeBody,
  describeOthers,
  describeParameters,
  describePayload,
  mediaIn,
  mediaOfSwagger,
  parametersOf,
} from "./payload.ts";
import { isTryable } from "./request-servers.ts";
import { annotation } from "./resolved-schema.ts";
import { credentialsOf, describeSecurity, serversOf } from "./servers-and-security.ts";
import { typeText } from "./type-text.ts";
import { enumOf, exampleOf, exampleText } from "./values.ts";

const maxResponses = 20;
const maxSchemas = 200;

/** Describes an operation of a document. Undefined if it does not exist. */
export function describeOperation(
  document: unknown,
  path: string,
  method: string,
): OperationDescription | undefined {
  const reader = new DocumentReader(document);
  const found = findOperationAt(reader, path, method);
  if (found === undefined) return undefined;
  const servers = serversOf(reader, found.item, found.operation);
  const security = own(found.operation, "security") ?? own(document, "security");
  return {
    ...describeFound(reader, found, found.path, servers, security),
    isTryable: isTryable(document, found),
  };
}

/** Finds an operation by its path, which may be written with or without slashes at its ends. */
export function findOperationAt(
  reader: DocumentReader,
  path: string,
  method: string,
): (FoundOperation & { readonly path: string }) | undefined {
  const trimmed = `/${path.replace(/^\//, "").replace(/\/$/, "")}`;
  for (const candidate of [path, trimmed, `${trimmed}/`]) {
    const found = findOperation(reader, own(own(reader.document, "paths"), candidate), method);
    if (found !== undefined) return { ...found, path: candidate };
  }
  return undefined;
}

/** Describes a webhook. Before OpenAPI 3.1, webhooks were an extension. */
export function describeWebhook(
  document: unknown,
  name: string,
  method: string,
): OperationDescription | undefined {
  const reader = new DocumentReader(document);
  const item = own(own(document, "webhooks"), name) ?? own(own(document, "x-webhooks"), name);
  const found = findOperation(reader, item, method);
  // The document's servers and security do not apply, since a webhook calls the reader's server.
  return found && describeFound(reader, found, name, [], own(found.operation, "security"));
}

export function describeSchemas(document: unknown, names: readonly string[]): SchemaDescription[] {
  const reader = new DocumentReader(document);
  const schemas = own(own(document, "components"), "schemas");
  const definitions = own(document, "definitions");
  return names.slice(0, maxSchemas).flatMap((name) => {
    const schema = own(schemas, name) ?? own(definitions, name);
    return isJsonObject(schema) ? [describeSchema(reader, name, schema)] : [];
  });
}

export interface FoundOperation {
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

function findOperation(
  reader: DocumentReader,
  pathItem: unknown,
  method: string,
): FoundOperation | undefined {
  const item = reader.resolve(pathItem);
  const name = methods.find((known) => known === method.toLowerCase());
  if (!isJsonObject(item) || name === undefined) return undefined;
  const operation = reader.resolve(own(item, name) ?? own(item, name.toUpperCase()));
  return isJsonObject(operation) ? { method: name.toUpperCase(), item, operation } : undefined;
}

function describeFound(
  reader: DocumentReader,
  { method, item, operation }: FoundOperation,
  path: string,
  servers: readonly string[],
  security: unknown,
): OperationDescription {
  const title = textOf(own(operation, "summary") ?? own(item, "summary"), maxTitleLength);
  const description = own(operation, "description") ?? own(item, "description");
  const parameters = parametersOf(reader, item, operation);
  return {
    isTryable: false,
    method,
    path: truncate(path, maxPathLength),
    ...(title && { title }),
    isDeprecated: own(operation, "deprecated") === true,
    ...reader.describe(description, maxDescriptionLength),
    servers,
    security: describeSecurity(reader, security),
    credentials: credentialsOf(reader, security),
    parameters: describeParameters(reader, parameters),
    ...describeBody(reader, operation, parameters),
    responses: describeResponses(reader, operation),
  };
}

function describeResponses(reader: DocumentReader, operation: JsonObject): ResponseDescription[] {
  const responses = objectOf(own(operation, "responses"));
  const produces = own(operation, "produces") ?? own(reader.document, "produces") ?? ["application/json"];
  const statuses = reader.keysOf(responses, maxResponses).filter((status) => !status.startsWith("x-"));
  return statuses.map((status) => {
    const response = objectOf(reader.resolve(own(responses, status)));
    const content = own(response, "content");
    const media =
      content === undefined ? mediaOfSwagger(reader, response, produces) : mediaIn(reader, content);
    return {
      status: truncate(status, maxNameLength),
      ...reader.describe(own(response, "description"), maxDescriptionLength),
      ...(media.contentType !== undefined && { contentType: media.contentType }),
      ...describePayload(reader, media, "response"),
      ...describeOthers(reader, content, "response"),
    };
  });
}

function describeSchema(reader: DocumentReader, name: string, schema: JsonObject): SchemaDescription {
  const resolved = reader.schema(schema);
  const values = enumOf(reader, resolved);
  const example = exampleText(reader, exampleOf(reader, resolved));
  return {
    name: truncate(name, maxNameLength),
    type: typeText(reader, resolved),
    isDeprecated: annotation(resolved, "deprecated") === true,
    ...reader.describe(annotation(resolved, "description"), maxDescriptionLength),
    ...(values && { enum: values }),
    fields: fieldsOf(reader, resolved, "both"),
    ...(example !== undefined && { example }),
  };
}
