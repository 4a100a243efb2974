export { addMilliseconds, type Clock, systemClock } from "./clock.ts";
export { parseDuration, year } from "./durations.ts";
export { parseEmail } from "./email.ts";
export { encrypt } from "./encryption.ts";
export {
  badInput,
  concurrentlyChanged,
  concurrentlyDeleted,
  conflict,
  databaseBusy,
  errorMessage,
  FatalError,
  forbidden,
  LecternError,
  notFound,
  preconditionFailed,
  signInOverloaded,
  tooManyRequests,
  unauthenticated,
} from "./errors.ts";
export { EventLoopYielder } from "./event-loop-yielder.ts";
export { newId, newSecretId } from "./ids.ts";
export { isJsonDeeperThan } from "./json-depth.ts";
export { Coalescer, KeyedMutex } from "./keyed-mutex.ts";
export { Counter, Histogram, type Metrics, metricsContentType, workerLabels } from "./metrics.ts";
export { DiscriminatedUnion, HttpUrl, LinkAddress, nullable, patternMessage, StringEnum } from "./schemas.ts";
export { fold, likePattern, normalizeText } from "./search-text.ts";
export { encodePath, safeDecodeUriComponent } from "./uri-encoding.ts";
