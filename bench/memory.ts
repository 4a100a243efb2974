import { canSeeMemory, descendantsOf, residentOf } from "../test/support/process-memory.ts";

/** Looks again and again at how much memory a process and its children take, or only those. Linux only. */
export class MemoryWatch {
  /** In MB; undefined where nobody can tell. */
  most: number | undefined;
  readonly #looking: NodeJS.Timeout | undefined;

  constructor(pid: number, whose: "all" | "children" = "all") {
    if (!canSeeMemory) {
      process.stderr.write("  memory is not measured: that needs Linux\n");
      return;
    }
    this.#looking = setInterval(() => {
      const pids = whose === "all" ? [pid, ...descendantsOf(pid)] : descendantsOf(pid);
      const residents = pids.reduce((sum, each) => sum + residentOf(each), 0);
      this.most = Math.max(this.most ?? 0, residents / 1024);
    }, 20);
  }

  end(): void {
    clearInterval(this.#looking);
  }
}
