// Writes the types of the API for the workspace, from the schemas of the server's operations: `npm run generate`.
import { writeFileSync } from "node:fs";
import { describeApi } from "../src/api/http/documentation.ts";
import { operationGroups } from "../src/workspace/index.ts";

const target = new URL("../src/app/data/api-types.ts", import.meta.url);

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly items?: Schema | readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

interface Content {
  readonly content?: { readonly "application/json": { readonly schema: Schema } };
}

interface ApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

interface ApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

/** The text of the module with the types of all operations. */
export function writeApiTypes(): string {
  const { components, paths } = JSON.parse(
    JSON.stringify(describeApi(operationGroups, "http://localhost")),
  ) as ApiDocument;
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => name !== "Error")
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const route = `${method.toUpperCase()} ${path.slice("/v1".length).replace(/\{(\w+)\}/g, ":$1")}`;
      return `  ${JSON.stringify(route)}: ${typeOfOperation(operation)};\n`;
    }),
  );
  return `// Generated from the schemas of the server by \`npm run generate\`. Do not edit.\n\n${schemas.join("")}
/** The operations by method and path. */
export interface ApiRoutes {\n${routes.join("")}}\n`;
}

function typeOfOperation({ parameters = [], requestBody, responses }: ApiOperation): string {
  const query = parameters.filter((parameter) => parameter.in === "query");
  const fields = query.map(
    ({ name, required, schema }) => `${keyOf(name)}${required ? "" : "?"}: ${typeOf(schema)}`,
  );
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const parts = [
    query.length > 0 && `query${query.some(({ required }) => required) ? "" : "?"}: { ${fields.join("; ")} }`,
    requestBody && `body${requestBody.required ? "" : "?"}: ${typeOfContent(requestBody)}`,
    `reply: ${typeOfContent(success)}`,
  ];
  return `{ ${parts.filter(Boolean).join("; ")} }`;
}

function typeOfContent(content: Content | undefined): string {
  const schema = content?.content?.["application/json"].schema;
  return schema === undefined ? "undefined" : typeOf(schema);
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map(grouped).join(" | ") || "unknown";
  if (schema.allOf !== undefined) return schema.allOf.map(grouped).join(" & ");
  if (schema.type === "array") return typeOfArray(schema);
  if (schema.type === "object" || schema.properties !== undefined) return typeOfObject(schema);
  const simple: Readonly<Record<string, string>> = {
    string: "string",
    integer: "number",
    number: "number",
    boolean: "boolean",
    null: "null",
  };
  return simple[schema.type ?? ""] ?? "unknown";
}

const grouped = (schema: Schema) => {
  const type = typeOf(schema);
  return type.includes(" | ") || type.includes(" & ") ? `(${type})` : type;
};

function typeOfArray({ items }: Schema): string {
  if (items === undefined) return "unknown[]";
  if (Array.isArray(items)) return `[${items.map(typeOf).join(", ")}]`;
  return `${grouped(items as Schema)}[]`;
}

function typeOfObject({
  properties = {},
  required = [],
  additionalProperties,
  patternProperties,
}: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
  );
  const [pattern] = Object.values(patternProperties ?? {});
  const others = pattern ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
  if (fields.length > 0) return `{ ${fields.join("; ")} }`;
  return `Record<string, ${others === undefined ? "unknown" : typeOf(others)}>`;
}

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

if (import.meta.main) writeFileSync(target, writeApiTypes());
