export { scheduleRepeatingJobs } from "./kinds.ts";
export type { JobRunner } from "./runner.ts";
