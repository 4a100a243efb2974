import type { ServerJob } from "../../data/api-types.ts";

/** Whether a job runs or is due. One that has failed is tried again much later, if at all. */
export function isUnderWay({ state, dueAt }: ServerJob): boolean {
  if (state !== "waiting") return state === "running";
  return dueAt !== undefined && Date.parse(dueAt) <= Date.now();
}
