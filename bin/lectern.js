// Runs the bundle that scripts/setup.mjs made, with the compile cache on: a later start compiles nothing. Without a
// bundle, Node runs the TypeScript sources.
import { existsSync, readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const root = new URL("../", import.meta.url);
// Collects garbage when the heap has doubled instead of quadrupled: much less memory under load for 1 to 2 % of the speed.
setFlagsFromString("--heap-growing-percent=100");
enableCompileCache(fileURLToPath(new URL("node_modules/.cache/lectern", root)));
process.setSourceMapsEnabled(true);
// While modules are loaded, the space for new objects must not grow: it would not shrink again, and an idle server would
// take 9 MB more.
setFlagsFromString("--semi-space-growth-factor=1");
const { run } = await import(entryPoint());
setFlagsFromString("--semi-space-growth-factor=2");
await run(process.argv.slice(2));

function entryPoint() {
  const pointer = new URL("dist/current", root);
  if (!existsSync(pointer)) return new URL("src/main.ts", root);
  return new URL(`dist/${readFileSync(pointer, "utf8")}/main.js`, root);
}
