import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

export async function childrenOf(pid: number): Promise<number[]> {
  // pgrep exits with 1 if there are none.
  const { stdout } = await promisify(execFile)("pgrep", ["-P", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).map(Number);
}

/** Kills a process and its children at once, and waits for their end. */
export async function killAll(pid: number): Promise<void> {
  const all = [pid, ...(await childrenOf(pid))];
  for (const target of all) sendSignal(target, "SIGKILL");
  await waitForExit(all);
}

export async function waitForExit(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => sendSignal(pid, 0))) await wait(10);
}

/** Sends a signal; false if there is no such process. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Memory can be read on Linux only. */
export const canReadMemory = existsSync("/proc/self/status");

/** The resident memory of a process in KB; 0 if it has ended. */
export function residentMemory(pid: number): number {
  try {
    const [, resident] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(resident ?? 0);
  } catch {
    return 0;
  }
}

/** The processor time that all threads of a process have used, in milliseconds; 0 if it has ended. Linux only. */
export function processorTime(pid: number): number {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user, system] = fields.split(" ").slice(11, 13).map(Number);
    // In hundredths of a second.
    return ((user ?? 0) + (system ?? 0)) * 10;
  } catch {
    return 0;
  }
}

/** The child processes of a process, and theirs. */
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

/** The time in milliseconds that threads were ready to run but had no processor; zero if it is unknown. */
export function processorDelay(threads: readonly string[]): number {
  try {
    return threads
      .map((thread) => Number(readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ")[1]) / 1e6)
      .reduce((sum, delay) => sum + delay);
  } catch {
    return 0;
  }
}
