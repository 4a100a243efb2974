import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { FetchError } from "./fetch-error.ts";
import { isPublicAddress } from "./public-address.ts";

/** How names become addresses, and which of these are public. Tests have a network of their own. */
export interface Network {
  lookup(hostname: string): Promise<readonly LookupAddress[]>;
  isPublic(address: string): boolean;
}

export const internet: Network = { lookup: resolve, isPublic: isPublicAddress };

/**
 * Asks name servers directly, and the operating system only for what these do not know: it would have a thread wait
 * for a server that does not answer, of which there are few for all.
 */
async function resolve(hostname: string): Promise<readonly LookupAddress[]> {
  const resolver = new Resolver({ timeout: 4000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer, i) =>
    answer.status === "fulfilled"
      ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 }))
      : [],
  );
  if (found.length > 0) return found;
  const late = answers.find((answer) => answer.status === "rejected" && answer.reason.code === "ETIMEOUT");
  if (late?.status === "rejected") throw late.reason;
  return lookup(hostname, { all: true });
}

/**
 * Resolves a host once, and gives a lookup that knows only the addresses which may be reached. Nothing is resolved
 * again when the connection is made, so that a name cannot be public when checked and private when used.
 */
export async function pinHost(
  url: URL,
  {
    network,
    allowPrivateNetwork,
    subject,
  }: { network: Network; allowPrivateNetwork: boolean; subject: string },
): Promise<LookupFunction> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  // A literal address is never looked up by a socket: checking it here is all there is.
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
