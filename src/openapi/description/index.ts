export { describeOperation, describeSchemas, describeWebhook } from "./describe.ts";
export type { Field, OperationDescription, Payload, SchemaDescription } from "./descriptions.ts";
