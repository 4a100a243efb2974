import { connect } from "node:net";
import fc from "fast-check";
import type { TestApp } from "../support/app.ts";
import { type Api, type ApiOperation, namesIn } from "./api.ts";
import { oddSegments } from "./hostile-values.ts";
import type { Findings } from "./report.ts";
import type { World } from "./world.ts";
import type { WrittenRows } from "./written-rows.ts";

/** What a trick may play with: the operation's own path, filled in, and how the caller is known. */
interface Plain {
  readonly operation: ApiOperation;
  readonly path: string;
  readonly authorization: string;
  /** The path with this in the place of its last parameter. */
  withSegment(segment: string): string;
}

type Trick = (plain: Plain) => string;

const head = (line: string, { authorization }: Plain, more: readonly string[] = []) =>
  [line, "Host: x", authorization, "Connection: close", ...more, "", ""].join("\r\n");
const get = (path: string, plain: Plain, more: readonly string[] = []) =>
  head(`GET ${path} HTTP/1.1`, plain, more);
const post = (plain: Plain, more: readonly string[], body: string) =>
  head(`${plain.operation.method} ${plain.path} HTTP/1.1`, plain, [
    "Content-Type: application/json",
    ...more,
  ]) + body;

const methods = [
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
  "PURGE",
  "FOO",
  "get",
  "PUT",
  "PATCH",
  "DELETE",
];

const pathTricks: readonly Trick[] = [
  ...oddSegments.map(
    (segment): Trick =>
      (plain) =>
        get(plain.withSegment(segment), plain),
  ),
  (plain) => get(`http://evil.example${plain.path}`, plain),
  (plain) => get(`//evil.example${plain.path}`, plain),
  (plain) => get(`/v1/.${plain.path.slice(3)}`, plain),
  (plain) => get(`/v1//${plain.path.slice(3)}`, plain),
  (plain) => get(`${plain.path}/../../..`, plain),
  (plain) => get(`${plain.path}#x`, plain),
  (plain) => get(`${plain.path}\\..\\x`, plain),
  (plain) => get(`${plain.path}/é\u0001`, plain),
  (plain) => get(`${plain.path}?${"a=1&".repeat(3000)}`, plain),
  (plain) => get(`/${"x".repeat(30_000)}`, plain),
  (plain) => get("*", plain),
  (plain) => get(plain.path.toUpperCase(), plain),
];

const methodTricks: readonly Trick[] = methods.map(
  (method): Trick =>
    (plain) =>
      head(`${method} ${plain.withSegment("unknown")} HTTP/1.1`, plain),
);

