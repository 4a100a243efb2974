export { findInDocument } from "./find-in-document.ts";
export { type ReadFindings, Targets } from "./targets.ts";
export {
  findBacklinks,
  findPageUsages,
  findUsages,
  type LinkedContent,
  type LinkPlace,
  type Usage,
} from "./usages.ts";
