import { LRUCache } from "lru-cache";
import { canonicalize } from "../content/index.ts";
import { badInput } from "../platform/index.ts";
import {
  type EventField,
  type EventFields,
  eventFields,
  maxCommentLength,
  type StoredEvent,
  type TrackedEvent,
  type TrackedLocation,
} from "./event.ts";
import { parseUserAgent } from "./user-agent.ts";

/** The maximum lengths of fields. Longer texts are cut. */
const maxLengths: Readonly<Partial<Record<EventField, number>>> = {
  url: 1_000,
  query: 200,
  comment: maxCommentLength,
  referrer: 500,
  linkTarget: 1_000,
  operationPath: 500,
  claims: 1_000,
};
const defaultMaxLength = 100;

/** How far the time of an event may be from the time of the request, in milliseconds. */
const maxTimeDifference = 5 * 60_000;

export interface StoringOptions {
  /** The current time, which is that of events without a timestamp. */
  readonly now: string;
  /** Replaces the id of a visitor or a session. */
  hashId(id: string): string;
  /** The field of the request that contains the event, for errors. */
  readonly field: string;
}

/** What is stored of an event: no address, no cookie, no user agent, and no query of a URL except the campaign. */
export function toStoredEvent(event: TrackedEvent, { now, hashId, field }: StoringOptions): StoredEvent {
  const { session, location, feedback, link, operation, ad } = event;
  const at = timeOf(event, now, `${field}.timestamp`);
  const { device, browser, os, bot } = parseUserAgent(session.userAgent);
  const { address, campaign } = readUrl(location.url);
  const fields: Record<EventField, string | number | boolean | null | undefined> = {
    type: event.type,
    hour: at.slice(11, 13),
    visitor: session.visitorId && hashId(session.visitorId),
    session: session.sessionId && hashId(session.sessionId),
    url: address,
    context: location.displayContext ?? "site",
    section: location.siteSection,
    siteSpace: location.siteSpace,
    shareLink: location.siteShareKey,
    page: pageOf(location),
    notFound: location.notFound,
    device,
    browser,
    os,
    bot,
    language: languageOf(session.language),
    linkTarget: link && jsonWithin(link.target, "linkTarget"),
    linkPosition: link?.position,
    operationPath: operation?.path,
    operationMethod: operation?.method.toLowerCase(),
    llmsVariant: event.llmsVariant,
    markdownSource: event.markdownSource,
    query: event.query?.trim(),
    results: event.results,
    record: recordOf(event),
    rating: feedback?.rating,
    comment: feedback?.comment,
    answerRating: event.rating,
    referrer: session.referrer === null ? undefined : readUrl(session.referrer).address,
    utmSource: campaign?.get("utm_source"),
    utmMedium: campaign?.get("utm_medium"),
    utmCampaign: campaign?.get("utm_campaign"),
    utmTerm: campaign?.get("utm_term"),
    utmContent: campaign?.get("utm_content"),
    claims: claimsOf(session.visitorAuthClaims),
    authenticated: session.authenticated,
    adDomain: ad?.domain,
    adPlacement: ad?.placement,
    trademarkPlacement: event.placement,
  };
  return { day: at.slice(0, 10), fields: storable(fields) };
}

function storable(fields: Readonly<Record<EventField, unknown>>): EventFields {
  const stored: Partial<Record<EventField, string>> = {};
  for (const name of eventFields) {
    const value = fields[name];
    if (value === undefined || value === null || value === "") continue;
    stored[name] = storableText(String(value), maxLengths[name] ?? defaultMaxLength);
  }
  return stored;
}

/** Most texts need no change, which is checked faster than they are copied. */
function storableText(text: string, maxLength: number): string {
  const valid = text.includes("\0") || !text.isWellFormed() ? text.replaceAll("\0", "").toWellFormed() : text;
  return valid.length <= maxLength ? valid : valid.slice(0, maxLength).toWellFormed();
}

function timeOf({ timestamp }: TrackedEvent, now: string, field: string): string {
  if (timestamp === undefined) return now;
  const time = Date.parse(timestamp);
  if (!(Math.abs(time - Date.parse(now)) <= maxTimeDifference))
    throw badInput(field, "must be within 5 minutes of the current time");
  return new Date(time).toISOString();
}

function pageOf({ space, page }: TrackedLocation): string | undefined {
  return page === null ? undefined : `${space ?? ""}/${page}`;
}

interface EventUrl {
  /** The URL without its query, which may contain tokens; undefined if it is not a URL of the web. */
  readonly address: string | undefined;
  readonly campaign: URLSearchParams | undefined;
}

/** URLs that were read recently: most events are of a few pages. Those with a query are rarely repeated. */
const recentUrls = new LRUCache<string, EventUrl>({ max: 1_000 });
const maxRecentLength = 500;

function readUrl(text: string): EventUrl {
  const known = recentUrls.get(text);
  if (known !== undefined) return known;
  const url = URL.parse(text);
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  const address = isHttp ? url.origin + url.pathname : undefined;
  const campaign = isHttp && url.search !== "" ? url.searchParams : undefined;
  const read = { address, campaign };
  if (campaign === undefined && text.length <= maxRecentLength) recentUrls.set(text, read);
  return read;
}

function recordOf({ result = {} }: TrackedEvent): string | undefined {
  return "recordId" in result && typeof result.recordId === "string" ? result.recordId : undefined;
}

/** `de-AT` of `de-AT,de;q=0.9`. */
function languageOf(text: string | null): string | undefined {
  return /^\s*([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3})/.exec(text ?? "")?.[1];
}

/** The JSON text of a value, unless it is too long for the field. */
function jsonWithin(value: object, field: EventField): string | undefined {
  const text = JSON.stringify(canonicalize(value));
  return text.length <= (maxLengths[field] ?? defaultMaxLength) ? text : undefined;
}

/** Claims with single values. Nested ones have names with dots. */
function claimsOf(claims: object | undefined): string | undefined {
  if (claims === undefined) return undefined;
  const kept: Record<string, string | number | boolean> = {};
  collectClaims(claims, "", kept);
  return Object.keys(kept).length === 0 ? undefined : jsonWithin(kept, "claims");
}

const maxClaims = 20;
const maxClaimLength = 100;
/** Claims of the JWT itself. */
const tokenClaims = new Set(["iat", "exp", "nbf", "iss", "aud", "sub", "jti"]);

function collectClaims(
  claims: object,
  prefix: string,
  kept: Record<string, string | number | boolean>,
  depth = 0,
): void {
  for (const [name, value] of Object.entries(claims)) {
    if (Object.keys(kept).length >= maxClaims) return;
    if (prefix === "" && tokenClaims.has(name)) continue;
    const path = prefix + name;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      if (depth < 4) collectClaims(value, `${path}.`, kept, depth + 1);
    } else if (typeof value === "number" || typeof value === "boolean") kept[path] = value;
    else if (typeof value === "string" && value.length <= maxClaimLength) kept[path] = value;
  }
}
