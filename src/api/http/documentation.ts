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

/** Serves `/openapi.json` and `/reference`, which are generated on the first request. */
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

  // Browsers request the icon with every page.
  app.get("/favicon.ico", (_request, reply) => reply.code(204).send());

  for (const path of ["/reference", scriptPath])
    app.get(path, async (_request, reply) => {
      reference ??= createReference();
      const page = await (await reference).inject(path === "/reference" ? "/reference/" : path);
      return reply
        .header("Content-Security-Policy", referencePolicy)
        .type(String(page.headers["content-type"]))
        .send(page.body);
    });
}

const scriptPath = "/reference/js/scalar.js";
let reference: Promise<FastifyInstance> | undefined;

/** The script of Scalar, which shows API references and sends requests. */
export async function readReferenceScript(): Promise<string> {
  reference ??= createReference();
  return (await (await reference).inject(scriptPath)).body;
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
      cdn: scriptPath,
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
export function describeApi(operationGroups: readonly OperationGroup[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { title, operations } of operationGroups)
    for (const operation of operations) {
      const path = `/v1${operation.path.replace(/[:*](\w+)/g, "{$1}")}`;
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, title) };
    }
  const description = "A documentation workspace: organizations, their members and teams, and their content.";
  const license = { name: "Apache-2.0", identifier: "Apache-2.0" };
  const token = {
    type: "http",
    scheme: "bearer",
    description: "An API token from `lectern token create`.",
  };
  const extracted = extractComponents(paths);
  return {
    openapi: "3.1.0",
    info: { title: "Lectern API", version: "1", description, license },
    servers: [{ url: baseUrl }],
    tags: operationGroups.map(({ title }) => ({ name: title })),
    security: [{ token: [] }],
    components: { securitySchemes: { token }, schemas: extracted.schemas },
    paths: extracted.paths,
  };
}

const ErrorReply = Type.Object(
  { error: Type.Object({ code: Type.Integer(), message: Type.String() }) },
  { title: "Error" },
);

function describeOperation(operation: Operation, tag: string): object {
  const { id, summary, access, body, bodyOptional, noopStatus } = operation;
  const [status, schema] = successOf(operation);
  const parameters = describeParameters(operation);
  return {
    operationId: id,
    summary,
    description: `Who may call: ${access.rule}.`,
    tags: [tag],
    "x-access": access.rule,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: !bodyOptional, ...jsonContent(toRequestSchema(body)) } }),
    responses: {
      [status]: { description: schema?.description ?? "Success", ...(schema && jsonContent(schema)) },
      ...(noopStatus && { [noopStatus]: { description: "Nothing changed" } }),
      ...Object.fromEntries(
        errorsOf(operation).map(([code, description]) => [code, { description, ...jsonContent(ErrorReply) }]),
      ),
    },
  };
}

function jsonContent(schema: TSchema): object {
  return { content: { "application/json": { schema } } };
}

function describeParameters({ path, query }: Operation): object[] {
  const required = query && toRequestSchema(query).required;
  const inQuery = Object.entries<TSchema>(query?.properties ?? {}).map(
    ([name, { description, ...schema }]) => {
      return { in: "query", name, required: required?.includes(name) ?? false, description, schema };
    },
  );
  const inPath = Array.from(path.matchAll(/[:*](\w+)/g), ([, name = ""]) => {
    const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const description = label.endsWith(" id") ? `The id of the ${label.slice(0, -3)}` : `The ${label}`;
    return { in: "path", name, required: true, description, schema: { type: "string" } };
  });
  return [...inQuery, ...inPath];
}

function errorsOf({ path, method, body }: Operation): (readonly [code: number, description: string])[] {
  return [
    [400, "The request is invalid. The message names the invalid field."],
    [401, "The token is missing, unknown or expired."],
    [403, "The caller lacks permission for this operation."],
    ...(path.includes(":")
      ? ([[404, "The object does not exist, or the caller may not see it."]] as const)
      : []),
    ...(method === "GET"
      ? []
      : ([[409, "The request conflicts with the current state of the object."]] as const)),
    ...(body ? ([[413, "The body is too large."]] as const) : []),
    ...(body ? ([[415, "The body is not JSON."]] as const) : []),
    [429, "Rate limit exceeded. Retry after the time in the Retry-After header."],
  ];
}

/** Fields with a default are required in handlers, but not in requests. */
function toRequestSchema<T extends TSchema>(schema: T): T {
  const properties: Record<string, object> = schema.properties ?? {};
  const required: string[] = schema.required ?? [];
  const isRequired = (name: string) => !("default" in (properties[name] ?? {}));
  return required.every(isRequired) ? schema : { ...schema, required: required.filter(isRequired) };
}

/** Moves schemas with a title to the components and replaces them with references. */
function extractComponents(document: object): { paths: unknown; schemas: Record<string, unknown> } {
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
  return { paths: visit(document), schemas };
}