const headerTricks: readonly Trick[] = [
  (plain) =>
    get(
      plain.path,
      plain,
      Array.from({ length: 1500 }, (_, n) => `X-${n}: y`),
    ),
  (plain) => get(plain.path, plain, [`X-Long: ${"y".repeat(12_000)}`]),
  (plain) => get(plain.path, plain, [`X-Long: ${"y".repeat(40_000)}`]),
  (plain) => get(plain.path, plain, ["Authorization: Bearer x"]),
  (plain) => get(plain.path, plain, ["Host: y"]),
  (plain) => get(plain.path, plain, ["X-Folded: a\r\n b"]),
  (plain) => get(plain.path, plain, ["X-Null: a\0b"]),
  (plain) => get(plain.path, plain, ["X-Return: a\rX-Injected: yes"]),
  (plain) => get(plain.path, plain, ["X Space: a"]),
  (plain) => get(plain.path, plain, ["Upgrade: websocket", "Sec-WebSocket-Key: x"]),
  (plain) => get(plain.path, plain, ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"]),
  (plain) => get(plain.path, plain, ["Expect: nothing"]),
  (plain) => get(plain.path, plain, ["Range: bytes=0-0,-9999999999"]),
  (plain) => get(plain.path, plain, [`If-None-Match: ${'W/"x",'.repeat(800)}*`]),
  (plain) => get(plain.path, plain, ["Cookie: a=\xff; ;;=; __Host-lectern=%00"]),
  (plain) => `GET ${plain.path} HTTP/1.1\r\n${plain.authorization}\r\nConnection: close\r\n\r\n`,
  (plain) => head(`GET ${plain.path} HTTP/1.0`, plain),
  (plain) => head(`GET ${plain.path} HTTP/9.9`, plain),
  (plain) => head(`GET ${plain.path}`, plain),
  () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
  (plain) => get(plain.path, plain, ["Authorization: Digest username=x", "X-HTTP-Method-Override: DELETE"]),
];

/** Every one of these is refused before it can do anything: its body is no body. */
const bodyTricks: readonly Trick[] = [
  (plain) => post(plain, ["Content-Length: 2", "Content-Length: 3"], "{}x"),
  (plain) => post(plain, ["Content-Length: -1"], "{}"),
  (plain) => post(plain, ["Content-Length: 1e1"], "{}"),
  (plain) => post(plain, ["Content-Length: 99999999999999999999"], "{}"),
  (plain) => post(plain, ["Content-Length: 2", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
  (plain) => post(plain, ["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"),
  (plain) => post(plain, ["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"),
  (plain) => post(plain, ["Transfer-Encoding: chunked"], "-1\r\n{}\r\n0\r\n\r\n"),
  (plain) => post(plain, ["Transfer-Encoding: chunked"], "fffffffffffffffff\r\n{\r\n"),
  (plain) => post(plain, ["Transfer-Encoding: chunked"], `2;${"x".repeat(20_000)}\r\n[]\r\n0\r\n\r\n`),
  (plain) => post(plain, ["Transfer-Encoding: chunked"], "1\r\n[\r\n1\r\n]\r\n0\r\nX-Trailer: y\r\n\r\n"),
  (plain) => post(plain, ["Content-Encoding: gzip", "Content-Length: 4"], "\x1f\x8b\x08\x00"),
];

const tricks = [...pathTricks, ...methodTricks, ...headerTricks, ...bodyTricks];

/** What no client library would send: odd addresses, methods, headers and bodies, byte for byte. */
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
  const pairs = fc.tuple(fc.constantFrom(...api.operations), fc.nat(tricks.length - 1));
  // Each trick once, then any trick for any operation.
  const chosen = fc
    .sample(pairs, { seed, numRuns: count })
    .map(([operation, trick], index) => ({ operation, trick: tricks[index] ?? tricks[trick] }));
  for (const [index, { operation, trick }] of chosen.entries()) {
    if (trick === undefined) continue;
    const sent = trick(plainOf(operation, world));
    const answer = await exchange(port, sent);
    findings.count("(wire)", Number(answer?.slice(9, 12) ?? 0));
    const isRead =
      /^(GET|HEAD|OPTIONS|TRACE|PROPFIND|QUERY) /.test(sent) &&
      !/\/pdf(\?| |$)/.test(sent.split("\r\n")[0] ?? "");
    for (const complaint of judge(sent, answer, await written.take(), isRead))
      findings.add(`(wire) ${operation.id}`, complaint, {
        run: index,
        note: "sent as it is",
        request: JSON.stringify(sent).slice(0, 1500),
        ...(answer !== undefined && { answer: answer.slice(0, 600) }),
      });
  }
}

function plainOf(operation: ApiOperation, world: World): Plain {
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
  answer: string | undefined,
  written: readonly string[],
  isRead: boolean,
): string[] {
  if (answer === undefined) return ["does not answer"];
  const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  if (code === undefined) return [`answers what is not HTTP: ${JSON.stringify(answer.slice(0, 60))}`];
  const status = Number(code);
  const [headers = "", body = ""] = answer.split("\r\n\r\n", 2);
  const complaints = [];
  if (status >= 500) complaints.push(`answers ${status}`);
  if (/^x-injected:/im.test(headers)) complaints.push("lets headers be injected");
  if (written.length > 0 && (status >= 300 || isRead))
    complaints.push(`answers ${status}, but wrote: ${written.join(", ")}`);
  if (
    status >= 400 &&
    status < 500 &&
    !sent.startsWith("HEAD ") &&
    !body.includes(`{"error":{"code":${status},`)
  )
    complaints.push(`answers ${status} without code and message`);
  return complaints;
}

/** Sends these bytes and reads until the other side closes; nothing where it does not within half a minute. */
function exchange(port: number, bytes: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    const finish = (result: string | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => finish(answer || undefined), 30_000);
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.setEncoding("latin1").on("data", (piece: string) => {
      answer += piece;
    });
    socket.on("end", () => finish(answer));
    // Whoever is refused while still sending may see the connection break after the answer.
    socket.on("error", () => finish(answer || undefined));
  });
}
