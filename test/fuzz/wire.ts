import { connect } from "node:net";
import fc from "fast-check";
import type { TestApp } from "../support/app.ts";
import { type Api, type ApiOperation, namesIn } from "./api.ts";
import { oddSegments } from "./hostile-values.ts";
import type { Findings } from "./report.ts";
import type { World } from "./world.ts";
import type { WrittenRows } from "./written-rows.ts";

/** The operation that a malformed request is sent to. */
interface Target {
  readonly operation: ApiOperation;
  readonly path: string;
  readonly authorization: string;
  /** The path with its last parameter replaced. */
  withSegment(segment: string): string;
}

type MalformedRequest = (target: Target) => string;

const head = (line: string, { authorization }: Target, headers: readonly string[] = []) =>
  [line, "Host: x", authorization, "Connection: close", ...headers, "", ""].join("\r\n");
const get = (path: string, target: Target, headers: readonly string[] = []) =>
  head(`GET ${path} HTTP/1.1`, target, headers);
const post = (target: Target, headers: readonly string[], body: string) =>
  head(`${target.operation.method} ${target.path} HTTP/1.1`, target, [
    "Content-Type: application/json",
    ...headers,
  ]) + body;

const methods = "HEAD OPTIONS TRACE PROPFIND QUERY PURGE FOO get PUT PATCH DELETE".split(" ");

const oddPaths: readonly MalformedRequest[] = [
  ...oddSegments.map(
    (segment): MalformedRequest =>
      (target) =>
        get(target.withSegment(segment), target),
  ),
  (target) => get(`http://evil.example${target.path}`, target),
  (target) => get(`//evil.example${target.path}`, target),
  (target) => get(`/v1/.${target.path.slice(3)}`, target),
  (target) => get(`/v1//${target.path.slice(3)}`, target),
  (target) => get(`${target.path}/../../..`, target),
  (target) => get(`${target.path}#x`, target),
  (target) => get(`${target.path}\\..\\x`, target),
  (target) => get(`${target.path}/é\u0001`, target),
  (target) => get(`${target.path}?${"a=1&".repeat(3000)}`, target),
  (target) => get(`/${"x".repeat(30_000)}`, target),
  (target) => get("*", target),
  (target) => get(target.path.toUpperCase(), target),
];

const oddMethods: readonly MalformedRequest[] = methods.map(
  (method): MalformedRequest =>
    (target) =>
      head(`${method} ${target.withSegment("unknown")} HTTP/1.1`, target),
);

