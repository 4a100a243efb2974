export { describeOperation, describeSchemas, describeWebhook } from "./describe.ts";
export type { Field, OperationSheet, Payload, SchemaSheet } from "./sheets.ts";
