/** A time that is counted, in UTC. The end is not part of it. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

export interface Period extends Range {
  /** The first and the last day. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly days: number;
  readonly interval: Interval;
  /** Whether the days were chosen one by one. */
  readonly isOwn: boolean;
}

export const presets: readonly number[] = [7, 30, 90, 365];
const defaultDays = 30;
const maxDays = 3_653;
const hourLength = 3_600_000;
const dayLength = 24 * hourLength;

/** The period in the address: `period` is a number of days up to today, `from` and `to` are days. */
export function readPeriod(query: URLSearchParams, now: number): Period {
  const today = Math.floor(now / dayLength) * dayLength;
  const own = ownDays(query, today);
  const preset = presets.find((days) => String(days) === query.get("period")) ?? defaultDays;
  const last = own?.last ?? today;
  const first = own?.first ?? today - (preset - 1) * dayLength;
  const days = (last - first) / dayLength + 1;
  // The hours of today that are not over are left out, so that the period before has as many.
  const end = last === today ? Math.floor(now / hourLength + 1) * hourLength : last + dayLength;
  const possible = intervalsFor(days);
  return {
    from: new Date(first).toISOString(),
    to: new Date(end).toISOString(),
    firstDay: dayOf(first),
    lastDay: dayOf(last),
    days,
    interval: possible.find((interval) => interval === query.get("interval")) ?? defaultInterval(days),
    isOwn: own !== undefined,
  };
}

function ownDays(query: URLSearchParams, today: number) {
  const [from, to] = ["from", "to"].map((name) => parseDay(query.get(name)));
  if (from === undefined || to === undefined) return undefined;
  const last = Math.min(to, today);
  if (from > last || (last - from) / dayLength >= maxDays) return undefined;
  return { first: from, last };
}

function parseDay(text: string | null): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text ?? "") ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The intervals that give a readable number of points. */
export function intervalsFor(days: number): readonly Interval[] {
  return intervals.filter(
    (interval) =>
      ({ hour: days <= 14, day: days > 1 && days <= 732, week: days > 14, month: days > 60 })[interval],
  );
}

function defaultInterval(days: number): Interval {
  if (days <= 2) return "hour";
  return days <= 366 ? "day" : "week";
}

/** The same number of hours before a period, at the same hours of the day. */
export function rangeBefore({ from, to, days }: Period): Range {
  const earlier = (time: string) => new Date(Date.parse(time) - days * dayLength).toISOString();
  return { from: earlier(from), to: earlier(to) };
}

/** The beginnings of all hours, days, weeks or months of a range. The first one may begin before it. */
export function startsOf({ from, to }: Range, interval: Interval): string[] {
  const starts: string[] = [];
  const date = new Date(from);
  if (interval === "week") date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (interval === "month") date.setUTCDate(1);
  while (date.toISOString() < to) {
    starts.push(date.toISOString());
    if (interval === "month") date.setUTCMonth(date.getUTCMonth() + 1);
    else date.setTime(date.getTime() + { hour: hourLength, day: dayLength, week: 7 * dayLength }[interval]);
  }
  return starts;
}

/** How much a number has changed, as a part of the earlier one; undefined if there is none. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / before;
}
