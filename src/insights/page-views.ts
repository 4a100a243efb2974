import { type AggregateContext, aggregateSites } from "./aggregate.ts";

/** The number of pages that readers have opened on each of some sites in the last 30 days. */
export async function countPageViews(
  context: AggregateContext,
  siteIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (siteIds.length === 0) return new Map();
  const counted = await aggregateSites(context, siteIds, {
    select: [{ column: "eventsCount" }],
    where: [{ column: "eventType", values: ["page_view"] }],
    range: "last30Days",
  });
  return new Map([...counted].map(([id, [events]]) => [id, Number(events?.values[0] ?? 0)]));
}
