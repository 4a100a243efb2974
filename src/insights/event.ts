import { words } from "../platform/index.ts";

/** The kinds of events that clients know. */
export const eventTypes = [
  ...words("page_view page_markdown_request search_open search_type_query search_open_result"),
  ...words("page_post_feedback page_post_feedback_comment agent_feedback ask_question ask_view"),
  ...words("ask_rate_response link_click api_client_open api_client_request ad_click ad_display"),
  ...words("trademark_click llms_request mcp_request rss_request"),
] as const;
export type EventType = (typeof eventTypes)[number];

export const linkPositions = words("announcement header footer sidebar content");
export const trademarkPlacements = words("sidebar ad footer pdf embed");
export const adPlacements = ["aside"] as const;
export const displayContexts = words("site server embed mcp");
export const llmsVariants = words("standard full");
export const markdownSources = ["page-action"] as const;
export const notFoundTypes = ["conditional"] as const;
export const feedbackRatings = words("bad ok good");
/** The maximum length of the comment of a feedback. */
export const maxCommentLength = 512;
export const browsers = words("chrome firefox safari edge ie opera unknown");
export const devices = words("desktop tablet mobile unknown");
export const operatingSystems = words("windows macos linux android ios unknown");

/** What is stored of an event. A field without a value is absent. */
export const eventFields = [
  // The hour of the day in UTC, `00` to `23`.
  ...words("type hour"),
  // Hashes. The session of a visitor without a cookie is their day, so it is absent.
  ...words("visitor session"),
  // The page is its space and its id, separated by a slash. Events at a path without a page have none.
  ...words("url context section siteSpace shareLink page"),
  ...words("device browser os bot language"),
  ...words("linkTarget linkPosition operationPath operationMethod llmsVariant notFound markdownSource"),
  ...words("query results record rating comment answerRating"),
  ...words("referrer utmSource utmMedium utmCampaign utmTerm utmContent"),
  // Claims as JSON, with sorted keys.
  ...words("claims authenticated adDomain adPlacement trademarkPlacement"),
] as const;
export type EventField = (typeof eventFields)[number];
export type EventFields = Readonly<Partial<Record<EventField, string>>>;

export interface StoredEvent {
  /** In UTC, such as `2030-01-31`. */
  readonly day: string;
  readonly fields: EventFields;
}

/** An event as clients send it. */
export interface TrackedEvent {
  readonly type: EventType;
  readonly session: TrackedSession;
  readonly location: TrackedLocation;
  readonly timestamp?: string | undefined;
  readonly query?: string | undefined;
  /** The number of results of a search. */
  readonly results?: number | undefined;
  readonly result?: { readonly recordId?: string } | object | undefined;
  readonly feedback?: { readonly rating: string; readonly comment?: string } | undefined;
  readonly rating?: number | undefined;
  readonly link?: { readonly target: object; readonly position: string } | undefined;
  readonly operation?: { readonly path: string; readonly method: string } | undefined;
  readonly ad?: { readonly domain: string; readonly placement: string } | undefined;
  readonly placement?: string | undefined;
  readonly llmsVariant?: string | undefined;
  readonly markdownSource?: string | undefined;
}

export interface TrackedSession {
  readonly visitorId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly userAgent: string;
  readonly language: string | null;
  readonly referrer: string | null;
  readonly visitorAuthClaims?: object | undefined;
  /** Whether the visitor has a token of the site; absent if that is not known. */
  readonly authenticated?: boolean | undefined;
}

export interface TrackedLocation {
  readonly url: string;
  readonly displayContext?: string | undefined;
  readonly siteSection: string | null;
  readonly siteSpace: string | null;
  readonly siteShareKey: string | null;
  readonly space: string | null;
  readonly page: string | null;
  /** Why there is no page at the URL. */
  readonly notFound?: string | undefined;
}
