import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/** The processes that this one has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  // It ends with 1 where there are none.
  const { stdout } = await promisify(execFile)("pgrep", ["-P", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).map(Number);
}

/** Kills a process and those that it has started, all at once, and waits until they are gone. */
export async function killAll(pid: number): Promise<void> {
  const all = [pid, ...(await childrenOf(pid))];
  for (const one of all) signal(one, "SIGKILL");
  await allEnded(all);
}

export async function allEnded(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => signal(pid, 0))) await wait(10);
}

/** Whether there was such a process. */
export function signal(pid: number, what: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, what);
  } catch {
    return false;
  }
}
