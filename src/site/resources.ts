import { specDownload, tryPage } from "./api-requests/index.ts";
import { feed, sitemapIndex, sitemapOfSpace } from "./discovery/index.ts";
import { eventsResource } from "./events/index.ts";
import { llmsFullResource, llmsResource } from "./llms/index.ts";
import { mcpResource } from "./mcp/index.ts";
import type { SiteResource } from "./resource/index.ts";
import { searchResource } from "./search/index.ts";
import { socialCard } from "./social-card/index.ts";

/** What sites answer beside their pages. The first one that matches a path replies. */
export const resources: readonly SiteResource[] = [
  eventsResource,
  searchResource,
  feed,
  sitemapIndex,
  sitemapOfSpace,
  socialCard,
  tryPage,
  specDownload,
  llmsResource,
  llmsFullResource,
  mcpResource,
];
