// What all operations of the API share: their declaration, authentication, validation, paging and errors.
export { authenticator, type Caller } from "./authenticate.ts";
export type { ChildPrograms, Context, Metrics } from "./context.ts";
export { serveDocumentation } from "./documentation.ts";
export { entityTag, matchesIfNoneMatch, satisfiesIfMatch } from "./entity-tags.ts";
export {
  handleErrors,
  replyToExpectation,
  replyToFrameworkError,
  replyToMalformedRequest,
} from "./error-reply.ts";
export { parseJsonBody, rejectNullInUrl, rejectUnstorableText } from "./json-body.ts";
export { createRequestIds, observeRequests } from "./observe.ts";
export * from "./operation.ts";
export { requireSsoSession } from "./organization-scope.ts";
export * from "./paging.ts";
export { createRequestCounter, limitRate, serveWorkerCounters } from "./rate-limit.ts";
export { registerOperation } from "./register.ts";
export {
  DiscriminatedUnion,
  DocumentFormat,
  HttpUrl,
  ListOf,
  ListQuery,
  NullableRole,
  nullable,
  Order,
  patternMessage,
  RecordOf,
  RoleSchema,
  StringEnum,
  TeamRoleSchema,
  Timestamp,
} from "./schemas.ts";
export { setSchemaCompilers } from "./validation.ts";
