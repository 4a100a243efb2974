import type { LookupAddress } from "node:dns";
import {
  beforeDeadline,
  FetchError,
  internet,
  type Network,
  safeFetch,
} from "../../platform/safe-fetch/index.ts";
import type { HostnameStatus } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";

type CheckContext = Pick<Context, "config" | "fileLinks">;

/** The path at which every site answers that its host name leads to this server. */
export const hostnameProofPath = "/~lectern/hostname";

/** Milliseconds for a request to the host, and for all its names. */
const timeout = 8000;

/** A text that only this server, and others with the same database, can create. */
export function hostnameProof({ fileLinks }: Pick<Context, "fileLinks">, hostname: string): string {
  return fileLinks.sign("hostname", hostname);
}

/**
 * Finds out whether a host name leads to this server. The server sends a request to the host: whatever proxies are between,
 * only its own reply has the proof. If there is none, the addresses of the host are compared with those of the server.
 */
export async function checkHostname(
  context: CheckContext,
  hostname: string,
  network: Network = internet,
): Promise<HostnameStatus> {
  const { sites } = context.config;
  const found = await lookup(hostname, network);
  if (!Array.isArray(found)) return found;
  const problem = await probe(context, hostname, network);
  if (problem === undefined) return "live";
  const ofServer = await lookup(new URL(sites.url).hostname, network);
  const addresses = new Set(Array.isArray(ofServer) ? ofServer.map(({ address }) => address) : []);
  return found.some(({ address }) => addresses.has(address)) ? problem : "dns_wrong_cname";
}

/** The addresses of a host, or why there are none. */
async function lookup(hostname: string, network: Network): Promise<LookupAddress[] | HostnameStatus> {
  try {
    const found = await beforeDeadline(network.lookup(hostname), AbortSignal.timeout(timeout));
    return found.length === 0 ? "dns_no_cname" : [...found];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return ["ENOTFOUND", "ENODATA"].includes(code) ? "dns_no_cname" : "internal_error";
  }
}

/** Requests the proof from the host. Undefined if it is right; otherwise the status if the name does lead to this server. */
async function probe(
  context: CheckContext,
  hostname: string,
  network: Network,
): Promise<HostnameStatus | undefined> {
  const { sites, allowPrivateNetwork } = context.config;
  const url = `${sites.protocol}//${hostname}${sites.port && `:${sites.port}`}${hostnameProofPath}`;
  const options = { allowPrivateNetwork, timeout, maxBytes: 1000, maxRedirects: 0 };
  try {
    const { body } = await safeFetch(url, options, network);
    const text = Buffer.concat(await Array.fromAsync(body)).toString();
    return text === hostnameProof(context, hostname) ? undefined : "dns_passed";
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (error.reason === "certificate") return "ssl_failed";
    return error.reason === "status" || error.reason === "redirects" ? "dns_passed" : "ssl_unknown";
  }
}
