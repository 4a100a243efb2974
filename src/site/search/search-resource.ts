import type { FastifyReply } from "fastify";
import { searchPath } from "../page/index.ts";
import { countRendering, named, type ResourceCall, type SiteResource, sendText } from "../resource/index.ts";
import { renderSearch } from "./render-search.ts";
import { readQuery, searchSite } from "./search-site.ts";

/** The pages that the dialog lists, and those of the page with results. */
const [maxInDialog, maxOnPage] = [10, 30];

/** Searches a site: as JSON for the dialog, and as a page that needs no scripts. */
export const searchResource: SiteResource = { match: named(searchPath), reply };

async function reply(call: ResourceCall): Promise<FastifyReply> {
  const query = readQuery(call);
  await countRendering(call.context, call.request);
  call.reply.header("x-robots-tag", "noindex");
  if (acceptsJson(call)) {
    const answer = await searchSite(call, query, maxInDialog);
    return sendText(call, { type: "application/json", text: JSON.stringify(answer) });
  }
  const written = await renderSearch(call, query, await searchSite(call, query, maxOnPage));
  call.reply.header("content-security-policy", written.contentSecurityPolicy);
  return sendText(call, { type: "text/html", text: written.html.join("") });
}

function acceptsJson({ request }: ResourceCall): boolean {
  const { accept = "" } = request.headers;
  return accept.includes("application/json") && !accept.includes("text/html");
}