const manyHeaders = Array.from({ length: 1500 }, (_, n) => `X-${n}: y`);
const oddHeaders: readonly MalformedRequest[] = [
  (target) => get(target.path, target, manyHeaders),
  (target) => get(target.path, target, [`X-Long: ${"y".repeat(12_000)}`]),
  (target) => get(target.path, target, [`X-Long: ${"y".repeat(40_000)}`]),
  (target) => get(target.path, target, ["Authorization: Bearer x"]),
  (target) => get(target.path, target, ["Host: y"]),
  (target) => get(target.path, target, ["X-Folded: a\r\n b"]),
  (target) => get(target.path, target, ["X-Null: a\0b"]),
  (target) => get(target.path, target, ["X-Return: a\rX-Injected: yes"]),
  (target) => get(target.path, target, ["X Space: a"]),
  (target) => get(target.path, target, ["Upgrade: websocket", "Sec-WebSocket-Key: x"]),
  (target) => get(target.path, target, ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"]),
  (target) => get(target.path, target, ["Expect: nothing"]),
  (target) => get(target.path, target, ["Range: bytes=0-0,-9999999999"]),
  (target) => get(target.path, target, [`If-None-Match: ${'W/"x",'.repeat(800)}*`]),
  (target) => get(target.path, target, ["Cookie: a=\xff; ;;=; __Host-lectern=%00"]),
  (target) => `GET ${target.path} HTTP/1.1\r\n${target.authorization}\r\nConnection: close\r\n\r\n`,
  (target) => head(`GET ${target.path} HTTP/1.0`, target),
  (target) => head(`GET ${target.path} HTTP/9.9`, target),
  (target) => head(`GET ${target.path}`, target),
  () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
  (target) =>
    get(target.path, target, ["Authorization: Digest username=x", "X-HTTP-Method-Override: DELETE"]),
];

/** Requests with invalid bodies, which are refused before they write. */
const oddBodies: readonly MalformedRequest[] = [
  (target) => post(target, ["Content-Length: 2", "Content-Length: 3"], "{}x"),
  (target) => post(target, ["Content-Length: -1"], "{}"),
  (target) => post(target, ["Content-Length: 1e1"], "{}"),
  (target) => post(target, ["Content-Length: 99999999999999999999"], "{}"),
  (target) => post(target, ["Content-Length: 2", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
  (target) => post(target, ["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"),
  (target) => post(target, ["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"),
  (target) => post(target, ["Transfer-Encoding: chunked"], "-1\r\n{}\r\n0\r\n\r\n"),
  (target) => post(target, ["Transfer-Encoding: chunked"], "fffffffffffffffff\r\n{\r\n"),
  (target) => post(target, ["Transfer-Encoding: chunked"], `2;${"x".repeat(20_000)}\r\n[]\r\n0\r\n\r\n`),
  (target) => post(target, ["Transfer-Encoding: chunked"], "1\r\n[\r\n1\r\n]\r\n0\r\nX-Trailer: y\r\n\r\n"),
  (target) => post(target, ["Content-Encoding: gzip", "Content-Length: 4"], "\x1f\x8b\x08\x00"),
];

const malformedRequests = [...oddPaths, ...oddMethods, ...oddHeaders, ...oddBodies];

/** Sends requests that no client library would send: odd URLs, methods, headers and bodies. */
export async function fuzzWire(
  { app }: TestApp,
  api: Api,
  world: World,
  written: WrittenRows,
  findings: Findings,
  { seed, count }: { seed: number; count: number },
): Promise<void> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const pairs = fc.tuple(fc.constantFrom(...api.operations), fc.nat(malformedRequests.length - 1));
  // Each malformed request once, then random ones.
  const requests = fc.sample(pairs, { seed, numRuns: count }).map(([operation, request], index) => ({
    operation,
    request: malformedRequests[index] ?? malformedRequests[request],
  }));
  for (const [index, { operation, request }] of requests.entries()) {
    if (request === undefined) continue;
    const sent = request(targetOf(operation, world));
    const response = await exchange(port, sent);
    findings.count("(wire)", Number(response?.slice(9, 12) ?? 0));
    const isRead =
      /^(GET|HEAD|OPTIONS|TRACE|PROPFIND|QUERY) /.test(sent) &&
      !/\/pdf(\?| |$)/.test(sent.split("\r\n")[0] ?? "");
    for (const problem of judge(sent, response, await written.take(), isRead))
      findings.add(`(wire) ${operation.id}`, problem, {
        run: index,
        note: "raw bytes",
        request: JSON.stringify(sent).slice(0, 1500),
        ...(response !== undefined && { response: response.slice(0, 600) }),
      });
  }
}

function targetOf(operation: ApiOperation, world: World): Target {
  const fill = (path: string) => world.fill(path.replace(/\{(\w+)\}/g, "<<$1>>"), operation.path);
  const last = namesIn(operation.path).at(-1);
  const { authorization = "" } = world.authorization("admin");
  return {
    operation,
    path: fill(operation.path),
    authorization: `Authorization: ${authorization}`,
    withSegment: (segment) =>
      last === undefined
        ? `${operation.path}/${segment}`
        : fill(operation.path.replace(`{${last}}`, () => segment)),
  };
}

function judge(
  sent: string,
  response: string | undefined,
  written: readonly string[],
  isRead: boolean,
): string[] {
  if (response === undefined) return ["does not respond"];
  const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(response) ?? [];
  if (code === undefined) return [`responds with invalid HTTP: ${JSON.stringify(response.slice(0, 60))}`];
  const status = Number(code);
  const [headers = "", body = ""] = response.split("\r\n\r\n", 2);
  const problems = [];
  if (status >= 500) problems.push(`responds with ${status}`);
  if (/^x-injected:/im.test(headers)) problems.push("lets headers be injected");
  if (written.length > 0 && (status >= 300 || isRead))
    problems.push(`responds with ${status}, but wrote: ${written.join(", ")}`);
  if (
    status >= 400 &&
    status < 500 &&
    !sent.startsWith("HEAD ") &&
    !body.includes(`{"error":{"code":${status},`)
  )
    problems.push(`responds with ${status} without code and message`);
  return problems;
}

/** Sends bytes and reads until the server closes the connection, for at most 30 seconds. */
function exchange(port: number, bytes: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let response = "";
    const finish = (result: string | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => finish(response || undefined), 30_000);
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      response += chunk;
    });
    socket.on("end", () => finish(response));
    // The connection may break after the response to a refused request.
    socket.on("error", () => finish(response || undefined));
  });
}
