import { formatNumber } from "../../../data/format.ts";
import { place, urlOf } from "../../../navigation/router.ts";
import { words } from "../../../words/index.ts";
import { changeOf } from "./period.ts";
import { type ReportId, reportIds, type Totals } from "./reports.ts";

const texts = words.insights;
const percents = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

interface TilesProps {
  readonly report: ReportId;
  readonly now: Totals | undefined;
  readonly before: Totals | undefined;
  readonly visitors: number | undefined;
}

/** The totals of all reports. Each leads to its report, with the same period and filters. */
export function Tiles({ report, now, before, visitors }: TilesProps) {
  return (
    <nav class="tiles" aria-label={texts.reports}>
      {reportIds.map((id) => (
        <a key={id} class="tile" href={addressOf(id)} aria-current={id === report ? "page" : undefined}>
          <span class="tile-name">{texts.report[id]}</span>
          <span class="tile-count">{now === undefined ? "–" : formatNumber(now[id])}</span>
          <span class="tile-note">
            {now !== undefined && before !== undefined && <Change now={now[id]} before={before[id]} />}
            {id === "views" && visitors !== undefined && (
              <span>{texts.visitorCount(visitors, formatNumber(visitors))}</span>
            )}
          </span>
        </a>
      ))}
    </nav>
  );
}

/** Views are good news and pages not found are not, so that a change has no color. */
function Change({ now, before }: { readonly now: number; readonly before: number }) {
  const change = changeOf(now, before);
  const earlier = formatNumber(before);
  if (change === undefined)
    return (
      <span title={texts.noChange(earlier)} aria-label={texts.noChange(earlier)} role="img">
        –
      </span>
    );
  const label = texts.change(percents.format(change), earlier);
  return (
    <span title={label} aria-label={label} role="img">
      {change > 0 ? "▲" : change < 0 ? "▼" : "="} {percents.format(change)}
    </span>
  );
}

/** The address of a report. Filters by what only another report has are left out. */
function addressOf(report: ReportId): string {
  const query = new URLSearchParams(place.value.query);
  for (const name of ["report", "topic", ...ownFilters]) query.delete(name);
  if (report !== "views") query.set("report", report);
  return urlOf(place.value.path + (query.size > 0 ? `?${query}` : ""));
}

const ownFilters = ["query", "rating", "domain", "link", "position", "path", "kind", "bot"];
