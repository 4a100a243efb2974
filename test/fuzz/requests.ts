import fc from "fast-check";
import { type Api, type ApiOperation, namesIn, type Parameter } from "./api.ts";
import { oddNames, oddSegments, oddTexts } from "./hostile-values.ts";
import { type Mutation, mutationOf, placeholders } from "./mutations.ts";
import { rawBodyOf } from "./raw-bodies.ts";
import { idOf, type Values } from "./values.ts";

export const callers = ["admin", "reader", "stranger", "nobody", "forger"] as const;
export type CallerName = (typeof callers)[number];

/** A request with placeholders for the ids of the world. */
export interface FuzzedRequest {
  readonly caller: CallerName;
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer | undefined;
  /** The defect of the request, or that it is valid. */
  readonly note: string;
  /** Whether all path parameters are valid. */
  readonly hasValidPath: boolean;
  readonly mutation?: Mutation;
  /** The body as a value, if it is sent as plain JSON. */
  readonly value?: unknown;
}

type Path = Pick<FuzzedRequest, "url" | "hasValidPath">;
type Body = Pick<FuzzedRequest, "headers" | "payload" | "note" | "mutation" | "value">;

export function requestsFor(api: Api, values: Values, operation: ApiOperation): fc.Arbitrary<FuzzedRequest> {
  const caller = fc.oneof(
    { weight: 30, arbitrary: fc.constant(usualCaller(operation)) },
    { weight: 1, arbitrary: fc.constantFrom(...callers) },
  );
  return fc
    .tuple(
      caller,
      pathsOf(operation),
      queriesOf(values, operation.query),
      bodiesOf(api, values, operation),
      headers,
    )
    .map(([caller, path, query, body, extra]) => ({
      caller,
      method: operation.method,
      ...path,
      ...body,
      url: path.url + query,
      headers: { ...extra, ...body.headers },
    }));
}

/** Requests that are valid by their schemas: most should succeed. */
export function validRequestsFor(values: Values, operation: ApiOperation): fc.Arbitrary<FuzzedRequest> {
  const { method, path, body } = operation;
  const bodies = body
    ? values.of(body.schema).map((value) => jsonBody(value, "a valid body"))
    : fc.constant<Body>({ ...noBody, note: "a valid request" });
  return fc.tuple(validQueries(values, operation.query), bodies).map(([query, sent]) => ({
    caller: usualCaller(operation),
    method,
    url: withPlaceholders(path) + query,
    hasValidPath: true,
    ...sent,
  }));
}

/** Only a stranger can join an organization. */
const usualCaller = ({ id }: ApiOperation): CallerName => (id.startsWith("join") ? "stranger" : "admin");

/** Segments except `..`, which is resolved before the request is sent; `wire.ts` sends it. */
const segments = oddSegments.filter((segment) => !/^(\.|%2e)+$/.test(segment));

const withPlaceholders = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name));

function pathsOf({ path }: ApiOperation): fc.Arbitrary<Path> {
  const valid = fc.constant({ url: withPlaceholders(path), hasValidPath: true });
  const names = namesIn(path);
  if (names.length === 0) return valid;
  const odd = fc
    .tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...segments), fc.constant(idOf("other"))))
    .map(([name, segment]) => ({
      url: withPlaceholders(
        path.replace(`{${name}}`, () => (segment === idOf("other") ? idOf(`other.${name}`) : segment)),
      ),
      hasValidPath: false,
    }));
  return fc.oneof({ weight: 7, arbitrary: valid }, { weight: 1, arbitrary: odd });
}

const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll("%3C%3C", "<<").replaceAll("%3E%3E", ">>");

function validQueries(values: Values, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const parts = parameters.map(({ name, required, schema }) => {
    const given = values
      .of(schema, name)
      .map((value) => `${name}=${encode([value].flat().map(String).join(","))}`);
    // Cursors come from responses; an invented one is never valid.
    if (name === "page" && parameters.some((other) => other.name === "limit")) return fc.constant(undefined);
    return required ? given : fc.option(given, { nil: undefined, freq: 2 });
  });
  return fc
    .tuple(...parts)
    .map((given) => given.filter((part) => part !== undefined).join("&"))
    .map((query) => (query === "" ? "" : `?${query}`));
}

