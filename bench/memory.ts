import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Looks again and again at how much memory a process and its children take, or only those. Linux only. */
export class MemoryWatch {
  /** In MB; undefined where nobody can tell. */
  most: number | undefined;
  readonly #looking: NodeJS.Timeout | undefined;

  constructor(pid: number, whose: "all" | "children" = "all") {
    if (!existsSync("/proc/self/status")) {
      process.stderr.write("  memory is not measured: that needs Linux\n");
      return;
    }
    this.#looking = setInterval(() => {
      const residents = whose === "all" ? residentOf(pid) : sumOf(childrenOf(pid));
      this.most = Math.max(this.most ?? 0, residents / 1024);
    }, 20);
  }

  end(): void {
    clearInterval(this.#looking);
  }
}

/** In KB. What has ended meanwhile takes nothing. */
function residentOf(pid: number): number {
  try {
    const [, own] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(own ?? 0) + sumOf(childrenOf(pid));
  } catch {
    return 0;
  }
}

function sumOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + residentOf(pid), 0);
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim();
    return children === "" ? [] : children.split(" ").map(Number);
  });
}
