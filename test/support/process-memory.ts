import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Only Linux tells it. */
export const canSeeMemory = existsSync("/proc/self/status");

/** What a process takes itself, in KB. What has ended meanwhile takes nothing. */
export function residentOf(pid: number): number {
  try {
    const [, own] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(own ?? 0);
  } catch {
    return 0;
  }
}

/** The processes that it has started, and those that they have. */
export function descendantsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim();
      const pids = children === "" ? [] : children.split(" ").map(Number);
      return pids.flatMap((child) => [child, ...descendantsOf(child)]);
    });
  } catch {
    return [];
  }
}
