import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isEmoji } from "../../src/content/model/emoji.ts";
import type { Api, ApiOperation } from "./api.ts";
import type { FuzzedRequest } from "./requests.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Refusals that any operation may give, whatever it declares. */
const usualRefusals = [400, 401, 403, 404, 409, 412, 413, 414, 415];
const withoutBody = [204, 205, 304];
/** What must never be told to a caller. */
const internals = /SQLITE|PostgresError|node_modules|\bat .*\.[jt]s:\d+|select .* from|constraint failed/;

/** Reads whose answers are kept in the database, since they take long to make. */
const keepsAnswers = /\/pdf$/;

const oracles = new Map<string, Oracle>();

/** One for all that say the same of themselves: its schemas take longer to compile than to use. */
export function oracleOf(api: Api): Oracle {
  const key = JSON.stringify(api.document);
  const found = oracles.get(key) ?? new Oracle(api);
  oracles.set(key, found);
  return found;
}

/** Judges answers by what the application declares of itself. */
export class Oracle {
  readonly #ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor({ document }: Api) {
    addFormats.default(this.#ajv);
    this.#ajv.addFormat("emoji", isEmoji);
    this.#ajv.addSchema({ ...document, $id: "asked" });
    this.#ajv.addSchema({ ...closed(document), $id: "told" });
  }

  /** What is wrong with an answer. */
  judge(
    operation: ApiOperation,
    request: FuzzedRequest,
    answer: Answer,
    written: readonly string[],
  ): string[] {
    const { status } = answer;
    const complaints = [...judgeHeaders(answer), ...judgeMemory()];
    if (status >= 500) return [...complaints, `answers ${status}`];
    if (
      written.length > 0 &&
      (status >= 300 || (operation.method === "GET" && !keepsAnswers.test(operation.path)))
    )
      complaints.push(`answers ${status}, but wrote: ${written.join(", ")}`);
    const known =
      operation.replies.has(status) ||
      usualRefusals.includes(status) ||
      (status === 304 && "if-none-match" in request.headers);
    if (!known) complaints.push(`answers ${status}, which is not declared`);
    if (withoutBody.includes(status))
      return answer.text === "" ? complaints : [...complaints, `${status} with a body`];
    const body = parse(answer.text);
    if (body === undefined) return [...complaints, `answers ${status} with what is not JSON`];
    return [
      ...complaints,
      ...(status < 400
        ? this.#judgeSuccess(operation, request, status, body)
        : this.#judgeRefusal(operation, request, status, body)),
    ];
  }

  #judgeSuccess(operation: ApiOperation, request: FuzzedRequest, status: number, body: unknown): string[] {
    const base = baseOf(operation);
    const reply = this.#validator(`told${base}/responses/${status}/content/application~1json/schema`);
    if (!reply(body)) return [`answers ${status} with what its schema refuses: ${describe(reply.errors)}`];
    if (operation.body === undefined || request.value === undefined) return [];
    const asked = this.#validator(`asked${base}/requestBody/content/application~1json/schema`);
    return asked(request.value) ? [] : [`takes what its schema refuses: ${describe(asked.errors)}`];
  }

  #judgeRefusal(operation: ApiOperation, request: FuzzedRequest, status: number, body: unknown): string[] {
    const { error } = body as { error?: { code?: unknown; message?: unknown } };
    if (error?.code !== status || typeof error.message !== "string" || error.message === "")
      return [`answers ${status} without code and message`];
    if (Object.keys(error).length !== 2 || Object.keys(Object(body)).length !== 1)
      return [`answers ${status} with more than code and message`];
    const { message } = error;
    if (internals.test(message)) return [`answers ${status} and shows its inside: ${message.slice(0, 200)}`];
    if (status !== 400) return [];
    if (!/^.+?: |…$/s.test(message)) return [`answers 400, but names no field: ${message.slice(0, 100)}`];
    const field = this.#wrongFieldOf(operation, request);
    // Of a body that cannot be read as a whole, or is not kept in that form, no field can be named.
    return field === undefined || message.includes(field) || message.startsWith("body")
      ? []
      : [`answers 400, but does not name ${field}: ${message.slice(0, 100)}`];
  }

  /** The field that breaks the schema of the body, where nothing but the body can be to blame. */
  #wrongFieldOf(operation: ApiOperation, { value, url, rightPath }: FuzzedRequest): string | undefined {
    if (operation.body === undefined || value === undefined || url.includes("?") || !rightPath)
      return undefined;
    const asked = this.#validator(`asked${baseOf(operation)}/requestBody/content/application~1json/schema`);
    const [error] = asked(value) ? [] : (asked.errors ?? []);
    // Where there are alternatives, which of them was meant is a matter of taste.
    if (error === undefined || /\/(anyOf|oneOf)/.test(error.schemaPath)) return undefined;
    const { missingProperty } = error.params;
    return (
      missingProperty ?? error.instancePath.split("/").findLast((step) => step !== "" && !/^\d+$/.test(step))
    );
  }

  #validator($ref: string): ValidateFunction {
    const found = this.#compiled.get($ref) ?? this.#ajv.compile({ $ref });
    this.#compiled.set($ref, found);
    return found;
  }
}

function judgeHeaders({ headers }: Answer): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    name === "x-injected" || /[\0-\x08\n-\x1f\x7f]/.test(String(value)) ? [`has an odd header: ${name}`] : [],
  );
}

function judgeMemory(): string[] {
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

/** The same schemas, in which no object may have a field that is not declared. */
function closed(node: unknown): object {
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

/** Where an operation stands in the document. */
const baseOf = ({ path, method }: ApiOperation) => `#/paths/${pointer(path)}/${method.toLowerCase()}`;
const pointer = (path: string) =>
  path.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");
