// The kinds of jobs, and the threads that run them.
export { JobRunner } from "./runner.ts";
