import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { addAbortSignal } from "node:stream";
import { FetchError, type FetchErrorReason, tooLarge } from "./fetch-error.ts";
import { internet, type Network, pinHost } from "./pin-host.ts";

export interface FetchOptions {
  /** Permits loopback, private and reserved addresses. */
  readonly allowPrivateNetwork: boolean;
  readonly maxBytes: number;
  /** Milliseconds for the whole exchange: name resolution, connections, redirects and the body. */
  readonly timeout: number;
  /** The default is 5. */
  readonly maxRedirects?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The default is GET. */
  readonly method?: string;
  readonly body?: Buffer;
  /** Returns responses of every status. Redirects are not followed. */
  readonly anyStatus?: boolean;
}

export interface FetchedResponse {
  /** The final URL after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Can be read once. Throws a FetchError if it is too large, too slow or incomplete. */
  readonly body: AsyncIterable<Buffer>;
}

/** Fetches a URL that a user gave. All errors are FetchErrors. */
export async function safeFetch(
  target: string,
  options: FetchOptions,
  network: Network = internet,
): Promise<FetchedResponse> {
  const timeout = AbortSignal.timeout(options.timeout);
  const deadline = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const seconds = `${Number((options.timeout / 1000).toFixed(2))} s`;
  try {
    const { url, response } = await followRedirects(target, { ...options, network, deadline });
    const toError = errorConverter(deadline, `could not be read within ${seconds}`, "ended in the middle");
    const body = readBody(response, options.maxBytes, toError);
    return { url: url.href, status: response.statusCode ?? 0, headers: response.headers, body };
  } catch (error) {
    throw errorConverter(deadline, `did not respond within ${seconds}`, "could not be reached")(error);
  }
}

async function followRedirects(
  target: string,
  options: FetchOptions & { readonly network: Network; readonly deadline: AbortSignal },
): Promise<{ url: URL; response: IncomingMessage }> {
  const { maxRedirects = 5, deadline } = options;
  let subject = "the URL";
  const start = checkUrl(URL.parse(target), subject);
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const lookup = await beforeDeadline(pinHost(url, { ...options, subject }), deadline);
    const headers = headersFor(url.origin === start.origin, options.headers);
    const { method = "GET", body, anyStatus } = options;
    const response = await request(url, { lookup, headers, method, signal: deadline }, body);
    const location = anyStatus ? undefined : redirectTarget(response);
    const error = location === undefined ? responseError(response, options) : undefined;
    if (location === undefined && error === undefined) return { url, response };
    response.destroy();
    if (error !== undefined) throw error;
    if (redirects >= maxRedirects)
      throw new FetchError("redirects", `redirects more than ${maxRedirects} times`);
    subject = "the redirect target";
    url = checkUrl(URL.parse(location ?? "", url), subject);
  }
}

function checkUrl(url: URL | null, subject: string): URL {
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new FetchError("refused", `${subject} is not a well-formed http or https URL`);
  if (url.username || url.password)
    throw new FetchError("refused", `${subject} must not contain a user name or password`);
  url.hash = "";
  return url;
}

/** Headers that are also sent to another origin after a redirect. Others may contain secrets. */
const safeHeaders = ["accept", "accept-language", "user-agent"];

function headersFor(sameOrigin: boolean, given: FetchOptions["headers"] = {}): Record<string, string> {
  const headers = Object.entries(given)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => sameOrigin || safeHeaders.includes(name));
  // Without compression, the size limit counts the real size.
  return { "user-agent": "Lectern", ...Object.fromEntries(headers), "accept-encoding": "identity" };
}

function request(
  url: URL,
  options: https.RequestOptions & { signal: AbortSignal },
  body: Buffer | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request: send } = url.protocol === "https:" ? https : http;
    // A pooled connection may be to an address that was permitted for another request.
    const clientRequest = send(url, { ...options, agent: false });
    // The request ignores its signal once a response has arrived.
    clientRequest.on("response", (response) => resolve(addAbortSignal(options.signal, response)));
    clientRequest.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new FetchError("status", "returned status 101"));
    });
    clientRequest.on("error", reject);
    clientRequest.end(body);
  });
}

function redirectTarget({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  // Node decodes headers as Latin-1, but URLs are sent as UTF-8.
  return Buffer.from(location, "latin1").toString();
}

function responseError(
  { statusCode = 0, headers }: IncomingMessage,
  { maxBytes, anyStatus }: Pick<FetchOptions, "maxBytes" | "anyStatus">,
) {
  // 204 has no content, and 206 only a part of it.
  if (!anyStatus && statusCode !== 200 && statusCode !== 203)
    return new FetchError("status", `returned status ${statusCode}`, { httpStatus: statusCode });
  const isEncoded = (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
  const isTransferEncoded = (headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked";
  if (isEncoded || isTransferEncoded)
    return new FetchError(
      "refused",
      "returned compressed content, although uncompressed content was requested",
    );
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

/** Rejects at the deadline. The work itself cannot be interrupted; its result is ignored. */
export function beforeDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener("abort", () => reject(deadline.reason), { once: true });
    if (deadline.aborted) reject(deadline.reason);
    work.then(resolve, reject);
  });
}

/** Converts any error to a FetchError whose message reveals nothing about the server's network. */
function errorConverter(
  deadline: AbortSignal,
  timeoutMessage: string,
  defaultMessage: string,
): (error: unknown) => FetchError {
  return (error) => {
    if (error instanceof FetchError) return error;
    if (deadline.aborted) return new FetchError("timeout", timeoutMessage, { cause: error });
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const [, message = defaultMessage, reason = "unreachable"] =
      errorMessages.find(([pattern]) => pattern.test(code)) ?? [];
    return new FetchError(reason, message, { cause: error });
  };
}

const errorMessages: readonly [code: RegExp, message: string, reason?: FetchErrorReason][] = [
  [/^(ENOTFOUND|ENODATA|ETIMEOUT|ESERVFAIL|EREFUSED|EAI_.*)$/, "the host name could not be resolved"],
  [/CERT|VERIFY_LEAF/, "has no trusted certificate", "certificate"],
  [/^HPE_/, "did not return well-formed HTTP"],
];

/** The chunks of the body as they arrive. Throws when they exceed the limit. */
function readBody(
  response: IncomingMessage,
  maxBytes: number,
  toError: (error: unknown) => FetchError,
): AsyncIterable<Buffer> {
  const chunks = limitBody(response, maxBytes, toError);
  const body: AsyncIterableIterator<Buffer> = {
    next: () => chunks.next(),
    // A generator that has not started, or waits for a chunk, does not close the connection by itself.
    return: () => {
      response.destroy();
      return chunks.return(undefined);
    },
    [Symbol.asyncIterator]: () => body,
  };
  return body;
}

/** Leaving the loop destroys the response and its connection. */
async function* limitBody(
  response: AsyncIterable<Buffer>,
  maxBytes: number,
  toError: (error: unknown) => FetchError,
): AsyncGenerator<Buffer, undefined> {
  let received = 0;
  try {
    for await (const chunk of response) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw toError(error);
  }
}
