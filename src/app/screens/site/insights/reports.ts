import { type EventFilter, type EventsQuery, viewFilters } from "../../../data/site-events.ts";
import type { DimensionId } from "./dimensions.ts";

/** What is counted: events with these properties. */
export interface Report {
  readonly where: readonly EventFilter[];
  /** What its own panel groups by. */
  readonly topics: readonly DimensionId[];
}

const typeIs = (...types: string[]): EventFilter => ({ column: "eventType", values: types });
const searches = typeIs("search_type_query");
const programTypes = ["page_markdown_request", "llms_request", "mcp_request", "rss_request"];

export const reports = {
  views: { where: viewFilters, topics: [] },
  searches: { where: [searches], topics: ["query"] },
  unanswered: {
    where: [searches, { column: "eventSearchResultsCount", values: [0] }],
    topics: ["query"],
  },
  feedback: { where: [typeIs("page_post_feedback")], topics: ["rating"] },
  links: { where: [typeIs("link_click")], topics: ["domain", "link", "position"] },
  missing: { where: [typeIs("page_view"), { column: "page", values: [null] }], topics: ["path"] },
  programs: { where: [typeIs(...programTypes)], topics: ["kind", "bot"] },
} as const satisfies Record<string, Report>;

export type ReportId = keyof typeof reports;
export const reportIds = Object.keys(reports) as ReportId[];

export function readReport(query: URLSearchParams): ReportId {
  return reportIds.find((id) => id === query.get("report")) ?? "views";
}

/** The panels that each report has beside its own one. */
export const panels: Readonly<Record<"content" | "readers" | "sources", readonly DimensionId[]>> = {
  content: ["page", "section", "space", "share"],
  readers: ["language", "country", "device", "browser", "system"],
  sources: ["referrer", "source", "campaign"],
};

export type Totals = Readonly<Record<ReportId, number>>;

/** One query that counts most reports: by type, and by the number of results of a search. */
export const totalsQuery: Pick<EventsQuery, "groupBy"> = {
  groupBy: [{ column: "eventType" }, { column: "eventSearchResultsCount" }],
};

/** The totals of all reports, from `totalsQuery` and the number of views of paths without a page. */
export function totalsOf(rows: readonly (readonly unknown[])[], missing: number): Totals {
  const sum = (accepts: (type: string, results: unknown) => boolean) =>
    rows.reduce(
      (before, [type, results, count]) => before + (accepts(String(type), results) ? Number(count) : 0),
      0,
    );
  const ofType = (name: string) => sum((type) => type === name);
  return {
    views: ofType("page_view") - missing,
    searches: ofType("search_type_query"),
    unanswered: sum((type, results) => type === "search_type_query" && results === 0),
    feedback: ofType("page_post_feedback"),
    links: ofType("link_click"),
    missing,
    programs: sum((type) => programTypes.includes(type)),
  };
}
