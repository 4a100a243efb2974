import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../api/http/index.ts";
import {
  addMilliseconds,
  badInput,
  ConcurrencyLimiter,
  forbidden,
  LecternError,
} from "../../platform/index.ts";
import { FetchError, safeFetch } from "../../platform/safe-fetch/index.ts";
import type { ResolvedUrl } from "../../publishing/index.ts";
import type { SiteUrls } from "../page/index.ts";
import { countRequest, readBody } from "../resource/index.ts";

/** The path below every site at which requests to APIs are passed on. */
export const proxyPath = "~lectern/proxy";

const maxRequestBytes = 5_000_000;
const maxResponseBytes = 10_000_000;
const timeout = 30_000;
/** How long a page with the client can send requests through the proxy. */
const ticketTime = 60 * 60_000;

const limiter = new ConcurrencyLimiter({
  names: ["request to an API", "requests to APIs"],
  owner: "site",
  concurrent: 64,
  perOwner: 16,
  retryAfter: 5,
});

/** What a page may send through the proxy. */
interface ProxyTicket {
  readonly siteId: string;
  readonly servers: readonly string[];
  readonly expires: string;
}

/**
 * The URL of the proxy for a page that a visitor may see. It names the servers and is signed: the page has an origin of its own,
 * so its requests have no cookies by which the visitor could be known.
 */
export function createProxyUrl(
  { fileLinks, clock }: Context,
  { site }: ResolvedUrl,
  urls: SiteUrls,
  servers: readonly string[],
): string {
  const ticket: ProxyTicket = { siteId: site.id, servers, expires: addMilliseconds(clock.now(), ticketTime) };
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  const query = new URLSearchParams({ ticket: text, signature: fileLinks.sign("api proxy", text) });
  return `${urls.resource([], proxyPath)}?${query}`;
}

