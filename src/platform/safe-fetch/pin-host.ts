import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP, type LookupFunction } from "node:net";
import { FetchError } from "./fetch-error.ts";
import { isPublicAddress } from "./public-address.ts";

/** Resolves host names and classifies addresses. Tests substitute their own. */
export interface Network {
  lookup(hostname: string): Promise<readonly LookupAddress[]>;
  isPublic(address: string): boolean;
}

export const internet: Network = { lookup: resolveHostname, isPublic: isPublicAddress };

interface PinOptions {
  readonly network: Network;
  readonly allowPrivateNetwork: boolean;
  /** The subject of error messages. */
  readonly subject: string;
}

/**
 * Resolves a host once and returns a lookup that is limited to the permitted addresses. The connection does not resolve
 * the name again, which prevents DNS rebinding.
 */
export async function pinHost(
  url: URL,
  { network, allowPrivateNetwork, subject }: PinOptions,
): Promise<LookupFunction> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  // Sockets do not call the lookup for IP addresses, so they are checked here.
  const found = family ? [{ address: host, family }] : await network.lookup(host);
  const allowed = allowPrivateNetwork ? [...found] : found.filter(({ address }) => network.isPublic(address));
  const [first] = allowed;
  if (first === undefined) {
    if (found.length === 0) throw new FetchError("unreachable", "the host name could not be resolved");
    throw new FetchError("refused", `${subject} ${family ? "is in" : "resolves to"} a private network`);
  }
  return (_hostname, options, callback) => {
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  };
}

/** Errors after which the resolver of the operating system is tried, since it may use other sources. */
const notFoundCodes = ["ENOTFOUND", "ENODATA", "ECONNREFUSED"];

/**
 * Queries the name servers directly. `lookup` of the operating system blocks one of the few threads of libuv's pool
 * while a name server does not respond, so it is used only for local names and as a fallback.
 */
async function resolveHostname(hostname: string): Promise<readonly LookupAddress[]> {
  if (await isLocalName(hostname)) return lookup(hostname, { all: true });
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer, i) =>
    answer.status === "fulfilled"
      ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 }))
      : [],
  );
  if (addresses.length > 0) return addresses;
  for (const answer of answers)
    if (answer.status === "rejected" && !notFoundCodes.includes(answer.reason.code)) throw answer.reason;
  return lookup(hostname, { all: true });
}

async function isLocalName(hostname: string): Promise<boolean> {
  const name = hostname.toLowerCase();
  if (/(^|\.)localhost$/.test(name)) return true;
  const hosts = await readFile("/etc/hosts", "utf8").catch(() => "");
  return hosts
    .split("\n")
    .some((line) => line.replace(/#.*/, "").toLowerCase().split(/\s+/).slice(1).includes(name));
}
