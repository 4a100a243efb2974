import type { EventField } from "./event.ts";
import { otherValue } from "./sums.ts";

/** A column of a query: its name and its parameters. */
export interface QueryColumn {
  readonly column: string;
  readonly interval?: string | undefined;
  readonly claim?: string | undefined;
  readonly precision?: number | undefined;
}

/** A column by which events are grouped. Its value depends on one field of the event, and on the day. */
export interface Dimension {
  readonly field: EventField;
  /** Whether the same text means something else on another day. */
  readonly dependsOnDay?: boolean;
  /** The values of an event with this text in the field. Most columns have exactly one. */
  read(text: string | null, day: string): readonly unknown[];
}

/** The dimension of a column; undefined if the column is a measure. */
export function dimensionOf(column: QueryColumn): Dimension | undefined {
  return dimensions[column.column]?.(column);
}

type CreateDimension = (column: QueryColumn) => Dimension;

function derived(field: EventField, read: (text: string | null) => unknown): CreateDimension {
  return () => ({ field, read: (text) => [read(text)] });
}

/** The text itself, or a value for events without one. */
const textOf = (field: EventField, absent: string | null) => derived(field, (text) => text ?? absent);
const numberOf = (field: EventField) => derived(field, (text) => (text === null ? null : Number(text)));

const dimensions: Readonly<Record<string, CreateDimension>> = {
  datetime: ({ interval }) => ({
    field: "hour",
    dependsOnDay: true,
    read: (hour, day) => [startOf(`${day}T${hour ?? "00"}:00:00.000Z`, interval ?? "day")],
  }),
  dayOfWeek: () => ({
    field: "hour",
    dependsOnDay: true,
    read: (_, day) => [dayOfWeek(new Date(day))],
  }),
  hourOfDay: numberOf("hour"),
  url: textOf("url", ""),
  urlPath: derived("url", (url) => (url === otherValue ? url : (URL.parse(url ?? "")?.pathname ?? ""))),
  eventType: textOf("type", ""),
  siteSection: textOf("section", null),
  siteSpace: textOf("siteSpace", null),
  siteShareKey: textOf("shareLink", null),
  displayContext: textOf("context", "site"),
  page: derived("page", pageOf),
  visitorGeoCountry: derived("type", () => null),
  visitorGeoPoint: derived("type", () => ({ latitude: 0, longitude: 0, h3: "" })),
  visitorDevice: textOf("device", "unknown"),
  visitorBrowser: textOf("browser", "unknown"),
  visitorOS: textOf("os", "unknown"),
  visitorBot: textOf("bot", ""),
  visitorLanguage: textOf("language", null),
  eventLinkTargetValue: derived("linkTarget", targetOf),
  eventLinkTargetKind: derived("linkTarget", (text) => targetOf(text)?.kind ?? null),
  eventLinkTargetDomain: derived("linkTarget", (text) => domainOf(targetOf(text)?.url)),
  eventLinkPosition: textOf("linkPosition", null),
  eventAPIOperationPath: textOf("operationPath", null),
  eventAPIOperationMethod: textOf("operationMethod", null),
  eventLLMSVariant: textOf("llmsVariant", null),
  eventPageNotFoundType: textOf("notFound", null),
  eventMarkdownSource: textOf("markdownSource", null),
  eventSearchQuery: textOf("query", ""),
  eventSearchResultRecordId: textOf("record", null),
  eventSearchResultsCount: numberOf("results"),
  eventPageFeedbackRating: textOf("rating", null),
  eventPageFeedbackComment: textOf("comment", ""),
  eventAskResponseRating: numberOf("answerRating"),
  referrer: textOf("referrer", ""),
  referrerDomain: derived("referrer", (text) => (text === otherValue ? text : (domainOf(text) ?? ""))),
  utmSource: textOf("utmSource", ""),
  utmMedium: textOf("utmMedium", ""),
  utmCampaign: textOf("utmCampaign", ""),
  utmTerm: textOf("utmTerm", ""),
  utmContent: textOf("utmContent", ""),
  visitorAuthenticated: derived("authenticated", (text) => (text === null ? null : text === "true")),
  // An event counts for each claim of its visitor, and not for visitors without claims.
  visitorClaimProperty: () => ({ field: "claims", read: (text) => Object.keys(claimsOf(text)) }),
  visitorClaim: ({ claim = "" }) => ({
    field: "claims",
    read: (text) => {
      const claims = claimsOf(text);
      return [Object.hasOwn(claims, claim) ? String(claims[claim]) : ""];
    },
  }),
  // The whole claims as JSON, for visitor segments.
  visitorClaims: textOf("claims", null),
  eventAdDomain: textOf("adDomain", ""),
  eventAdPlacement: textOf("adPlacement", null),
  eventTrademarkPlacement: textOf("trademarkPlacement", null),
};

const hourLength = 3_600_000;
const dayLength = 24 * hourLength;

/** The beginning of the hour, day, week or month that contains a time, in UTC. Weeks begin on Monday. */
function startOf(time: string, interval: string): string {
  const date = new Date(time);
  switch (interval) {
    case "hour":
      return time;
    case "week":
      date.setTime(date.getTime() - (dayOfWeek(date) - 1) * dayLength);
      break;
    case "month":
      date.setUTCDate(1);
      break;
  }
  return `${date.toISOString().slice(0, 10)}T00:00:00.000Z`;
}

/** 1 for Monday to 7 for Sunday. */
function dayOfWeek(date: Date): number {
  return date.getUTCDay() || 7;
}

function pageOf(text: string | null): { page: string; space: string } | null {
  if (text === null) return null;
  const [space = "", page = ""] = text === otherValue ? ["", otherValue] : text.split("/");
  return { page, space };
}

function targetOf(text: string | null): { readonly kind?: string; readonly url?: string } | null {
  if (text === null) return null;
  return text === otherValue ? { kind: "url", url: otherValue } : JSON.parse(text);
}

function domainOf(url: string | null | undefined): string | null {
  return URL.parse(url ?? "")?.hostname || null;
}

export function claimsOf(text: string | null): Readonly<Record<string, unknown>> {
  return text === null || text === otherValue ? {} : JSON.parse(text);
}
