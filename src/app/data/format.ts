/** Dates and numbers in the language of the browser. */
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const numbers = new Intl.NumberFormat();

export function formatDate(text: string): string {
  return dates.format(new Date(text));
}

export function formatDay(text: string): string {
  return days.format(new Date(text));
}

/** A day without its year, such as "18 November". */
export function formatDayAndMonth(date: Date): string {
  return date.toLocaleDateString(undefined, { day: "numeric", month: "long" });
}

export function formatNumber(number: number): string {
  return numbers.format(number);
}

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 hours ago", or the day if it is more than a year ago. */
export function formatRelative(text: string): string {
  const seconds = (Date.parse(text) - Date.now()) / 1000;
  if (Math.abs(seconds) > 31_536_000) return formatDay(text);
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return relative.format(Math.round(seconds / length), unit);
}

/** A size such as "1.2 MB". */
export function formatBytes(bytes: number): string {
  const [unit, length] = (
    bytes < 1e6 ? ["kilobyte", 1e3] : bytes < 1e9 ? ["megabyte", 1e6] : ["gigabyte", 1e9]
  ) as [string, number];
  const value = bytes / length;
  return new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}

/** A time as an input of the browser has it: in its time zone, such as `2026-11-18T09:30`. */
export function toLocalTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function fromLocalTime(text: string): string {
  return new Date(text).toISOString();
}

/** The name of the browser's time zone. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
