import type { EventFilter } from "../../../data/site-events.ts";

/** By what events are grouped and filtered: a column of the API, and its value for events without one. */
interface Dimension {
  readonly column: string;
  readonly none: string | null;
}

export const dimensions = {
  page: { column: "page", none: null },
  section: { column: "siteSection", none: null },
  space: { column: "siteSpace", none: null },
  share: { column: "siteShareKey", none: null },
  language: { column: "visitorLanguage", none: null },
  // Several languages belong to a country. A filter has all of those that occur.
  country: { column: "visitorLanguage", none: null },
  device: { column: "visitorDevice", none: "unknown" },
  browser: { column: "visitorBrowser", none: "unknown" },
  system: { column: "visitorOS", none: "unknown" },
  referrer: { column: "referrerDomain", none: "" },
  source: { column: "referrer", none: "" },
  campaign: { column: "utmCampaign", none: "" },
  query: { column: "eventSearchQuery", none: "" },
  rating: { column: "eventPageFeedbackRating", none: null },
  domain: { column: "eventLinkTargetDomain", none: null },
  link: { column: "eventLinkTargetValue", none: null },
  position: { column: "eventLinkPosition", none: null },
  path: { column: "urlPath", none: "" },
  kind: { column: "eventType", none: "" },
  bot: { column: "visitorBot", none: "" },
} as const satisfies Record<string, Dimension>;

export type DimensionId = keyof typeof dimensions;
export const dimensionIds = Object.keys(dimensions) as DimensionId[];

/** The keys of events without a value, and of those whose values are too rare to be kept. */
export const noneKey = "(none)";
export const rareKey = "(other)";

/** The text of a value, in the address and in lists. */
export function keyOf(id: DimensionId, value: unknown): string {
  if (value === null || value === undefined || value === dimensions[id].none) return noneKey;
  if (id === "country") return countryOf(String(value)) ?? noneKey;
  const { page, space, url } = Object(value) as { page?: string; space?: string; url?: string };
  if (id === "page") return page === rareKey ? rareKey : `${space}/${page}`;
  return id === "link" ? (url ?? noneKey) : String(value);
}

/** The country in a language tag: `AT` of `de-AT`. */
function countryOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

function filterValue(id: DimensionId, key: string): unknown {
  if (key === noneKey) return dimensions[id].none;
  if (id === "page") {
    const [space = "", page = ""] = key === rareKey ? ["", rareKey] : key.split("/");
    return { space, page };
  }
  return id === "link" ? { kind: "url", url: key } : key;
}

/** A filter in the address. */
export interface ChosenFilter {
  readonly id: DimensionId;
  readonly key: string;
}

export function readFilters(query: URLSearchParams): ChosenFilter[] {
  return dimensionIds.flatMap((id) => {
    const key = query.get(id);
    return key !== null && key !== "" ? [{ id, key }] : [];
  });
}

/** A filter of the API. `languages` are those that occur, from which the ones of a country are taken. */
export function toEventFilter({ id, key }: ChosenFilter, languages: readonly unknown[] = []): EventFilter {
  const values =
    id === "country" ? languages.filter((tag) => keyOf(id, tag) === key) : [filterValue(id, key)];
  return { column: dimensions[id].column, values };
}

export interface CountedValue {
  readonly key: string;
  readonly count: number;
}

interface CountedValues {
  readonly values: readonly CountedValue[];
  /** What the reply left out. */
  readonly rest: number;
  readonly total: number;
}

/** Adds up the rows of a query by one dimension, the most frequent first. Only a full reply leaves something out of the total. */
export function countValues(
  id: DimensionId,
  rows: readonly (readonly unknown[])[],
  total: number,
  limit: number,
): CountedValues {
  const counts = new Map<string, number>();
  for (const [value, count] of rows) {
    const key = keyOf(id, value);
    counts.set(key, (counts.get(key) ?? 0) + Number(count));
  }
  const values = [...counts].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count);
  const sum = values.reduce((before, { count }) => before + count, 0);
  const rest = rows.length < limit ? 0 : Math.max(0, total - sum);
  return { values, rest, total: sum + rest };
}
