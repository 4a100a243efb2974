// The kinds of jobs, and the threads that run them.
export { cleanStorage } from "./clean-storage.ts";
export { JobRunner } from "./runner.ts";
