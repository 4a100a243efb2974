import { type TSchema, Type } from "@sinclair/typebox";
import {
  adPlacements,
  displayContexts,
  type EventType,
  feedbackRatings,
  linkPositions,
  llmsVariants,
  markdownSources,
  maxCommentLength,
  type TrackedEvent,
  trademarkPlacements,
} from "../../insights/index.ts";
import { DiscriminatedUnion, HttpUrl, nullable, RecordOf, StringEnum } from "../http/index.ts";

const Text = Type.String({ maxLength: 2048 });
const NullableText = nullable(Text);
const Id = Type.String({ maxLength: 256 });
const NullableId = nullable(Id);

const Session = Type.Object({
  visitorId: Type.String({ ...Id, description: "Stored as a hash." }),
  sessionId: Type.String({ ...Id, description: "Stored as a hash." }),
  cookies: RecordOf(Type.String(), { description: "Not stored." }),
  ip: Type.Optional(Type.String({ maxLength: 100, description: "Not stored." })),
  userAgent: Type.String({ maxLength: 2048, description: "Only the browser, system and device are stored." }),
  language: NullableText,
  referrer: Type.Unsafe<string | null>({ ...NullableText, description: "Stored without its query." }),
  visitorAuthToken: Type.Optional(Type.Unknown({ deprecated: true, description: "Ignored." })),
  visitorAuthClaims: Type.Optional(Type.Unsafe<object>({ type: "object" })),
});

const Location = Type.Object({
  url: Type.String({ ...HttpUrl, description: "Stored without its query, except the campaign (`utm_…`)." }),
  displayContext: Type.Optional(StringEnum(displayContexts)),
  siteSection: NullableId,
  siteSpace: NullableId,
  siteShareKey: NullableId,
  space: NullableId,
  revision: NullableId,
  page: NullableId,
});

const Query = Type.String({ maxLength: 2048 });
const Rating = StringEnum(feedbackRatings);
const Operation = Type.Object({ path: Text, method: Text });
const Ad = Type.Object({ domain: Text, zoneId: Text, placement: StringEnum(adPlacements) });

/** The fields of each type of event, beside those that all have. */
const eventTypeFields: Readonly<Record<EventType, Record<string, TSchema>>> = {
  page_view: {},
  page_markdown_request: { markdownSource: Type.Optional(StringEnum(markdownSources)) },
  search_open: {},
  search_type_query: {
    query: Query,
    results: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: "The number of results." }),
    ),
  },
  search_open_result: { query: Query, result: Type.Unsafe<object>({ type: "object" }) },
  page_post_feedback: { feedback: Type.Object({ rating: Rating }) },
  page_post_feedback_comment: {
    feedback: Type.Object({
      rating: Rating,
      comment: Type.String({ minLength: 1, maxLength: maxCommentLength }),
    }),
  },
  agent_feedback: {},
  ask_question: { query: Query, goal: Type.Optional(Type.String()) },
  ask_view: {},
  ask_rate_response: {
    query: Query,
    rating: Type.Unsafe<1 | -1>({ type: "integer", enum: [1, -1] }),
    responseId: Id,
  },
  link_click: {
    link: Type.Object({
      target: Type.Object({ kind: Type.String({ maxLength: 50 }), url: Type.Optional(Text) }),
      position: StringEnum(linkPositions),
    }),
  },
  api_client_open: { operation: Operation },
  api_client_request: { operation: Operation },
  ad_click: { ad: Ad },
  ad_display: { ad: Ad },
  trademark_click: { placement: StringEnum(trademarkPlacements) },
  llms_request: { llmsVariant: StringEnum(llmsVariants) },
  mcp_request: {},
  rss_request: {},
};

const Event = Type.Unsafe<TrackedEvent>(
  DiscriminatedUnion(
    "type",
    Object.entries(eventTypeFields).map(([type, fields]) =>
      Type.Object({
        type: Type.Literal(type),
        session: Session,
        location: Location,
        timestamp: Type.Optional(
          Type.String({ format: "date-time", description: "Within 5 minutes of the current time." }),
        ),
        ...fields,
      }),
    ),
  ),
);

export const EventsTrack = Type.Object({ events: Type.Array(Event, { maxItems: 1000 }) });

export const VisitorSegment = Type.Object(
  {
    title: Type.String(),
    claims: Type.Unsafe<object>({ type: "object", additionalProperties: true }),
    events: Type.Integer(),
    visitors: Type.Integer(),
    sessions: Type.Integer(),
  },
  { title: "SiteInsightsVisitorSegment" },
);

export const SitesSummaryQuery = Type.Object({
  site: Type.Array(Id, { maxItems: 100, default: [], description: "The ids of sites." }),
});
export const SitesSummary = Type.Object(
  {
    url: Type.String({ ...HttpUrl, description: "The sites of the organization have their paths below it." }),
    items: Type.Array(
      Type.Object({
        site: Type.String(),
        views: Type.Integer({ description: "The number of pages that were opened in the last 30 days." }),
      }),
    ),
  },
  { title: "SitesSummary" },
);
