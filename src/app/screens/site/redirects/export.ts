import { call } from "../../../data/api.ts";
import type { Site } from "../../../data/api-types.ts";
import { downloadCsv } from "../../../data/csv.ts";
import { showNotice } from "../../../data/toasts.ts";
import { words } from "../../../words/index.ts";

const texts = words.siteRedirects;

/** Saves the redirects of a site as a file that can be imported again: without those whose page was deleted. */
export async function exportRedirects(organizationId: string, site: Site): Promise<void> {
  const rows: string[][] = [["source", "destination"]];
  let deleted = 0;
  let page: string | undefined;
  do {
    const reply = await call(
      "GET /orgs/:organizationId/sites/:siteId/redirect-targets",
      { organizationId, siteId: site.id },
      { query: { limit: 1000, ...(page !== undefined && { page }) } },
    );
    for (const { source, target } of reply.items)
      if (target?.path !== undefined) rows.push([source, target.path]);
      else deleted++;
    page = reply.next?.page;
  } while (page !== undefined);
  downloadCsv(texts.exportName(site.title), rows);
  if (deleted > 0) showNotice(texts.leftOut(deleted));
}
