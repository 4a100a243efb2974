import { type Embed, fetchEmbed, linkTo } from "../../embeds/index.ts";
import { clientDisconnected } from "../../platform/child-process/index.ts";
import { ConcurrencyLimiter, SingleFlight } from "../../platform/index.ts";
import type { Call } from "../http/index.ts";
import { cacheEmbed, embedKey, findCachedEmbed } from "./cache.ts";

/** Limits the pages that are fetched at the same time, in total and for one organization or user. */
const limiter = new ConcurrencyLimiter({
  names: ["embed", "embeds"],
  owner: "organization or user",
  concurrent: 32,
  perOwner: 8,
  queue: { length: 400, perOwner: 100, timeout: 10_000 },
  retryAfter: 5,
});

const pending = new SingleFlight<Embed>(() => clientDisconnected("embed"));

/**
 * The embed of a URL from the cache of an organization or user, or else from its page. Equal requests share one. A page that
 * cannot be reached is a link.
 */
export async function findFetchedEmbed(call: Call, owner: string, url: URL): Promise<Embed> {
  const { context } = call;
  const key = embedKey(owner, url);
  const cached = await findCachedEmbed(context, key);
  if (cached !== undefined) return cached;
  const { allowPrivateNetwork } = context.config;
  return pending.run(`${owner} ${key.hash}`, call, (signal) => {
    const fetchAndCache = async () => {
      const fetched = await fetchEmbed(url, { allowPrivateNetwork, signal });
      const embed = fetched ?? linkTo(url);
      await cacheEmbed(context, key, embed, fetched === undefined);
      return embed;
    };
    return limiter.run(owner, fetchAndCache, signal);
  });
}
