import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isEmoji } from "../../src/content/model/emoji.ts";
import type { Api, ApiOperation } from "./api.ts";
import type { FuzzedRequest } from "./requests.ts";

export interface FuzzedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Errors that any operation may return. */
const commonErrors = [400, 401, 403, 404, 409, 412, 413, 414, 415];
const emptyStatuses = [204, 205, 304];
/** Implementation details that must not appear in a message. */
const internals = /SQLITE|PostgresError|node_modules|\bat .*\.[jt]s:\d+|select .* from|constraint failed/;

/** Reads that cache their responses in the database. */
const cachesResponses = /\/pdf$/;

const oracles = new Map<string, Oracle>();

/** Oracles are shared by equal documents, since compiling schemas is slow. */
export function oracleOf(api: Api): Oracle {
  const key = JSON.stringify(api.document);
  const oracle = oracles.get(key) ?? new Oracle(api);
  oracles.set(key, oracle);
  return oracle;
}

/** Checks responses against the OpenAPI document. */
export class Oracle {
  readonly #ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor({ document }: Api) {
    addFormats.default(this.#ajv);
    this.#ajv.addFormat("emoji", isEmoji);
    this.#ajv.addSchema({ ...document, $id: "request" });
    this.#ajv.addSchema({ ...forbidUndeclaredFields(document), $id: "response" });
  }

  judge(
    operation: ApiOperation,
    request: FuzzedRequest,
    response: FuzzedResponse,
    written: readonly string[],
  ): string[] {
    const { status } = response;
    const problems = [...judgeHeaders(response), ...judgePrototypes()];
    if (status >= 500) return [...problems, `responds with ${status}`];
    if (
      written.length > 0 &&
      (status >= 300 || (operation.method === "GET" && !cachesResponses.test(operation.path)))
    )
      problems.push(`responds with ${status}, but wrote: ${written.join(", ")}`);
    const isDeclared =
      operation.replies.has(status) ||
      commonErrors.includes(status) ||
      (status === 304 && "if-none-match" in request.headers);
    if (!isDeclared) problems.push(`responds with undeclared ${status}`);
    if (emptyStatuses.includes(status))
      return response.text === "" ? problems : [...problems, `${status} with a body`];
    const body = parse(response.text);
    if (body === undefined) return [...problems, `responds with ${status} and invalid JSON`];
    return [
      ...problems,
      ...(status < 400
        ? this.#judgeSuccess(operation, request, status, body)
        : this.#judgeError(operation, request, status, body)),
    ];
  }

  #judgeSuccess(operation: ApiOperation, request: FuzzedRequest, status: number, body: unknown): string[] {
    const base = baseOf(operation);
    const validateReply = this.#validator(
      `response${base}/responses/${status}/content/application~1json/schema`,
    );
    if (!validateReply(body))
      return [
        `responds with ${status} and a body that violates its schema: ${describe(validateReply.errors)}`,
      ];
    if (operation.body === undefined || request.value === undefined) return [];
    const validate = this.#validator(`request${base}/requestBody/content/application~1json/schema`);
    return validate(request.value)
      ? []
      : [`accepts a body that violates its schema: ${describe(validate.errors)}`];
  }

  #judgeError(operation: ApiOperation, request: FuzzedRequest, status: number, body: unknown): string[] {
    const { error } = body as { error?: { code?: unknown; message?: unknown } };
    if (error?.code !== status || typeof error.message !== "string" || error.message === "")
      return [`responds with ${status} without code and message`];
    if (Object.keys(error).length !== 2 || Object.keys(Object(body)).length !== 1)
      return [`responds with ${status} and more than code and message`];
    const { message } = error;
    if (internals.test(message))
      return [`responds with ${status} and reveals internals: ${message.slice(0, 200)}`];
    if (status !== 400) return [];
    if (!/^.+?: |…$/s.test(message))
      return [`responds with 400 without naming a field: ${message.slice(0, 100)}`];
    const field = this.#invalidFieldOf(operation, request);
    // For a body that cannot be parsed, the message names the body instead of a field.
    return field === undefined || message.includes(field) || message.startsWith("body")
      ? []
      : [`responds with 400 without naming ${field}: ${message.slice(0, 100)}`];
  }

  /** The invalid field of the body, if the rest of the request is valid. */
  #invalidFieldOf(operation: ApiOperation, { value, url, hasValidPath }: FuzzedRequest): string | undefined {
    if (operation.body === undefined || value === undefined || url.includes("?") || !hasValidPath)
      return undefined;
    const validate = this.#validator(
      `request${baseOf(operation)}/requestBody/content/application~1json/schema`,
    );
    const [error] = validate(value) ? [] : (validate.errors ?? []);
    // With alternatives, the error may be of another alternative than the intended one.
    if (error === undefined || /\/(anyOf|oneOf)/.test(error.schemaPath)) return undefined;
    const { missingProperty } = error.params;
    return (
      missingProperty ?? error.instancePath.split("/").findLast((step) => step !== "" && !/^\d+$/.test(step))
    );
  }

  #validator($ref: string): ValidateFunction {
    const validate = this.#compiled.get($ref) ?? this.#ajv.compile({ $ref });
    this.#compiled.set($ref, validate);
    return validate;
  }
}

function judgeHeaders({ headers }: FuzzedResponse): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
    name === "x-injected" || /[\0-\x08\n-\x1f\x7f]/.test(String(value))
      ? [`has an injected or malformed header: ${name}`]
      : [],
  );
}

function judgePrototypes(): string[] {
  const polluted = [Object.prototype, Array.prototype, Function.prototype, String.prototype].filter(
    (prototype) => "polluted" in prototype,
  );
  for (const prototype of polluted) Reflect.deleteProperty(prototype, "polluted");
  return polluted.length > 0 ? ["pollutes a prototype"] : [];
}

function describe(errors: ValidateFunction["errors"]): string {
  const [error] = errors ?? [];
  return error === undefined
    ? ""
    : `${error.instancePath.replace(/\d+/g, "N")} ${error.message} ${detail(error)}`;
}

function detail({ params }: ErrorObject): string {
  return JSON.stringify(params).slice(0, 100);
}

/** A copy of the document whose schemas allow no undeclared fields. */
function forbidUndeclaredFields(node: unknown): object {
  const visit = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(visit);
    if (typeof inner !== "object" || inner === null) return inner;
    const copy = Object.fromEntries(Object.entries(inner).map(([key, value]) => [key, visit(value)]));
    const isOpen = "additionalProperties" in copy || "oneOf" in copy || "anyOf" in copy;
    const isObject = typeof copy.properties === "object" && "type" in copy;
    return isObject && !isOpen ? { ...copy, unevaluatedProperties: false } : copy;
  };
  return Object(visit(node));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON pointer of an operation. */
const baseOf = ({ path, method }: ApiOperation) => `#/paths/${pointer(path)}/${method.toLowerCase()}`;
const pointer = (path: string) =>
  path.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");
