import { isJsonObject, type JsonObject } from "../document/references.ts";
import type { OperationDescription, ResponseDescription, SchemaDescription } from "./descriptions.ts";
import { Source } from "./document-reader.ts";
import { fieldsOf } from "./fields.ts";
import { cut, own, textOf, treeOf } from "./json-values.ts";
import { mediaIn, mediaOfSwagger, presentPayload } from "./media.ts";
import { longestName } from "./names.ts";
import { parametersOf, presentBody, presentParameters } from "./request.ts";
import { saidOfWhole } from "./resolved-schema.ts";
import { securityText, serversOf } from "./servers-and-security.ts";
import { typeText } from "./type-text.ts";
import { enumOf, exampleOf, exampleText } from "./values.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const longestPath = 500;
const longestTitle = 300;
const longestDescription = 8000;
const mostResponses = 20;
const mostSchemas = 200;

/** What a document says of an operation; undefined where it has none there. */
export function describeOperation(
  document: unknown,
  path: string,
  method: string,
): OperationDescription | undefined {
  const source = new Source(document);
  const paths = own(document, "paths");
  for (const known of waysToWrite(path)) {
    const found = findAt(source, own(paths, known), method);
    if (found === undefined) continue;
    const servers = serversOf(source, found.item, found.operation);
    const security = own(found.operation, "security") ?? own(document, "security");
    return describeFound(source, found, known, { servers, security: securityText(source, security) });
  }
  return undefined;
}

/** What a document says of a webhook. Before OpenAPI 3.1, they were an extension. */
export function describeWebhook(
  document: unknown,
  name: string,
  method: string,
): OperationDescription | undefined {
  const source = new Source(document);
  const item = own(own(document, "webhooks"), name) ?? own(own(document, "x-webhooks"), name);
  const found = findAt(source, item, method);
  if (found === undefined) return undefined;
  // It is the reader's server that is called: what holds for all operations is about another one.
  const security = securityText(source, own(found.operation, "security"));
  return describeFound(source, found, name, { servers: [], security });
}

/** The schemas of these names, as far as there are any. */
export function describeSchemas(document: unknown, names: readonly string[]): SchemaDescription[] {
  const source = new Source(document);
  const schemas = own(own(document, "components"), "schemas");
  const definitions = own(document, "definitions");
  return names.slice(0, mostSchemas).flatMap((name) => {
    const schema = own(schemas, name) ?? own(definitions, name);
    return isJsonObject(schema) ? [describeSchema(source, name, schema)] : [];
  });
}

function waysToWrite(path: string): string[] {
  const plain = `/${path.replace(/^\//, "").replace(/\/$/, "")}`;
  return [path, plain, `${plain}/`];
}

interface Found {
  readonly method: string;
  /** The path that it is of. */
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

function findAt(source: Source, at: unknown, method: string): Found | undefined {
  const item = source.resolve(at);
  const name = methods.find((each) => each === method.toLowerCase());
  if (!isJsonObject(item) || name === undefined) return undefined;
  const operation = source.resolve(own(item, name) ?? own(item, name.toUpperCase()));
  return isJsonObject(operation) ? { method: name.toUpperCase(), item, operation } : undefined;
}

function describeFound(
  source: Source,
  { method, item, operation }: Found,
  path: string,
  access: Pick<OperationDescription, "servers" | "security">,
): OperationDescription {
  const title = textOf(own(operation, "summary") ?? own(item, "summary"), longestTitle);
  const words = own(operation, "description") ?? own(item, "description");
  const parameters = parametersOf(source, item, operation);
  return {
    method,
    path: cut(path, longestPath),
    ...(title && { title }),
    isDeprecated: own(operation, "deprecated") === true,
    ...source.describe(words, longestDescription),
    ...access,
    parameters: presentParameters(source, parameters),
    ...presentBody(source, operation, parameters),
    responses: describeResponses(source, operation),
  };
}

function describeResponses(source: Source, operation: JsonObject): ResponseDescription[] {
  const responses = treeOf(own(operation, "responses"));
  const produces = own(operation, "produces") ?? own(source.document, "produces") ?? ["application/json"];
  const statuses = source.keysOf(responses, mostResponses).filter((status) => !status.startsWith("x-"));
  return statuses.map((status) => {
    const response = treeOf(source.resolve(own(responses, status)));
    const content = own(response, "content");
    const media =
      content === undefined ? mediaOfSwagger(source, response, produces) : mediaIn(source, content);
    const { contentType } = media;
    return {
      status: cut(status, longestName),
      ...source.describe(own(response, "description"), longestDescription),
      ...(contentType !== undefined && { contentType }),
      ...presentPayload(source, media, "response"),
    };
  });
}

function describeSchema(source: Source, name: string, schema: JsonObject): SchemaDescription {
  const view = source.view(schema);
  const values = enumOf(source, view);
  const example = exampleText(source, exampleOf(source, view));
  return {
    name: cut(name, longestName),
    type: typeText(source, view),
    isDeprecated: saidOfWhole(view, "deprecated") === true,
    ...source.describe(saidOfWhole(view, "description"), longestDescription),
    ...(values && { enum: values }),
    fields: fieldsOf(source, view, "all"),
    ...(example !== undefined && { example }),
  };
}
