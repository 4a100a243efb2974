// The one file that is not TypeScript: it turns on the cache of compiled code before anything has to be compiled,
// so that a later start loads neither the sources nor the compiler.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

// The room for new objects would grow with all that a start throws away, and never shrink again: `serve` lets it grow.
setFlagsFromString("--semi-space-growth-factor=1");
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/lectern", import.meta.url)));
const { run } = await import("../src/main.ts");
await run(process.argv.slice(2));
