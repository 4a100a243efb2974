import { aggregateEvents, countPageViews, readVisitorSegments } from "../../insights/index.ts";
import { joinUrl } from "../../publishing/index.ts";
import { inBatches } from "../../storage/database/index.ts";
import { ListOf, type OperationGroup, operation } from "../http/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { onSite, onVisitedSite } from "../sites/index.ts";
import { EventsQuery, EventsResult } from "./query-schema.ts";
import { EventsTrack, SitesSummary, SitesSummaryQuery, VisitorSegment } from "./schema.ts";

const path = "/orgs/:organizationId/sites/:siteId/insights";

export const siteInsights: OperationGroup = {
  title: "Site insights",
  operations: [
    operation("trackEventsInSiteById", `POST ${path}/events`, {
      summary: "Store events of readers",
      access: onVisitedSite(),
      body: EventsTrack,
      reply: { 204: null },
      handle: ({ context, site, body }) => context.events.commit(site.id, body.events),
    }),

    operation("aggregateSiteEvents", `POST ${path}/events/aggregate`, {
      summary: "Count the events of a site, by any of their properties",
      access: onSite("read"),
      body: EventsQuery,
      reply: { 200: EventsResult },
      handle: async ({ context, site, body }) => ({ columns: await aggregateEvents(context, site.id, body) }),
    }),

    operation("listSiteVisitorSegments", `GET ${path}/visitor-segments`, {
      summary: "List the most frequent claims of visitors in the last 30 days",
      access: onSite("read"),
      reply: { 200: ListOf(VisitorSegment) },
      handle: async ({ context, site }) => {
        const items = await readVisitorSegments(context, site.id);
        return { count: items.length, items };
      },
    }),

    operation("summarizeSites", "GET /orgs/:organizationId/sites-summary", {
      summary: "Count the views of several sites in the last 30 days, and read the URL below which sites are",
      access: onOrganization("read"),
      query: SitesSummaryQuery,
      reply: { 200: SitesSummary },
      handle: async ({ context, organization, query }) => {
        const rows = await inBatches(query.site, (ids) =>
          context.database.read
            .selectFrom("sites")
            .where("organization_id", "=", organization.id)
            .where("id", "in", ids)
            .select("id")
            .execute(),
        );
        const ids = rows.map(({ id }) => id);
        const views = await countPageViews(context, ids);
        return {
          url: joinUrl(context.config.sites.url, [organization.hostname ?? organization.id]),
          items: ids.map((site) => ({ site, views: views.get(site) ?? 0 })),
        };
      },
    }),
  ],
};
