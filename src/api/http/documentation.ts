import { type TSchema, Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { Context } from "./context.ts";
import type { Operation, OperationGroup } from "./operation.ts";
import { successOf } from "./register.ts";

/** Permits inline scripts and styles of Scalar, and nothing from other origins. */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves `/openapi.json` and `/reference`. Both are generated at the first request, since most processes get none. */
export function serveDocumentation(
  app: FastifyInstance,
  { config }: Context,
  operationGroups: readonly OperationGroup[],
): void {
  let document: string | undefined;
  app.get("/openapi.json", (_request, reply) => {
    document ??= JSON.stringify(describeApi(operationGroups, config.baseUrl));
    return reply.type("application/json; charset=utf-8").send(document);
  });

  // Browsers request it for every page.
  app.get("/favicon.ico", (_request, reply) => reply.code(204).send());

  let reference: Promise<FastifyInstance> | undefined;
  for (const path of ["/reference", "/reference/js/scalar.js"])
    app.get(path, async (_request, reply) => {
      reference ??= createReference();
      const page = await (await reference).inject(path === "/reference" ? "/reference/" : path);
      return reply
        .header("Content-Security-Policy", referencePolicy)
        .type(String(page.headers["content-type"]))
        .send(page.body);
    });
}

/** Runs Scalar's plugin in a separate Fastify instance, whose replies are forwarded. */
async function createReference(): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([
    import("fastify"),
    import("@scalar/fastify-api-reference"),
  ]);
  const app = Fastify();
  await app.register(scalar, {
    routePrefix: "/reference",
    configuration: {
      url: "/openapi.json",
      cdn: "/reference/js/scalar.js",
      pageTitle: "Lectern API",
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return app;
}

/** The OpenAPI 3.1 document of the API. */
function describeApi(operationGroups: readonly OperationGroup[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { title, operations } of operationGroups)
    for (const operation of operations) {
      const path = `/v1${operation.path.replace(/[:*](\w+)/g, "{$1}")}`;
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, title) };
    }
  const description =
    "A documentation workspace: organizations, their members and teams, and what they write together.";
  const license = { name: "Apache-2.0", identifier: "Apache-2.0" };
  const token = {
    type: "http",
    scheme: "bearer",
    description: "An API token, as `lectern token create` prints it.",
  };
  const named = nameSchemas(paths);
  return {
    openapi: "3.1.0",
    info: { title: "Lectern API", version: "1", description, license },
    servers: [{ url: baseUrl }],
    tags: operationGroups.map(({ title }) => ({ name: title })),
    security: [{ token: [] }],
    components: { securitySchemes: { token }, schemas: named.schemas },
    paths: named.paths,
  };
}

const ErrorReply = Type.Object(
  { error: Type.Object({ code: Type.Integer(), message: Type.String() }) },
  { title: "Error" },
);

function describeOperation(operation: Operation, tag: string): object {
  const { id, summary, access, body, bodyOptional, noopStatus } = operation;
  const [status, schema] = successOf(operation);
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    summary,
    description: `Who may call: ${access.rule}.`,
    tags: [tag],
    "x-access": access.rule,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: !bodyOptional, ...jsonOf(withoutDefaulted(body)) } }),
    responses: {
      [status]: { description: schema?.description ?? "Done", ...(schema && jsonOf(schema)) },
      ...(noopStatus && { [noopStatus]: { description: "There was nothing to do" } }),
      ...Object.fromEntries(
        failuresOf(operation).map(([code, description]) => [code, { description, ...jsonOf(ErrorReply) }]),
      ),
    },
  };
}

function jsonOf(schema: TSchema): object {
  return { content: { "application/json": { schema } } };
}

function parametersOf({ path, query }: Operation): object[] {
  const required = query && withoutDefaulted(query).required;
  const inQuery = Object.entries<TSchema>(query?.properties ?? {}).map(
    ([name, { description, ...schema }]) => {
      return { in: "query", name, required: required?.includes(name) ?? false, description, schema };
    },
  );
  const inPath = Array.from(path.matchAll(/[:*](\w+)/g), ([, name = ""]) => {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const description = words.endsWith(" id") ? `The id of the ${words.slice(0, -3)}` : `The ${words}`;
    return { in: "path", name, required: true, description, schema: { type: "string" } };
  });
  return [...inQuery, ...inPath];
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
function withoutDefaulted<T extends TSchema>(schema: T): T {
  const properties: Record<string, object> = schema.properties ?? {};
  const required: string[] = schema.required ?? [];
  const isNeeded = (name: string) => !("default" in (properties[name] ?? {}));
  return required.every(isNeeded) ? schema : { ...schema, required: required.filter(isNeeded) };
}

/** Moves schemas with a title to the components and replaces them by references. */
function nameSchemas(described: object): { paths: unknown; schemas: Record<string, unknown> } {
  const schemas: Record<string, unknown> = {};
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== "object" || node === null) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    const { title, description, ...schema } = copy;
    if (typeof title !== "string" || !("type" in copy || "anyOf" in copy)) return copy;
    schemas[title] ??= { title, ...schema };
    return { $ref: `#/components/schemas/${title}` };
  };
  return { paths: visit(described), schemas };
}
