// Embeds of URLs, and the cache of what was fetched about them.
export { removeExpiredEmbeds } from "./cache.ts";
export { embeds } from "./routes.ts";
