import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

interface OpenApi {
  paths: Record<
    string,
    Record<string, { operationId?: string; responses?: Record<string, { content?: object }> }>
  >;
}

const file = createRequire(import.meta.url).resolve("@gitbook/api/spec/openapi.json");
interface Schema {
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

const document: OpenApi & { components: { schemas: Record<string, Schema> } } = toJsonSchema(
  JSON.parse(readFileSync(file, "utf8")),
);
// It is published as one of Markdown, JSON and an object without any field; but it is only ever mixed into pages, which
// have fields, so that a page without its document could never be right.
document.components.schemas.Document = {};
// What changed of a page is published as just one of three; but whatever documents, groups and links have in common fits
// all of them.
const { attributes } = document.components.schemas.RevisionSemanticChangePageEdited?.properties ?? {};
if (attributes !== undefined) Object.assign(attributes, { anyOf: attributes.oneOf, oneOf: undefined });

const ajv = new Ajv({ strict: false, allErrors: true, formats: { emoji: true } });
addFormats.default(ajv);
ajv.addSchema(document, "api");

export interface PublishedOperation {
  readonly id: string;
  /** The reason why an answer is not as published; undefined when it is. */
  check(status: number, body: unknown): string | undefined;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation.operationId !== undefined)
    .map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^/v1${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
      // Where two paths fit, the one with fewer parameters is meant.
      parameters: path.split("{").length,
      published: createOperation(path, method, operation),
    })),
);

/** The operation of the published API that answers at this address. */
export function findPublished(method: string, path: string): PublishedOperation | undefined {
  const [found] = operations
    .filter((operation) => operation.method === method && operation.pattern.test(path))
    .sort((a, b) => a.parameters - b.parameters);
  return found?.published;
}

function createOperation(
  path: string,
  method: string,
  operation: OpenApi["paths"][string][string],
): PublishedOperation {
  const validators = new Map<number, ValidateFunction>();
  return {
    id: operation.operationId ?? "",
    check: (status, body) => {
      // Every error has the same shape, also where it is not published for the operation.
      if (status >= 400) return checkError(status, body);
      const response = operation.responses?.[status];
      if (response === undefined) return `status ${status} is not published`;
      if (response.content === undefined)
        return body === undefined ? undefined : "a body where none is published";
      let validate = validators.get(status);
      if (validate === undefined) {
        const steps = [
          "paths",
          path,
          method,
          "responses",
          String(status),
          "content",
          "application/json",
          "schema",
        ];
        const pointer = steps
          .map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")))
          .join("/");
        validate = ajv.compile({ $ref: `api#/${pointer}` });
        validators.set(status, validate);
      }
      return validate(body) ? undefined : ajv.errorsText(validate.errors);
    },
  };
}

function checkError(status: number, body: unknown): string | undefined {
  const validate = ajv.getSchema("api#/components/schemas/Error");
  if (!validate?.(body)) return ajv.errorsText(validate?.errors);
  const { error } = body as { error: { code: number } };
  return error.code === status ? undefined : `the body says ${error.code}`;
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
