// The one file that is not TypeScript: it turns on the cache of compiled code before anything has to be compiled,
// so that a later start loads neither the sources nor the compiler.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/lectern", import.meta.url)));
const { run } = await import("../src/main.ts");
await run(process.argv.slice(2));
