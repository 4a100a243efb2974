import { faFileCsv } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { downloadCsv } from "../../../data/csv.ts";
import { formatNumber } from "../../../data/format.ts";
import { type EventsQuery, type SiteParams, useEvents } from "../../../data/site-events.ts";
import { place, setQuery } from "../../../navigation/router.ts";
import { IconButton } from "../../../parts/button.tsx";
import { Failure } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { type Interval, type Period, type Range, rangeBefore, startsOf } from "./period.ts";
import type { PlotSeries } from "./plot.ts";
import type { ReportId } from "./reports.ts";
import { TimeChart } from "./time-chart.tsx";

const texts = words.insights;
const ratings = { good: "--success", ok: "--warning", bad: "--danger" } as const;
const dashes = { good: undefined, ok: [8, 4], bad: [2, 4] } as const;

interface OverTimeProps {
  readonly params: SiteParams;
  readonly period: Period;
  readonly report: ReportId;
  readonly where: NonNullable<EventsQuery["where"]>;
  /** The visitors of the whole period, which are fewer than the sum of those of its days. */
  readonly visitors: number | undefined;
  /** What files are named after. */
  readonly fileName: (name: string) => string;
}

/** A report over time: as a chart, and as a table with the same numbers. */
export function OverTime({ params, period, report, where, visitors, fileName }: OverTimeProps) {
  const query = place.value.query;
  const [hasFailed, setFailed] = useState(false);
  const isTable = hasFailed || query.get("view") === "table";
  const name = texts.report[report];
  const isFeedback = report === "feedback";
  const datetime = { column: "datetime", interval: period.interval };
  const request = (range: Range): EventsQuery => ({
    range: { from: range.from, to: range.to },
    where,
    groupBy: isFeedback ? [datetime, { column: "eventPageFeedbackRating" }] : [datetime],
    ...(report === "views" && { select: [{ column: "eventsCount" }, { column: "visitorsCount" }] }),
  });
  const earlier = rangeBefore(period);
  const now = useEvents(params, request(period));
  const before = useEvents(params, request(earlier));
  const starts = startsOf(period, period.interval);
  const earlierStarts = startsOf(earlier, period.interval);
  const read = (rows: typeof now.data, from: readonly string[], column: number, rating?: string) => {
    const counts = new Map<unknown, number>();
    for (const row of rows ?? [])
      if (rating === undefined || row[1] === rating)
        counts.set(row[0], (counts.get(row[0]) ?? 0) + Number(row[column]));
    return from.map((start) => counts.get(start) ?? 0);
  };
  // Weeks and months of the period before may be one more or less.
  const beforeValues = read(before.data, earlierStarts, isFeedback ? 2 : 1);
  const series: PlotSeries[] = [
    ...(isFeedback
      ? (["good", "ok", "bad"] as const).map((rating) => ({
          label: texts.values[rating] ?? rating,
          values: read(now.data, starts, 2, rating),
          color: ratings[rating],
          ...(dashes[rating] && { dash: dashes[rating] }),
        }))
      : [{ label: name, values: read(now.data, starts, 1), color: "--primary-text", isFilled: true }]),
    ...(report === "views"
      ? [{ label: texts.visitors, values: read(now.data, starts, 2), color: "--success", total: visitors }]
      : []),
    {
      label: texts.before,
      values: starts.map((_, i) => beforeValues[i] ?? 0),
      color: "--border-strong",
      dash: [4, 4],
    },
  ];
  const table = {
    head: [texts.time[period.interval], ...series.map(({ label }) => label)],
    rows: starts.map((start, i) => ({
      label: formatPoint(start, period.interval),
      counts: series.map(({ values }) => values[i] ?? 0),
    })),
  };
  const title = `${name} · ${texts.overTime}`;
  const save = () =>
    downloadCsv(fileName(title), [
      table.head,
      ...table.rows.map(({ counts }, i) => [csvStart(starts[i] ?? "", period.interval), ...counts]),
    ]);
  const error = now.error ?? before.error;
  return (
    <section class="panel insight-panel" aria-labelledby="over-time">
      <header class="insight-header">
        <h2 id="over-time">{title}</h2>
        <fieldset class="segments" aria-label={texts.showAs}>
          <button
            type="button"
            aria-pressed={!isTable}
            disabled={hasFailed}
            onClick={() => setQuery({ view: "" })}
          >
            {texts.chart}
          </button>
          <button type="button" aria-pressed={isTable} onClick={() => setQuery({ view: "table" })}>
            {texts.table}
          </button>
        </fieldset>
        <IconButton
          icon={faFileCsv}
          label={texts.exportCsv(title)}
          disabled={now.data === undefined}
          onClick={save}
        />
      </header>
      {error && now.data === undefined ? (
        <Failure error={error} />
      ) : (
        <div class={`insight-body${now.isLoading ? " is-loading" : ""}`} aria-busy={now.isLoading}>
          {!isTable && (
            <TimeChart
              label={title}
              starts={starts}
              series={now.data === undefined ? [] : series}
              formatPoint={(start) => formatPoint(start, period.interval)}
              formatAxis={(start) => formatAxis(start, period)}
              onFailure={() => setFailed(true)}
            />
          )}
          <div
            class={isTable ? "insight-table-scroll" : "hidden-text"}
            {...(isTable && { tabIndex: 0, role: "group", "aria-label": texts.table })}
          >
            <table class="insight-table">
              <caption class="hidden-text">{title}</caption>
              <thead>
                <tr>
                  {table.head.map((text) => (
                    <th key={text} scope="col">
                      {text}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {now.data !== undefined &&
                  table.rows.map(({ label, counts }, i) => (
                    <tr key={starts[i]}>
                      <th scope="row">{label}</th>
                      {counts.map((count, column) => (
                        <td key={column}>{formatNumber(count)}</td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </section>
  );
}

const utc = { timeZone: "UTC" } as const;
const dayFormat = new Intl.DateTimeFormat(undefined, { ...utc, dateStyle: "medium" });
const weekdayFormat = new Intl.DateTimeFormat(undefined, {
  ...utc,
  weekday: "short",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const hourFormat = new Intl.DateTimeFormat(undefined, { ...utc, dateStyle: "medium", timeStyle: "short" });
const monthFormat = new Intl.DateTimeFormat(undefined, { ...utc, month: "long", year: "numeric" });
const shortDay = new Intl.DateTimeFormat(undefined, { ...utc, day: "numeric", month: "short" });
const shortMonth = new Intl.DateTimeFormat(undefined, { ...utc, month: "short", year: "2-digit" });
const shortHour = new Intl.DateTimeFormat(undefined, { ...utc, hour: "2-digit", minute: "2-digit" });

function formatPoint(start: string, interval: Interval): string {
  const format = { hour: hourFormat, day: weekdayFormat, week: dayFormat, month: monthFormat }[interval];
  return format.format(new Date(start));
}

function formatAxis(start: string, { interval, days }: Period): string {
  if (interval === "hour" && days <= 2) return shortHour.format(new Date(start));
  return (interval === "month" || days > 400 ? shortMonth : shortDay).format(new Date(start));
}

/** The same for every reader of the file. */
function csvStart(start: string, interval: Interval): string {
  return interval === "hour" ? start : start.slice(0, 10);
}

export function formatUtcDay(time: string): string {
  return dayFormat.format(new Date(time));
}
