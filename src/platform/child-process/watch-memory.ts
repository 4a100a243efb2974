import { readFile } from "node:fs/promises";

const interval = 200;

/**
 * Calls when a process takes more megabytes than this: V8's own limit knows nothing of what native code takes. Where
 * the system does not tell, nothing is watched. Gives what ends it.
 */
export function watchMemory(pid: number | undefined, most: number | undefined, call: () => void): () => void {
  if (pid === undefined || most === undefined || process.platform !== "linux") return () => {};
  const timer = setInterval(async () => {
    if ((await residentMemory(pid)) > most) call();
  }, interval);
  return () => clearInterval(timer);
}

/** In megabytes; none of a process that has ended. */
async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
