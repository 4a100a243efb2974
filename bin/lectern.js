// Runs the bundle that scripts/setup.mjs made, with the compile cache on: a later start compiles nothing. Without a
// bundle, Node runs the TypeScript sources.
import { existsSync, readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { PerformanceObserver } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const root = new URL("../", import.meta.url);
// Collects garbage when the heap has doubled instead of quadrupled: much less memory under load for 1 to 2 % of the speed.
setFlagsFromString("--heap-growing-percent=100");
enableCompileCache(fileURLToPath(new URL("node_modules/.cache/lectern", root)));
process.setSourceMapsEnabled(true);
// While modules are loaded, the space for new objects must not grow: it would not shrink again, and an idle server would
// take 9 MB more.
setFlagsFromString("--semi-space-growth-factor=1");
const { run } = await import(entryPoint());
growYoungGeneration();
await run(process.argv.slice(2));

/**
 * Lets the space for new objects grow to 8 MB, or 16 if it grows quickly. Its default limit of 64 MB makes a busy server no faster. The limit itself
 * can only be set on the command line of Node.
 */
function growYoungGeneration() {
  const maxSize = 8 * 1024 * 1024;
  setFlagsFromString("--semi-space-growth-factor=2");
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (space === undefined || space.space_size < maxSize) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    observer.disconnect();
  });
  observer.observe({ entryTypes: ["gc"] });
}

function entryPoint() {
  const pointer = new URL("dist/current", root);
  if (!existsSync(pointer)) return new URL("src/main.ts", root);
  return new URL(`dist/${readFileSync(pointer, "utf8")}/main.js`, root);
}