/** Passes a request on to a server of the spec, and its response back. Nothing of the site is sent with it. */
export async function proxyRequest(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply> {
  allowFrame(request, reply);
  if (request.method === "OPTIONS") return reply.code(204).send();
  try {
    requireFetch(request);
    const ticket = readTicket(context, url.searchParams);
    const target = requireTarget(ticket, url.searchParams.get("scalar_url") ?? "");
    await countRequest(context, request, "requests to APIs");
    const hasBody = !["GET", "HEAD"].includes(request.method);
    const body = hasBody ? await readBody(request, maxRequestBytes) : undefined;
    return await limiter.run(ticket.siteId, () => passOn(context, request, reply, target, body));
  } catch (error) {
    if (error instanceof FetchError) return sendError(reply, 502, `The API ${error.message}`);
    if (error instanceof LecternError)
      return sendError(reply.headers(error.headers), error.status, error.message);
    throw error;
  }
}

function sendError(reply: FastifyReply, code: number, message: string): FastifyReply {
  return reply.code(code).type("application/json; charset=utf-8").send({ error: { code, message } });
}

/** The frame of the client has an origin of its own, so it may read replies of the site only if they allow it. */
function allowFrame({ headers }: FastifyRequest, reply: FastifyReply): void {
  const requested = headers["access-control-request-headers"];
  reply.headers({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    ...(requested !== undefined && { "access-control-allow-headers": requested }),
    "access-control-expose-headers": "*",
    "access-control-max-age": "600",
    "cache-control": "no-store",
    // A response of another server must never be a page, a script or a style of the site.
    "content-security-policy": "default-src 'none'; sandbox",
    "content-disposition": "attachment",
    "cross-origin-resource-policy": "cross-origin",
    vary: "origin",
  });
}

/** Refuses requests of elements, such as scripts, and of the address bar. */
function requireFetch({ headers }: FastifyRequest): void {
  const destination = headers["sec-fetch-dest"];
  if (destination !== undefined && destination !== "empty")
    throw forbidden("Only scripts can send requests through this URL");
}

function readTicket({ fileLinks, clock, config }: Context, query: URLSearchParams): ProxyTicket {
  const text = query.get("ticket") ?? "";
  if (!config.apiProxy) throw forbidden("The server does not pass on requests");
  if (!fileLinks.verify(query.get("signature") ?? "", "api proxy", text))
    throw forbidden("The URL of the proxy is not valid; open the page again");
  const ticket = JSON.parse(Buffer.from(text, "base64url").toString()) as ProxyTicket;
  if (ticket.expires <= clock.now()) throw forbidden("The URL of the proxy has expired; open the page again");
  return ticket;
}

/** The target is the URL of a server, or below it. */
function requireTarget({ servers }: ProxyTicket, written: string): URL {
  const target = URL.parse(written);
  const isBelow = (server: URL) => {
    const folder = server.pathname.replace(/\/$/, "");
    return target?.origin === server.origin && `${target.pathname}/`.startsWith(`${folder}/`);
  };
  if (target === null || leavesFolder(target) || !servers.some((server) => isBelow(new URL(server))))
    throw badInput("scalar_url", "is not a URL of a server that the OpenAPI document names");
  return target;
}

/** Whether a server that decodes the path before it resolves dots could leave the folder. `URL` resolves only plain ones. */
function leavesFolder({ pathname }: URL): boolean {
  const decoded = pathname.replace(/%(?:25)*(2e|2f|5c)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return decoded.split(/[/\\]/).some((segment) => segment.split(";", 1)[0] === "..");
}

async function passOn(
  { config }: Context,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  target: URL,
  body: Buffer | undefined,
): Promise<FastifyReply> {
  const response = await safeFetch(target.href, {
    allowPrivateNetwork: config.allowPrivateNetwork,
    maxBytes: maxResponseBytes,
    timeout,
    method,
    headers: requestHeaders(headers),
    ...(body && { body }),
    anyStatus: true,
  });
  if (response.status >= 300 && response.status < 400 && response.status !== 304)
    return sendError(
      reply,
      502,
      `The API answered with a redirect (${response.status}), which is not followed`,
    );
  // Others end no response, or are not those of a response.
  if (response.status < 200 || response.status > 599)
    return sendError(reply, 502, `The API answered with the status ${response.status}, which is not valid`);
  const bytes = Buffer.concat(await Array.fromAsync(response.body));
  return reply
    .code(response.status)
    .headers(responseHeaders(response.headers))
    .send(Readable.from([bytes]));
}

/** Headers of the browser, of connections and of proxies, which are not the reader's. */
const withheld =
  /^(?:host|connection|cookie|origin|referer|content-length|accept-encoding|keep-alive|te|trailer|transfer-encoding|upgrade|via|forwarded|expect|sec-.*|proxy-.*|x-forwarded-.*|x-real-ip|x-scalar-.*|if-.*)$/;

function requestHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const sent = Object.entries(headers).filter(([name]) => !withheld.test(name));
  // Cookies that the reader has written for the API. Those of the site are not sent.
  const cookie = headers["x-scalar-cookie"];
  if (typeof cookie === "string") sent.push(["cookie", cookie]);
  return Object.fromEntries(sent.map(([name, value]) => [name, [value].flat().join(", ")]));
}

/** Headers that are about the connection, or that would change how the browser treats the site. */
const hidden =
  /^(?:connection|keep-alive|transfer-encoding|trailer|upgrade|content-length|set-cookie2?|clear-site-data|strict-transport-security|public-key-pins|alt-svc|nel|report-to|reporting-endpoints|refresh|service-worker-allowed|sourcemap|link|location|content-security-policy.*|content-disposition|cache-control|access-control-.*|cross-origin-.*|x-frame-options|proxy-.*|vary)$/;

function responseHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const shown = Object.entries(headers).filter(([name]) => !hidden.test(name));
  return Object.fromEntries(shown.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