function queriesOf(values: Values, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const names = fc.constantFrom(...parameters.map(({ name }) => name), "unknown", ...oddNames.slice(0, 4));
  const odd = fc.oneof(
    fc.tuple(names, fc.constantFrom(...oddTexts)).map(([name, text]) => `${encode(name)}=${encode(text)}`),
    fc.tuple(names, fc.constantFrom(...oddSegments)).map(([name, text]) => `${encode(name)}=${text}`),
    names.map((name) => `${encode(name)}=a&${encode(name)}=b&${encode(name)}=1`),
    names.map((name) => `${encode(name)}[]=a&${encode(name)}[polluted]=yes`),
    names.map((name) => encode(name)),
    names.map((name) => Array.from({ length: 600 }, () => `${encode(name)}=1`).join("&")),
    fc.constantFrom(
      "&&&===&",
      "%",
      "=",
      "?",
      "__proto__[polluted]=yes",
      "constructor.prototype.polluted=yes",
      ";;",
    ),
  );
  const invalid = fc
    .tuple(validQueries(values, parameters), odd)
    .map(([query, part]) => (query === "" ? `?${part}` : `${query}&${part}`));
  const weight = parameters.length > 0 ? 3 : 9;
  return fc.oneof({ weight, arbitrary: validQueries(values, parameters) }, { weight: 1, arbitrary: invalid });
}

const noBody: Body = { headers: {}, payload: undefined, note: "no body" };

function bodiesOf(api: Api, values: Values, { body, method }: ApiOperation): fc.Arbitrary<Body> {
  if (body === undefined) {
    const unexpected = rawBodyOf("{}").map((raw): Body => raw);
    return fc.oneof(
      { weight: method === "GET" ? 40 : 10, arbitrary: fc.constant(noBody) },
      { weight: 1, arbitrary: unexpected },
    );
  }
  return values.of(body.schema).chain((value) => {
    const text = toJson(value);
    return fc.oneof(
      { weight: 40, arbitrary: fc.constant(jsonBody(value, "a valid body")) },
      {
        weight: 50,
        arbitrary: mutationOf(api, body.schema, value).map((mutation) => ({
          ...jsonBody(mutation.value, mutation.note),
          mutation,
        })),
      },
      { weight: 9, arbitrary: rawBodyOf(text).map((raw): Body => raw) },
      { weight: 1, arbitrary: fc.constant(noBody) },
    );
  });
}

function jsonBody(value: unknown, note: string): Body {
  const payload = toJson(value);
  // If the body contains a placeholder, the value differs from the payload.
  const isSent = payload.length === JSON.stringify(value).length;
  return { headers: { "content-type": "application/json" }, payload, note, ...(isSent && { value }) };
}

function toJson(value: unknown): string {
  let text = JSON.stringify(value);
  for (const [placeholder, createText] of Object.entries(placeholders))
    if (text.includes(placeholder)) text = text.replaceAll(placeholder, createText());
  return text;
}

/** Mostly no additional headers. */
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { "if-match": "*" },
      { "if-match": '"x", W/"y", ' },
      { "if-none-match": "*" },
      { "if-none-match": `"${"x".repeat(3000)}"` },
      { range: "bytes=0-0,1-1,-1" },
      { range: "lines=a" },
      { accept: "text/html" },
      { accept: "application/json;q=0, */*;q=x" },
      { "accept-language": "*;q=1,\u0080" },
      { "x-http-method-override": "DELETE" },
      { "x-forwarded-for": "1.2.3.4, ::1, x" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
      { forwarded: "for=_x;host=evil.example" },
      { "x-request-id": "x".repeat(3000) },
      { origin: "null", "sec-fetch-site": "cross-site" },
      { cookie: "lectern_session=x; __proto__=y; =; a" },
      { expect: "100-continue" },
      { "x-original-url": "/v1/user", "x-rewrite-url": "/v1/user" },
    ),
  },
);
