import { aggregateEvents, readVisitorSegments } from "../../insights/index.ts";
import { ListOf, type OperationGroup, operation } from "../http/index.ts";
import { onSite, onVisitedSite } from "../sites/index.ts";
import { EventsQuery, EventsResult } from "./query-schema.ts";
import { EventsTrack, VisitorSegment } from "./schema.ts";

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
  ],
};
