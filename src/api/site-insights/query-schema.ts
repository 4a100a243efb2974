import { type TSchema, Type } from "@sinclair/typebox";
import {
  adPlacements,
  bots,
  browsers,
  devices,
  displayContexts,
  type EventQuery,
  eventTypes,
  feedbackRatings,
  linkPositions,
  llmsVariants,
  markdownSources,
  notFoundTypes,
  operatingSystems,
  queryOperators,
  rangePresets,
  trademarkPlacements,
} from "../../insights/index.ts";
import { DiscriminatedUnion, nullable, StringEnum, Timestamp } from "../http/index.ts";

const Text = Type.String({ maxLength: 2048 });
const NullableText = nullable(Text);
const Count = Type.Number();

interface ColumnSchema {
  /** A value of the column in a filter. */
  readonly value: TSchema;
  /** The parameters of the column. */
  readonly parameters?: Record<string, TSchema>;
  /** The parameters in a filter. */
  readonly filterParameters?: Record<string, TSchema>;
}

const claim = { claim: Type.String({ maxLength: 256, description: "A name; nested ones have dots." }) };

/** All columns, with the schema of their values. */
const columnSchemas: Readonly<Record<string, ColumnSchema>> = {
  datetime: {
    value: Timestamp,
    parameters: { interval: Type.Optional(StringEnum(["hour", "day", "week", "month"], { default: "day" })) },
  },
  dayOfWeek: { value: Type.Number() },
  hourOfDay: { value: Type.Number() },
  url: { value: Text },
  urlPath: { value: Text },
  eventType: { value: StringEnum(eventTypes) },
  eventsCount: { value: Count },
  sessionsCount: { value: Count },
  visitorsCount: { value: Count },
  siteSection: { value: NullableText },
  siteSpace: { value: NullableText },
  siteShareKey: { value: NullableText },
  displayContext: { value: StringEnum(displayContexts) },
  page: { value: nullable(Type.Object({ page: NullableText, space: Text })) },
  visitorGeoCountry: { value: NullableText },
  visitorGeoPoint: {
    value: Type.Object({ latitude: Type.Number(), longitude: Type.Number(), h3: Text }),
    parameters: { precision: Type.Optional(Type.Number({ minimum: 0, maximum: 15 })) },
  },
  visitorDevice: { value: StringEnum(devices) },
  visitorBrowser: { value: StringEnum(browsers) },
  visitorOS: { value: StringEnum(operatingSystems) },
  visitorBot: { value: StringEnum([...bots, ""]) },
  visitorLanguage: { value: NullableText },
  eventLinkTargetValue: { value: Type.Unsafe({ type: "object" }) },
  eventLinkTargetKind: { value: Text },
  eventLinkTargetDomain: { value: NullableText },
  eventLinkPosition: { value: StringEnum(linkPositions) },
  eventAPIOperationPath: { value: NullableText },
  eventAPIOperationMethod: { value: NullableText },
  eventLLMSVariant: { value: nullable(StringEnum(llmsVariants)) },
  eventPageNotFoundType: { value: nullable(StringEnum(notFoundTypes)) },
  eventMarkdownSource: { value: nullable(StringEnum(markdownSources)) },
  eventSearchQuery: { value: Text },
  eventSearchResultRecordId: { value: NullableText },
  eventSearchResultsCount: { value: nullable(Type.Number()) },
  eventPageFeedbackRating: { value: StringEnum(feedbackRatings) },
  eventPageFeedbackComment: { value: Text },
  eventAskResponseRating: { value: Type.Number() },
  pageFeedbackRating: {
    value: Type.Object({ ok: Type.Number(), good: Type.Number(), bad: Type.Number() }),
  },
  askResponseRating: { value: Type.Object({ positive: Type.Number(), negative: Type.Number() }) },
  referrer: { value: Text },
  referrerDomain: { value: Text },
  utmSource: { value: Text },
  utmMedium: { value: Text },
  utmCampaign: { value: Text },
  utmTerm: { value: Text },
  utmContent: { value: Text },
  visitorAuthenticated: { value: nullable(Type.Boolean()) },
  visitorClaimProperty: { value: Text },
  visitorClaim: { value: Text, parameters: claim, filterParameters: claim },
  eventAdDomain: { value: Text },
  eventAdPlacement: { value: StringEnum(adPlacements) },
  eventTrademarkPlacement: { value: StringEnum(trademarkPlacements) },
};

const Column = DiscriminatedUnion(
  "column",
  Object.entries(columnSchemas).map(([column, { parameters }]) =>
    Type.Object({ column: Type.Literal(column), ...parameters }),
  ),
);

const Filter = DiscriminatedUnion(
  "column",
  Object.entries(columnSchemas).map(([column, { value, filterParameters }]) =>
    Type.Object({
      column: Type.Literal(column),
      ...filterParameters,
      values: Type.Array(value, { maxItems: 1000 }),
      operator: Type.Optional(StringEnum(queryOperators, { default: "in" })),
    }),
  ),
);

const CustomRange = Type.Object({ from: Timestamp, to: Timestamp });

export const EventsQuery = Type.Unsafe<EventQuery>(
  Type.Object({
    select: Type.Optional(Type.Array(Column, { maxItems: 20 })),
    where: Type.Optional(Type.Array(Filter, { maxItems: 50 })),
    groupBy: Type.Optional(Type.Array(Column, { maxItems: 10 })),
    order: Type.Optional(Type.Object({ by: Column, direction: StringEnum(["asc", "desc"]) })),
    range: Type.Union([StringEnum(rangePresets), CustomRange], {
      description: "Events are counted by the hour, so the range is extended to whole hours.",
    }),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 1000 }),
  }),
);

export const EventsResult = Type.Object(
  {
    columns: Type.Array(
      Type.Unsafe<{ readonly column: string; readonly values: readonly unknown[] }>({
        type: "object",
        properties: { column: { type: "string" }, values: { type: "array", items: {} } },
        additionalProperties: true,
      }),
    ),
  },
  { title: "SiteInsightsQueryEventsAggregationResult" },
);
