import { siteEvent } from "../../support/site-events.ts";
import { largeEvent } from "../large-site-objects.ts";
import type { RequestsByOperation } from "./parts.ts";

/** In bytes, below the limit for bodies. */
const length = 900_000;

const columns = (...names: string[]) => names.map((column) => ({ column }));

export function insightRequests(): RequestsByOperation {
  const claims = Object.fromEntries(Array.from({ length: length / 20 }, (_, i) => [`c${i}`, [i]]));
  const measures = columns("visitorsCount", "sessionsCount", "pageFeedbackRating", "askResponseRating");
  const range = "lastYear";
  // Events have many claims. Parameters of other columns do not make them other columns.
  const claimColumns = Array.from({ length: 9 }, (_, precision) => ({
    column: "visitorClaimProperty",
    precision,
  }));
  const where = Array.from({ length: 50 }, () => ({
    column: "page",
    operator: "notIn",
    values: Array.from({ length: length / 50 / 40 }, (_, i) => ({ page: `other-${i}`, space: "space" })),
  }));
  return {
    trackEventsInSiteById: [
      { input: "1000 events", body: { events: Array.from({ length: 1000 }, (_, i) => largeEvent(i)) } },
      {
        input: "many claims",
        body: { events: [siteEvent("page_view", { session: { visitorAuthClaims: claims } })] },
      },
    ],
    aggregateSiteEvents: [
      {
        input: "many groups",
        body: {
          groupBy: columns("page", "url", "urlPath", "referrer"),
          select: measures,
          order: { by: { column: "pageFeedbackRating" }, direction: "desc" },
          range,
        },
      },
      { input: "claims", body: { groupBy: claimColumns, select: measures, range } },
      { input: "filters", body: { where, range } },
    ],
  };
}
