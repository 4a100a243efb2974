// Runs the bundle that scripts/setup.mjs made, with the compile cache on: a later start compiles nothing. Without a
// bundle, Node runs the TypeScript sources.
import { existsSync, readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { availableParallelism } from "node:os";
import { constants, PerformanceObserver } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const root = new URL("../", import.meta.url);
enableCompileCache(fileURLToPath(new URL("node_modules/.cache/lectern", root)));
process.setSourceMapsEnabled(true);
const { run } = await import(entryPoint());
await run(process.argv.slice(2), () => {
  setHeapFlags();
  limitGrowth();
  limitYoungGeneration();
  // Later than the first responses.
  setTimeout(releaseMemory, 1000).unref();
});

/** Sets flags that have no effect while modules are loaded. Set before, they would make that slower, as V8 does not use code that was compiled with other flags. */
function setHeapFlags() {
  // V8 would allocate objects of parsed documents as long-lived ones, since some are cached. Most live for one request, and the full
  // collections that remove them took a sixth of the time of a rendering.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // On a small machine, the threads that collect new objects together take processor time from the database: 7 % more for each request.
  if (availableParallelism() <= 2) setFlagsFromString("--no-parallel-scavenge");
}

/**
 * Collects garbage when the heap has grown by half, not fourfold: much less memory under load for 2 to 4 % of the speed. A large heap grows
 * by a quarter.
 */
function limitGrowth() {
  const largeHeap = 110 * 1024 * 1024;
  let percent = 50;
  setFlagsFromString(`--heap-growing-percent=${percent}`);
  const update = (list) => {
    if (!list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return;
    const limit = getHeapStatistics().used_heap_size > largeHeap ? 25 : 50;
    if (limit !== percent) setFlagsFromString(`--heap-growing-percent=${limit}`);
    percent = limit;
  };
  new PerformanceObserver(update).observe({ entryTypes: ["gc"] });
}

/**
 * Keeps the space for new objects at 8 MB, or 16 if it grows quickly, while the server is busy. Its default limit of 64 MB makes
 * a busy server no faster. The limit itself can only be set on the command line of Node. V8 shrinks the space of an idle
 * server, which must then be able to grow again.
 */
function limitYoungGeneration() {
  const maxSize = 8 * 1024 * 1024;
  let canGrow = false;
  const update = () => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    const isSmall = space !== undefined && space.space_size < maxSize;
    if (isSmall === canGrow) return;
    canGrow = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${canGrow ? 2 : 1}`);
  };
  new PerformanceObserver(update).observe({ entryTypes: ["gc"] });
  update();
}

/**
 * Returns the memory that only loading has needed, a fifth of all. V8 would keep it: the space for new objects has grown, and would not
 * shrink again. A limit for it would make loading slower, as Node does not use the compiled code of its own modules with other flags.
 */
function releaseMemory() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")({ type: "major", flavor: "last-resort" });
}

function entryPoint() {
  const pointer = new URL("dist/current", root);
  if (!existsSync(pointer)) return new URL("src/main.ts", root);
  return new URL(`dist/${readFileSync(pointer, "utf8")}/main.js`, root);
}
