import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { addAbortSignal } from "node:stream";
import { FetchError } from "./fetch-error.ts";
import { internet, type Network, pinHost } from "./pin-host.ts";
import { readBody, tooLarge } from "./read-body.ts";

export interface FetchOptions {
  /** Whether loopback, private and reserved addresses may be reached. */
  readonly allowPrivateNetwork: boolean;
  readonly maxBytes: number;
  /** Milliseconds for everything: names, connections, redirects, and reading the body to its end. */
  readonly timeout: number;
  /** 5 if not given. */
  readonly maxRedirects?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends it when nobody wants it any more. */
  readonly signal?: AbortSignal;
}

export interface FetchedResponse {
  /** Where it was found, after all redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Can be read once. Throws a FetchError if it is too large, too slow or cut off. */
  readonly body: AsyncIterable<Buffer>;
}

/** The one way to fetch what a user gave the address of. Whatever goes wrong is a FetchError. */
export async function safeFetch(
  address: string,
  options: FetchOptions,
  network: Network = internet,
): Promise<FetchedResponse> {
  const timeout = AbortSignal.timeout(options.timeout);
  const deadline = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const seconds = `${Number((options.timeout / 1000).toFixed(2))} s`;
  try {
    const { url, response } = await followRedirects(address, { ...options, network, deadline });
    const body = readBody(response, {
      maxBytes: options.maxBytes,
      explain: explainer(deadline, `could not be read within ${seconds}`, "broke off in the middle"),
    });
    return { url: url.href, status: response.statusCode ?? 0, headers: response.headers, body };
  } catch (error) {
    throw explainer(deadline, `did not answer within ${seconds}`, "could not be reached")(error);
  }
}

interface Journey extends FetchOptions {
  readonly network: Network;
  readonly deadline: AbortSignal;
}

async function followRedirects(
  address: string,
  journey: Journey,
): Promise<{ url: URL; response: IncomingMessage }> {
  const { maxRedirects = 5, deadline } = journey;
  let subject = "the address";
  const start = checkUrl(URL.parse(address), subject);
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const lookup = await beforeDeadline(pinHost(url, { ...journey, subject }), deadline);
    const headers = headersFor(url.origin === start.origin, journey.headers);
    const response = await ask(url, { lookup, headers, signal: deadline });
    const location = redirectOf(response);
    if (location === undefined) {
      const objection = objectionTo(response, journey.maxBytes);
      if (objection === undefined) return { url, response };
      response.destroy();
      throw objection;
    }
    response.destroy();
    if (redirects >= maxRedirects)
      throw new FetchError("refused", `redirects more than ${maxRedirects} times`);
    subject = "the address that it redirects to";
    url = checkUrl(URL.parse(location, url), subject);
  }
}

function checkUrl(url: URL | null, subject: string): URL {
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new FetchError("refused", `${subject} is not a well-formed http or https address`);
  if (url.username || url.password)
    throw new FetchError("refused", `${subject} must not hold a user name or password`);
  url.hash = "";
  return url;
}

/** What the caller sends beyond these may be a secret, and is not for the site that another one points at. */
const harmless = ["accept", "accept-language", "user-agent"];

function headersFor(sameOrigin: boolean, given: FetchOptions["headers"] = {}): Record<string, string> {
  const headers = Object.entries(given)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => sameOrigin || harmless.includes(name));
  // An encoded body could be a thousand times larger than what the limit counts.
  return { "user-agent": "Lectern", ...Object.fromEntries(headers), "accept-encoding": "identity" };
}

function ask(url: URL, options: https.RequestOptions & { signal: AbortSignal }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    // A connection from a pool might have been made to an address that was checked for somebody else.
    const sent = request(url, { ...options, agent: false });
    // The request's own signal no longer counts once there is an answer.
    sent.on("response", (response) => resolve(addAbortSignal(options.signal, response)));
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new FetchError("status", "answered with status 101"));
    });
    sent.on("error", reject);
    sent.end();
  });
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  // Node reads headers as Latin-1; what is not ASCII in an address was sent as UTF-8.
  return Buffer.from(location, "latin1").toString();
}

function objectionTo({ statusCode = 0, headers }: IncomingMessage, maxBytes: number): FetchError | undefined {
  // Of other successes, one has no content and one only a part of it.
  if (statusCode !== 200 && statusCode !== 203)
    return new FetchError("status", `answered with status ${statusCode}`);
  const coded = (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
  const transferCoded = (headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked";
  if (coded || transferCoded)
    return new FetchError(
      "refused",
      "answered with compressed content, although plain content was asked for",
    );
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

/** For what cannot be interrupted; its late result is ignored. */
function beforeDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener("abort", () => reject(deadline.reason), { once: true });
    if (deadline.aborted) reject(deadline.reason);
    work.then(resolve, reject);
  });
}

/** Makes a FetchError of whatever was thrown, in words that show nothing of the network the server is in. */
function explainer(deadline: AbortSignal, late: string, otherwise: string): (error: unknown) => FetchError {
  return (error) => {
    if (error instanceof FetchError) return error;
    if (deadline.aborted) return new FetchError("timeout", late, { cause: error });
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const [, message = otherwise] = known.find(([pattern]) => pattern.test(code)) ?? [];
    return new FetchError("unreachable", message, { cause: error });
  };
}

const known: readonly [code: RegExp, message: string][] = [
  [/^(ENOTFOUND|ENODATA|ETIMEOUT|ESERVFAIL|EREFUSED|EAI_.*)$/, "the host name could not be resolved"],
  [/CERT|VERIFY_LEAF/, "has no certificate that can be trusted"],
  [/^HPE_/, "did not answer in well-formed HTTP"],
];
