import type { TSchema } from "@sinclair/typebox";
import type { FastifySchema } from "fastify";
import type { Chapter, Operation } from "./operation.ts";
import { paramsOf, successOf } from "./register.ts";
import { ErrorReply } from "./schemas.ts";

/** Generates the OpenAPI 3.1 document of the API as JSON. */
export async function describeApi(chapters: readonly Chapter[], baseUrl: string): Promise<string> {
  const [{ default: Fastify }, { default: swagger }] = await Promise.all([
    import("fastify"),
    import("@fastify/swagger"),
  ]);
  const app = Fastify();
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Lectern API",
        version: "1",
        description:
          "A documentation workspace: organizations, their members and teams, and what they write together.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: baseUrl }],
      tags: chapters.map(({ title }) => ({ name: title })),
      security: [{ token: [] }],
      components: {
        securitySchemes: {
          token: {
            type: "http",
            scheme: "bearer",
            description: "An API token, as `lectern token create` prints it.",
          },
        },
      },
    },
  });
  // The routes are never called, so their schemas need not be compiled.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  for (const { title, operations } of chapters) {
    for (const operation of operations) {
      const schema = describeOperation(operation, title);
      app.route({
        method: operation.method,
        url: `/v1${operation.path.replace("*", ":")}`,
        schema,
        handler: () => {},
      });
    }
  }
  await app.ready();
  const document = app.swagger();
  await app.close();
  relaxOptionalBodies(document, chapters);
  return JSON.stringify(nameSchemas(document));
}

function describeOperation(operation: Operation, tag: string): FastifySchema {
  const [status, schema] = successOf(operation);
  const params = paramsOf(operation.path);
  const hasParams = Object.keys(params.properties).length > 0;
  const description: Record<string, unknown> = {
    operationId: operation.id,
    summary: operation.summary,
    description: `Who may call: ${operation.access.rule}.`,
    tags: [tag],
    "x-access": operation.access.rule,
    ...(hasParams && { params }),
    ...(operation.query && { querystring: withoutDefaulted(operation.query) }),
    ...(operation.body && { body: withoutDefaulted(operation.body) }),
    response: {
      [status]: schema === null ? { type: "null", description: "Done" } : { description: "Done", ...schema },
      ...(operation.noopStatus && {
        [operation.noopStatus]: { type: "null", description: "There was nothing to do" },
      }),
      ...Object.fromEntries(
        failuresOf(operation).map(([code, text]) => [code, { ...ErrorReply, description: text }]),
      ),
    },
  };
  return description;
}

function failuresOf({ path, method, body }: Operation): (readonly [code: number, text: string])[] {
  return [
    [400, "The input breaks a rule; the message names the field"],
    [401, "The token is missing, unknown or expired"],
    [403, "The caller sees this, but may not do it"],
    ...(path.includes(":") ? ([[404, "There is no such thing, or not for this caller"]] as const) : []),
    ...(method === "GET" ? [] : ([[409, "Not in the present state of things"]] as const)),
    ...(body ? ([[413, "The body is too large"]] as const) : []),
    ...(body ? ([[415, "The body is not JSON"]] as const) : []),
    [429, "Too many requests with this token; Retry-After says when to go on"],
  ];
}

/** Fields with a default are required in handlers, but not in requests. */
function withoutDefaulted(schema: TSchema): TSchema {
  const properties: Record<string, object> = schema.properties ?? {};
  const required: string[] = schema.required ?? [];
  const isNeeded = (name: string) => !("default" in (properties[name] ?? {}));
  return required.every(isNeeded) ? schema : { ...schema, required: required.filter(isNeeded) };
}

/** @fastify/swagger marks every body as required. */
function relaxOptionalBodies(document: object, chapters: readonly Chapter[]): void {
  const { paths } = document as {
    paths: Record<string, Record<string, { requestBody?: { required?: boolean } }>>;
  };
  for (const { path, method, bodyOptional } of chapters.flatMap(({ operations }) => operations)) {
    const described = paths[`/v1${path.replace(/[:*](\w+)/g, "{$1}")}`]?.[method.toLowerCase()];
    if (described?.requestBody !== undefined) described.requestBody.required = bodyOptional !== true;
  }
}

/** Moves schemas with a title to the components and replaces them by references. */
function nameSchemas(document: object): object {
  const schemas: Record<string, unknown> = {};
  const visit = (node: unknown, isSchema: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => visit(item, isSchema));
    if (typeof node !== "object" || node === null) return node;
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, visit(value, key !== "info")]),
    );
    const { title } = copy;
    if (!isSchema || typeof title !== "string" || !("type" in copy || "anyOf" in copy)) return copy;
    delete copy.description;
    schemas[title] ??= copy;
    return { $ref: `#/components/schemas/${title}` };
  };
  const named = visit(document, false) as { components?: object };
  return { ...named, components: { ...named.components, schemas } };
}
