// Events of readers: taking them, their daily sums, and queries over both.
export { aggregateEvents } from "./aggregate.ts";
export {
  adPlacements,
  browsers,
  devices,
  displayContexts,
  type EventType,
  eventTypes,
  feedbackRatings,
  linkPositions,
  llmsVariants,
  markdownSources,
  maxCommentLength,
  notFoundTypes,
  operatingSystems,
  type TrackedEvent,
  type TrackedLocation,
  trademarkPlacements,
} from "./event.ts";
export { type EventQuery, queryOperators, rangePresets } from "./event-query.ts";
export { EventRecorder } from "./event-recorder.ts";
export { countPageViews } from "./page-views.ts";
export { isRolledUp, rollUpEvents } from "./roll-up.ts";
export { bots, parseUserAgent } from "./user-agent.ts";
export { readVisitorSegments } from "./visitor-segments.ts";
