import { type Embed, fetchEmbed, linkTo } from "../../embeds/index.ts";
import { clientDisconnected } from "../../platform/child-process/index.ts";
import { ConcurrencyLimiter, LecternError, SingleFlight } from "../../platform/index.ts";
import type { Call, Context } from "../http/index.ts";
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
  return (await findCachedEmbed(call.context, embedKey(owner, url))) ?? fetchAndCache(call, owner, url);
}

type Client = Pick<Call, "context" | "onDisconnect">;

function fetchAndCache(client: Client, owner: string, url: URL): Promise<Embed> {
  const { context } = client;
  const key = embedKey(owner, url);
  const { allowPrivateNetwork } = context.config;
  return pending.run(`${owner} ${key.hash}`, client, (signal) => {
    const run = async () => {
      // Another request may have fetched it after this one had looked for it.
      const cached = await findCachedEmbed(context, key);
      if (cached !== undefined) return cached;
      const fetched = await fetchEmbed(url, { allowPrivateNetwork, signal });
      const embed = fetched ?? linkTo(url);
      await cacheEmbed(context, key, embed, fetched === undefined);
      return embed;
    };
    return limiter.run(owner, run, signal);
  });
}

/** The number of pages that are fetched in the background for one request. */
const maxInBackground = 20;

/** Fetches and caches embeds after the reply. If too many are being fetched, a later request does it. */
export function fetchEmbedsInBackground(context: Context, owner: string, urls: readonly URL[]): void {
  for (const url of urls.slice(0, maxInBackground))
    fetchAndCache({ context, onDisconnect: () => undefined }, owner, url).catch((error: unknown) => {
      if (!(error instanceof LecternError)) context.log.warn({ err: error }, "an embed could not be fetched");
    });
}
