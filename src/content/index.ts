// The content engine: spaces as immutable, content-addressed nodes, without HTTP and SQL.
export * from "./document-store/index.ts";
export { findReusableContent } from "./links/index.ts";
export * from "./model/index.ts";
export * from "./nodes/index.ts";
