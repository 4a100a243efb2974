import { useRef } from "preact/hooks";
import { type Body, call } from "./api.ts";
import { type QueryState, useReply } from "./queries.ts";

const route = "POST /orgs/:organizationId/sites/:siteId/insights/events/aggregate";

export interface SiteParams {
  readonly organizationId: string;
  readonly siteId: string;
}

interface EventColumn {
  readonly column: string;
  readonly interval?: string;
}

export interface EventFilter {
  readonly column: string;
  readonly values: readonly unknown[];
  readonly operator?: "in" | "notIn";
}

/** What is counted: columns of the API, of which the screens use few. */
export interface EventsQuery {
  readonly range: { readonly from: string; readonly to: string };
  readonly groupBy?: readonly EventColumn[];
  readonly select?: readonly EventColumn[];
  readonly where?: readonly EventFilter[];
  readonly order?: { readonly by: EventColumn; readonly direction: "asc" | "desc" };
  readonly limit?: number;
}

/** The maximum number of rows of a reply. */
export const maxRows = 1_000;

/** The rows of a query: values of the columns of `groupBy`, then of `select`. */
export async function readEvents(
  params: SiteParams,
  query: EventsQuery,
): Promise<readonly (readonly unknown[])[]> {
  const body = { limit: maxRows, ...query } as Body<typeof route>;
  const { columns } = await call(route, params, { body, isRead: true });
  const [first] = columns as readonly { readonly values: readonly unknown[] }[];
  return (first?.values ?? []).map((_, row) => columns.map(({ values }) => (values as unknown[])[row]));
}

/** The rows of a query. Those of the query before stay until the next are there. */
export function useEvents(
  params: SiteParams,
  query: EventsQuery | undefined,
): QueryState<readonly (readonly unknown[])[]> {
  const key = query && `events ${params.siteId} ${JSON.stringify(query)}`;
  const state = useReply(key, async () => (query === undefined ? [] : readEvents(params, query)));
  const last = useRef<{ readonly siteId: string; readonly rows: readonly (readonly unknown[])[] }>(undefined);
  if (state.data !== undefined) last.current = { siteId: params.siteId, rows: state.data };
  if (state.data !== undefined || query === undefined || last.current?.siteId !== params.siteId) return state;
  return { ...state, data: last.current.rows };
}

/** The filters that tell views of pages from paths without a page. */
export const viewFilters: readonly EventFilter[] = [
  { column: "eventType", values: ["page_view"] },
  { column: "page", values: [null], operator: "notIn" },
];
