import type { Field, OperationDescription } from "../../openapi/description/index.ts";

/** A request as an example, with placeholders for what the reader has to fill in. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: SampleBody;
  /** Whether the response is JSON. */
  readonly returnsJson: boolean;
}

export type SampleBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "text"; readonly text: string }
  /** Fields of a form. In multipart forms, a value may be a file. */
  | { readonly kind: "form" | "multipart"; readonly fields: readonly FormField[] };

export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** An example of a request to an operation. Webhooks and specs without servers have none. */
export function sampleRequestOf(description: OperationDescription): SampleRequest | undefined {
  const { method, path, servers, credentials, responses } = description;
  const [server] = servers;
  if (server === undefined) return undefined;
  const parameters = description.parameters.filter(({ depth }) => depth === 0);
  const required = (place: string) => parameters.filter((field) => field.in === place && field.isRequired);
  const query = [
    ...required("query").flatMap((field) => valuesOf(field).map((value) => [field.name, value] as const)),
    ...pairsIn(credentials, "query"),
  ].map((pair) => pair.map(encodeURIComponent).join("="));
  const cookies = [
    ...required("cookie").map((field) => [field.name, valuesOf(field).join(",")] as const),
    ...pairsIn(credentials, "cookie"),
  ].map((pair) => pair.join("="));
  const { body, contentType } = bodyOf(description) ?? {};
  const url = server.replace(/\/$/, "") + fillPath(path, parameters);
  const { contentType: replyType = "" } = responses.find(({ status }) => status.startsWith("2")) ?? {};
  return {
    method,
    url: query.length === 0 ? url : `${url}?${query.join("&")}`,
    headers: {
      ...Object.fromEntries(pairsIn(credentials, "header")),
      ...Object.fromEntries(required("header").map((field) => [field.name, valuesOf(field).join(",")])),
      ...(cookies.length > 0 && { Cookie: cookies.join("; ") }),
      ...(contentType !== undefined && { "Content-Type": contentType }),
    },
    ...(body && { body }),
    returnsJson: replyType === "" ? responses.length === 0 : replyType.includes("json"),
  };
}

function pairsIn(credentials: OperationDescription["credentials"], place: string) {
  return credentials.filter((known) => known.in === place).map(({ name, value }) => [name, value] as const);
}

function fillPath(path: string, parameters: readonly Field[]): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const field = parameters.find((known) => known.in === "path" && known.name === name);
    return encodeURIComponent(field === undefined ? placeholderFor(name) : valuesOf(field).join(","));
  });
}

/** The values of a parameter: an example or a default, else a placeholder. An array has several. */
function valuesOf({ name, type, example, default: initial, enum: values }: Field): readonly string[] {
  const written = example ?? initial ?? values?.[0];
  if (written === undefined) return [placeholderOfType(type) ?? placeholderFor(name)];
  const parsed = written.startsWith("[") ? parseJson(written) : undefined;
  return Array.isArray(parsed) ? parsed.map(String) : [written];
}

function placeholderOfType(type: string): string | undefined {
  if (/^(?:integer|number)\b/.test(type)) return "1";
  return type.startsWith("boolean") ? "true" : undefined;
}

/** `petId` becomes `PET_ID`. */
function placeholderFor(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}

function bodyOf({ body }: OperationDescription) {
  if (body === undefined) return undefined;
  const { contentTypes, example, sample, fields } = body;
  const type = contentTypes.find((known) => known.includes("json")) ?? contentTypes[0];
  const text = example ?? sample;
  const contentType = type === undefined || type.includes("*") ? "application/json" : type;
  if (contentType.startsWith("multipart/"))
    return { body: { kind: "multipart" as const, fields: formFields(text, fields) } };
  if (contentType.includes("x-www-form-urlencoded"))
    return { body: { kind: "form" as const, fields: formFields(text, fields) } };
  if (text === undefined) return undefined;
  const value = contentType.includes("json") ? parseJson(text) : undefined;
  return value === undefined
    ? { body: { kind: "text" as const, text }, contentType }
    : { body: { kind: "json" as const, value }, contentType };
}

function formFields(text: string | undefined, fields: readonly Field[]): FormField[] {
  const values = new Map(Object.entries(Object(parseJson(text ?? "{}"))));
  return fields
    .filter(({ depth, kind }) => depth === 0 && kind === "property")
    .map((field) => {
      const known = values.get(field.name);
      const value = known === undefined ? valuesOf(field).join(",") : asText(known);
      return { name: field.name, value, isFile: /\(binary\)/.test(field.type) };
    });
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Undefined for text that is not JSON, such as an abbreviated example. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
