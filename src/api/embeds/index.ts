// Embeds of URLs, and the cache of what was fetched about them.
export { type CachedEmbed, findCachedEmbeds, removeExpiredEmbeds } from "./cache.ts";
export { fetchEmbedsInBackground } from "./find-embed.ts";
export { embeds } from "./routes.ts";
