import { faChartLine } from "@fortawesome/free-solid-svg-icons";
import type { Site } from "../../../data/api-types.ts";
import { type EventFilter, type EventsQuery, type SiteParams, useEvents } from "../../../data/site-events.ts";
import { place, urlOf } from "../../../navigation/router.ts";
import { LinkButton } from "../../../parts/button.tsx";
import { EmptyState, Failure, Skeleton } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { SiteScreen, type SiteScreenProps } from "../site-screen.tsx";
import { Breakdown } from "./breakdown.tsx";
import { Comments } from "./comments.tsx";
import { type ChosenFilter, dimensions, readFilters, toEventFilter } from "./dimensions.ts";
import { FilterBar } from "./filter-bar.tsx";
import { OverTime } from "./over-time.tsx";
import { type Period, type Range, rangeBefore, readPeriod } from "./period.ts";
import { panels, readReport, reports, totalsOf, totalsQuery } from "./reports.ts";
import { Segments } from "./segments.tsx";
import { Tiles } from "./tiles.tsx";

const texts = words.insights;

/** What readers of a site do. */
export function Screen({ organization, site }: SiteScreenProps) {
  return (
    <SiteScreen organization={organization} site={site}>
      {(loaded) => <FilteredInsights site={loaded} params={{ organizationId: organization, siteId: site }} />}
    </SiteScreen>
  );
}

interface SiteProps {
  readonly site: Site;
  readonly params: SiteParams;
}

/** The insights with the filters of the address. For a country, the languages that occur are read first. */
function FilteredInsights({ site, params }: SiteProps) {
  const { query } = place.value;
  const period = readPeriod(query, Date.now());
  const chosen = readFilters(query);
  const needsLanguages = chosen.some(({ id }) => id === "country");
  const languages = useEvents(
    params,
    needsLanguages
      ? {
          range: { from: rangeBefore(period).from, to: period.to },
          groupBy: [{ column: dimensions.country.column }],
          order: { by: { column: "eventsCount" }, direction: "desc" },
        }
      : undefined,
  );
  if (needsLanguages && languages.data === undefined)
    return languages.error === undefined ? <Skeleton /> : <Failure error={languages.error} />;
  const tags = (languages.data ?? []).map(([tag]) => tag);
  const filters = chosen.map((filter) => toEventFilter(filter, tags));
  return <Insights site={site} params={params} period={period} chosen={chosen} filters={filters} />;
}

interface InsightsProps extends SiteProps {
  readonly period: Period;
  readonly chosen: readonly ChosenFilter[];
  /** The chosen filters as the API has them. */
  readonly filters: readonly EventFilter[];
}

function Insights({ site, params, period, chosen, filters }: InsightsProps) {
  const { query } = place.value;
  const range = { from: period.from, to: period.to };
  const report = readReport(query);
  const where = [...reports[report].where, ...filters];
  const now = useTotals(params, range, filters);
  const before = useTotals(params, rangeBefore(period), filters);
  const visitors = useEvents(params, {
    range,
    where: [...reports.views.where, ...filters],
    select: [{ column: "visitorsCount" }],
  }).data?.[0]?.[0];
  const visitorCount = visitors === undefined ? undefined : Number(visitors);
  const name = texts.report[report];
  const fileName = (table: string) => `${site.title} ${table} ${period.firstDay} ${period.lastDay}`;
  const shared = { params, range, where, name, total: now.totals?.[report] ?? 0, fileName };
  const isEmpty = now.totals !== undefined && Object.values(now.totals).every((total) => total === 0);
  if (now.error && now.totals === undefined) return <Failure error={now.error} />;
  if (isEmpty && chosen.length === 0 && (!site.published || !period.isOwn))
    return (
      <>
        {site.published && <FilterBar params={params} period={period} filters={chosen} where={where} />}
        <Empty site={site} params={params} />
      </>
    );
  return (
    <>
      <FilterBar params={params} period={period} filters={chosen} where={where} />
      <Tiles report={report} now={now.totals} before={before.totals} visitors={visitorCount} />
      <OverTime
        params={params}
        period={period}
        report={report}
        where={where}
        visitors={visitorCount}
        fileName={fileName}
      />
      <div class="insight-panels">
        {reports[report].topics.length > 0 && (
          <Breakdown {...shared} panel="topic" choices={reports[report].topics} />
        )}
        {(["content", "readers", "sources"] as const).map((panel) => (
          <Breakdown key={panel} {...shared} panel={panel} choices={panels[panel]} />
        ))}
      </div>
      {report === "feedback" && (
        <Comments params={params} range={range} filters={filters} fileName={fileName} />
      )}
      {report === "views" && <Segments site={site} params={params} />}
      <HowCounted />
    </>
  );
}

/** The totals of all reports in a range. */
function useTotals(params: SiteParams, range: Range, filters: NonNullable<EventsQuery["where"]>) {
  const counts = useEvents(params, { range, where: filters, ...totalsQuery });
  const missing = useEvents(params, { range, where: [...reports.missing.where, ...filters] });
  return {
    error: counts.error ?? missing.error,
    totals: counts.data && missing.data && totalsOf(counts.data, Number(missing.data[0]?.[0])),
  };
}

function Empty({ site, params: { organizationId, siteId } }: SiteProps) {
  const { published } = site.urls;
  return (
    <>
      <EmptyState
        icon={faChartLine}
        title={site.published ? texts.empty : texts.emptyUnpublished}
        text={texts.emptyText}
      >
        {site.published && published ? (
          <LinkButton href={published} isExternal>
            {texts.openSite}
          </LinkButton>
        ) : (
          <LinkButton href={urlOf(`/orgs/${organizationId}/sites/${siteId}`)}>{texts.publish}</LinkButton>
        )}
      </EmptyState>
      <HowCounted />
    </>
  );
}

function HowCounted() {
  return (
    <details class="how-counted">
      <summary>
        {texts.howTitle} · {texts.utc}
      </summary>
      <ul>
        {texts.how.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
