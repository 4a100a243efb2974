// Object storage: a small interface, and its implementation for S3-compatible services.
export { findReadProblem, findWriteProblem } from "./find-problem.ts";
export type { ByteRange, ObjectStore, SignedHeaders } from "./object-store.ts";
export { openObjects } from "./s3-store.ts";
