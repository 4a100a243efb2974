export { putInOurWords } from "./put-in-our-words.ts";
export { withTreePaths } from "./site-paths.ts";
