import { canSeeMemory, descendantsOf, residentOf } from "../test/support/process-memory.ts";

/** Samples the resident memory of a process and its children, or of the children alone. Linux only. */
export class MemoryWatch {
  /** The peak in MB; undefined where it cannot be measured. */
  peak: number | undefined;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(pid: number, scope: "all" | "children" = "all") {
    if (!canSeeMemory) {
      process.stderr.write("  memory is not measured: that needs Linux\n");
      return;
    }
    this.#timer = setInterval(() => {
      const pids = scope === "all" ? [pid, ...descendantsOf(pid)] : descendantsOf(pid);
      const residents = pids.reduce((sum, each) => sum + residentOf(each), 0);
      this.peak = Math.max(this.peak ?? 0, residents / 1024);
    }, 20);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
