// Describes the operations, webhooks and schemas of an OpenAPI document for display.
export { describeOperation, describeSchemas, describeWebhook } from "./describe.ts";
export type {
  Field,
  OperationDescription,
  OtherMedia,
  Payload,
  ResponseDescription,
  SchemaDescription,
} from "./descriptions.ts";
export { DocumentReader } from "./document-reader.ts";
export { firstOf, own, textOf, truncate } from "./json-values.ts";
export { methods } from "./limits.ts";
export { type ListedOperation, listOperations, type SpecTag } from "./list-operations.ts";
export { describeRequest, type OperationRequest } from "./operation-request.ts";
export { parametersOf } from "./payload.ts";
export { elementOf, keyword, type ResolvedSchema, typesOf } from "./resolved-schema.ts";
