export { anyCaller } from "./access.ts";
export { authenticator, type Caller } from "./authenticate.ts";
export type { ChildPrograms, Context } from "./context.ts";
export { serveWorkerCounters } from "./count-in-primary.ts";
export { decodeCursor, encodeCursor } from "./cursors.ts";
export { serveDocumentation } from "./documentation.ts";
export { entityTag, matchesIfNoneMatch, satisfiesIfMatch } from "./entity-tags.ts";
export {
  handleErrors,
  replyToExpectation,
  replyToFrameworkError,
  replyToMalformedRequest,
} from "./error-reply.ts";
export { DocumentFormat } from "./format.ts";
export { serveHealth } from "./health.ts";
export { parseJsonBody, rejectNullInUrl, rejectUnstorableText } from "./json-body.ts";
export { createRequestIds, observeRequests } from "./observe.ts";
export {
  type Access,
  type Call,
  type Chapter,
  largeBodyLimit,
  nothingToDo,
  type Operation,
  operation,
  SerializedJson,
} from "./operation.ts";
export { requireSsoSession } from "./organization-scope.ts";
export {
  countWithin,
  cursorScope,
  listReply,
  type Page,
  paginateArray,
  presentList,
  readPage,
} from "./paging.ts";
export { createRequestCounter, limitRate } from "./rate-limit.ts";
export { registerOperation } from "./register.ts";
export {
  DiscriminatedUnion,
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
export { securityHeaders } from "./security-headers.ts";
export { setSchemaCompilers } from "./validation.ts";
