import { readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** This process, as the one that holds a job. */
export const holder = holderOf(process.pid);

/** A process of this machine, and where there are several worlds of processes on it, of this one. */
export function holderOf(pid: number): string {
  return `${hostname()} ${processWorld()} ${pid}`;
}

function processWorld(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Whether a process that held a job is known to have ended. Of other machines nothing is known. */
export function hasEnded(other: string): boolean {
  const pid = Number(other.slice(other.lastIndexOf(" ") + 1));
  return other === holderOf(pid) && !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
