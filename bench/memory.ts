import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Looks again and again at how much memory a process and its children take. Linux only. */
export class MemoryWatch {
  /** In MB; undefined where nobody can tell. */
  most: number | undefined;
  readonly #looking: NodeJS.Timeout | undefined;

  constructor(pid: number) {
    if (!existsSync("/proc/self/status")) {
      process.stderr.write("  memory is not measured: that needs Linux\n");
      return;
    }
    this.#looking = setInterval(() => {
      this.most = Math.max(this.most ?? 0, residentOf(pid) / 1024);
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
    return childrenOf(pid).reduce((sum, child) => sum + residentOf(child), Number(own ?? 0));
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim();
    return children === "" ? [] : children.split(" ").map(Number);
  });
}
