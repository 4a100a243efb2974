// Garbage: finding and removing nodes and files that no content uses.
export { type CollectedGarbage, collectGarbage } from "./collect-garbage.ts";
