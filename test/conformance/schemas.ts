import type { ValidateFunction } from "ajv";
import { ajv, type PublishedMethod, published } from "./published.ts";

export interface PublishedOperation {
  readonly id: string;
  /** Returns how a response differs from the published schema, if it does. */
  check(status: number, body: unknown): string | undefined;
}

const operations = Object.entries(published.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation.operationId !== undefined)
    .map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^/v1${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
      // If two paths match, the one with fewer parameters applies.
      parameters: path.split("{").length,
      published: createOperation(path, method, operation),
    })),
);

export function findPublished(method: string, path: string): PublishedOperation | undefined {
  const [match] = operations
    .filter((operation) => operation.method === method && operation.pattern.test(path))
    .sort((a, b) => a.parameters - b.parameters);
  return match?.published;
}

function createOperation(path: string, method: string, operation: PublishedMethod): PublishedOperation {
  const validators = new Map<number, ValidateFunction>();
  return {
    id: operation.operationId ?? "",
    check: (status, body) => {
      // Errors have the same schema, even if not published for the operation.
      if (status >= 400) return checkError(status, body);
      const response = operation.responses?.[status];
      if (response === undefined) return `status ${status} is not published`;
      if (response.content === undefined)
        return body === undefined ? undefined : "a response with a body is not published";
      let validate = validators.get(status);
      if (validate === undefined) {
        const content = [String(status), "content", "application/json", "schema"];
        const steps = ["paths", path, method, "responses", ...content];
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
  return error.code === status ? undefined : `the code in the body is ${error.code}`;
}
