import { enableCompileCache } from "node:module";

// Starts faster the second time: what was compiled is kept beside the packages.
enableCompileCache();

const { run } = await import("./commands/run.ts");
await run(process.argv.slice(2));
