/** Items of one day, in the order of the list. */
export interface Day<Item> {
  /** Midnight of the day, as a local time. */
  readonly date: Date;
  readonly items: readonly Item[];
}

/** Splits a list that is sorted by time into days of the reader's time zone. */
export function groupByDay<Item>(items: readonly Item[], timeOf: (item: Item) => string): Day<Item>[] {
  const days: { date: Date; items: Item[] }[] = [];
  for (const item of items) {
    const date = startOfDay(new Date(timeOf(item)));
    const last = days.at(-1);
    if (last?.date.getTime() === date.getTime()) last.items.push(item);
    else days.push({ date, items: [item] });
  }
  return days;
}

function startOfDay(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate());
}

/** How many days ago a day was; days have different lengths when clocks change. */
export function daysAgo(date: Date, now: Date): number {
  return Math.round((startOfDay(now).getTime() - date.getTime()) / 86_400_000);
}
