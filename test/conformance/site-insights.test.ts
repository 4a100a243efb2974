import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type SiteInsightsEvent,
  SiteInsightsEventType,
  SiteInsightsLinkPosition,
  SiteInsightsQueryOperator,
  SiteInsightsQueryRangePreset,
  SiteVisibility,
} from "@gitbook/api";
import { siteEvent } from "../support/site-events.ts";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with site insights", parts.siteInsights, (suite) => {
  test("tracks events, counts them, and lists segments of visitors", async () => {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Docs" });
    const { data: site } = await api.orgs.createSite(organizationId, {
      title: "Site",
      visibility: SiteVisibility.Public,
      spaces: [space.id],
    });
    const link = {
      target: { kind: "url" as const, url: "https://example.com/shop" },
      position: SiteInsightsLinkPosition.Content,
    };
    const session = { visitorAuthClaims: { plan: "pro" } };
    const events = [
      siteEvent("page_view"),
      siteEvent("page_view", { location: { page: null } }),
      siteEvent("link_click", { link, session }),
      siteEvent("search_type_query", { query: "tokens" }),
      siteEvent("page_post_feedback", { feedback: { rating: "good" } }),
    ] as SiteInsightsEvent[];
    const tracked = await api.orgs.trackEventsInSiteById(organizationId, site.id, { events });
    assert.equal(tracked.status, 204);
    const { data: byType } = await api.orgs.aggregateSiteEvents(organizationId, site.id, {
      range: SiteInsightsQueryRangePreset.Last7Days,
      groupBy: [{ column: "eventType" }],
      select: [{ column: "eventsCount" }, { column: "visitorsCount" }],
      order: { by: { column: "eventsCount" }, direction: "desc" },
      limit: 1,
    });
    assert.deepEqual(byType.columns, [
      { column: "eventType", values: ["page_view"] },
      { column: "eventsCount", values: [2] },
      { column: "visitorsCount", values: [1] },
    ]);
    const { data: missing } = await api.orgs.aggregateSiteEvents(organizationId, site.id, {
      range: { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() },
      select: [{ column: "datetime", interval: "day" }, { column: "url" }, { column: "eventsCount" }],
      where: [
        {
          column: "eventType",
          values: [SiteInsightsEventType.PageView],
          operator: SiteInsightsQueryOperator.In,
        },
        {
          column: "page",
          values: [{ page: "page-1", space: "space-1" }],
          operator: SiteInsightsQueryOperator.NotIn,
        },
      ],
    });
    assert.deepEqual(
      missing.columns.map(({ values }) => values),
      [[`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`], ["https://docs.example.com/guide"], [1]],
    );
    const { data: segments } = await api.orgs.listSiteVisitorSegments(organizationId, site.id);
    assert.deepEqual(segments.items, [
      { title: "Without claims", claims: {}, events: 4, visitors: 1, sessions: 1 },
      { title: "plan: pro", claims: { plan: "pro" }, events: 1, visitors: 1, sessions: 1 },
    ]);
    const wrong = api.orgs.aggregateSiteEvents(organizationId, site.id, {
      range: SiteInsightsQueryRangePreset.LastYear,
      limit: 0,
    });
    await assert.rejects(wrong, isError(400));
  });
});
