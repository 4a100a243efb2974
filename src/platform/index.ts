// Modules that know nothing of the product: errors, time, ids, concurrency, text.
export { type Asset, type AssetSet, loadBundledAssets } from "./bundled-assets.ts";
export { addMilliseconds, type Clock, parseDuration, systemClock, year } from "./clock.ts";
export { ConcurrencyLimiter } from "./concurrency-limiter.ts";
export { type CookieOptions, readCookie, writeCookie } from "./cookies.ts";
export { encrypt } from "./encryption.ts";
export * from "./errors.ts";
export { EventLoopYielder } from "./event-loop-yielder.ts";
export { type IconDrawing, listIconNames, loadIconDrawings, loadOutlinedIconDrawings } from "./icons.ts";
export { creationTimeOf, derivedId, newId, newSecretId } from "./ids.ts";
export { isJsonDeeperThan, JsonLimitError, parseJson } from "./json.ts";
export { Coalescer, KeyedMutex } from "./keyed-mutex.ts";
export { parseRison } from "./rison.ts";
export { DiscriminatedUnion, HttpUrl, LinkUrl, nullable, patternMessage, StringEnum } from "./schemas.ts";
export { SingleFlight } from "./single-flight.ts";
export { sortSteps, sortYielding } from "./sort-yielding.ts";
export { finish, finishYielding, StepCounter, type Steps } from "./steps.ts";
export * from "./text.ts";
export { transliterate } from "./transliterate.ts";
