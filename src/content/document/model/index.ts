// The document model: its schema, types, builders, references and tables.
export * from "./anchors.ts";
export * from "./build.ts";
export * from "./cells.ts";
export * from "./default-icons.ts";
export * from "./digest.ts";
export {
  dualDestination,
  hasDualDestinations,
  withIdDestinations,
  withWrittenDestinations,
} from "./dual-destination.ts";
export * from "./emoji-names.ts";
export type { Length } from "./fields.ts";
export * as fields from "./fields.ts";
export * from "./model.ts";
export * from "./plain-text.ts";
export * from "./references.ts";
export * from "./schema.ts";
export * from "./table.ts";
export { TooManyNodesError } from "./too-many-nodes.ts";
export * from "./tree.ts";
export { timestampOf, writeDate } from "./updates.ts";
export * from "./walk.ts";
