export { anyCaller } from "./access.ts";
export { authenticator, type Caller } from "./authenticate.ts";
export type { ChildPrograms, Context } from "./context.ts";
export { countForWorkers } from "./count-in-primary.ts";
export { decodeCursor, encodeCursor } from "./cursors.ts";
export { serveDocumentation } from "./documentation.ts";
export { entityTag, matchesIfNoneMatch, satisfiesIfMatch } from "./entity-tags.ts";
export {
  replyToEarlyError,
  replyToExpectation,
  replyToMalformedRequest,
  shapeErrors,
} from "./error-reply.ts";
export { Format } from "./format.ts";
export { serveHealth } from "./health.ts";
export { parseJsonBody, refuseNullIn, refuseUnstorableText } from "./json-body.ts";
export { observe, requestIds } from "./observe.ts";
export {
  type Access,
  type Call,
  type Chapter,
  largeBody,
  nothingToDo,
  type Operation,
  operation,
  WrittenJson,
} from "./operation.ts";
export { requireSsoSession } from "./organization-scope.ts";
export { cursorScope, fittingIn, listOf, type Page, pageOf, presentList, readPage } from "./paging.ts";
export { createCounter, limitRate } from "./rate-limit.ts";
export { registerOperation } from "./register.ts";
export {
  Address,
  ListOf,
  ListQuery,
  nullable,
  Order,
  oneByTag,
  oneOf,
  RecordOf,
  RoleOrGuest,
  RoleSchema,
  ruleOfPattern,
  TeamRoleSchema,
  Timestamp,
} from "./schemas.ts";
export { securityHeaders } from "./security-headers.ts";
export { validateAndSerialize } from "./validation.ts";
