export { type Clock, later, systemClock } from "./clock.ts";
export { parseDuration, year } from "./durations.ts";
export { parseEmail } from "./email.ts";
export { encrypt } from "./encryption.ts";
export {
  badInput,
  changedMeanwhile,
  conflict,
  forbidden,
  LecternError,
  notFound,
  preconditionFailed,
  reasonOf,
  StartError,
  tooBusy,
  tooManySignIn,
  tooOften,
  unauthenticated,
  vanished,
} from "./errors.ts";
export { newId, newSecretId } from "./ids.ts";
export { isDeeperThan } from "./json-depth.ts";
export { Coalescer, KeyedMutex } from "./keyed-mutex.ts";
export { Counts, Durations, type Metrics, metricsType, ofWorker } from "./metrics.ts";
export { Pace } from "./pace.ts";
export { Address, LinkAddress, nullable, oneByTag, oneOf, ruleOfPattern } from "./schemas.ts";
export { containsPattern, fold, normalize } from "./search-text.ts";
export { decodeOrKeep, encodeNames } from "./uri-text.ts";
