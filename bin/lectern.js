// Plain JavaScript: it enables the compile cache before any TypeScript is loaded.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

// Collects garbage when the heap has doubled instead of quadrupled: much less memory under load for 1 to 2 % of the speed.
setFlagsFromString("--heap-growing-percent=100");
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/lectern", import.meta.url)));
const { run } = await import("../src/main.ts");
await run(process.argv.slice(2));
