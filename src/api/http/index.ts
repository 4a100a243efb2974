// The base of all API operations: declaration, authentication, validation, paging and errors.
export { authenticator, type Caller, findSessionCaller } from "./authenticate.ts";
export { type CacheUse, type ChildPrograms, type Context, type Metrics, recentContext } from "./context.ts";
export { readReferenceScript, serveDocumentation } from "./documentation.ts";
export {
  handleErrors,
  replyToExpectation,
  replyToFrameworkError,
  replyToMalformedRequest,
} from "./error-reply.ts";
export { KeptReplies, repeatReplies } from "./kept-replies.ts";
export { createRequestIds, observeRequests } from "./observe.ts";
export * from "./operation.ts";
export {
  onlyOrganizationOf,
  requireSsoOfAll,
  requireSsoSession,
  requireWithinSession,
} from "./organization-scope.ts";
export * from "./paging.ts";
export {
  createRequestCounter,
  limitRate,
  requestCounterOf,
  serveWorkerCounters,
  visitorFactor,
} from "./rate-limit.ts";
export { entityTag, matchesIfNoneMatch, registerOperation, satisfiesIfMatch } from "./register.ts";
export { parseJsonBody, rejectUnstorableText } from "./request-body.ts";
export * from "./schemas.ts";
export { type JsonPieces, jsonArray, jsonString, StreamedJson } from "./streamed-json.ts";
export { rejectNullInUrl, requireValid, setSchemaCompilers } from "./validation.ts";
