import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { FetchError } from "./fetch-error.ts";
import { isPublicAddress } from "./public-address.ts";
import { resolveHostname } from "./resolve-name.ts";

/** How names become addresses, and which of these are public. Tests have a network of their own. */
export interface Network {
  lookup(hostname: string): Promise<readonly LookupAddress[]>;
  isPublic(address: string): boolean;
}

export const internet: Network = { lookup: resolveHostname, isPublic: isPublicAddress };

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
