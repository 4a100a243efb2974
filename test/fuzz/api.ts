import type { TestApp } from "../support/app.ts";

/** The part of JSON Schema that `/openapi.json` uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema: Schema } };
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface ApiOperation {
  readonly id: string;
  readonly group: string;
  readonly method: string;
  /** The path with parameters in braces. */
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly required: boolean } | undefined;
  /** The schema of each declared status; undefined if the response has no body. */
  readonly replies: ReadonlyMap<number, Schema | undefined>;
}

export interface Api {
  readonly document: object;
  readonly operations: readonly ApiOperation[];
  resolve(schema: Schema): Schema;
}

/** Reads the OpenAPI document of the application. */
export async function readApi({ app }: TestApp): Promise<Api> {
  const document: Document = (await app.inject({ url: "/openapi.json" })).json();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, description]) => readOperation(path, method, description)),
  );
  return {
    document,
    operations,
    resolve: (schema) =>
      schema.$ref === undefined
        ? schema
        : (document.components.schemas[schema.$ref.split("/")[3] ?? ""] ?? {}),
  };
}

function readOperation(path: string, method: string, description: OperationObject): ApiOperation {
  const schemaOf = ({ content }: Content) => content?.["application/json"]?.schema;
  const body = description.requestBody && schemaOf(description.requestBody);
  return {
    id: description.operationId,
    group: description.tags[0] ?? "",
    method: method.toUpperCase(),
    path,
    query: (description.parameters ?? []).filter((parameter) => parameter.in === "query"),
    body: body && { schema: body, required: description.requestBody?.required === true },
    replies: new Map(
      Object.entries(description.responses).map(([status, reply]) => [Number(status), schemaOf(reply)]),
    ),
  };
}

export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

export function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : [type].flat();
}
