// For developing: bundles and starts the server, again after every change of a source. Open pages of the workspace reload.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleServer } from "./bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
let server;
let restarting = Promise.resolve();
let timer;

await restart();
watch(join(root, "src"), { recursive: true }, () => {
  clearTimeout(timer);
  // Editors write several files at once.
  timer = setTimeout(() => {
    restarting = restarting.then(restart);
  }, 100);
});

async function restart() {
  try {
    await bundleServer(root);
  } catch {
    // esbuild has printed the errors. The server before the change keeps running.
    return;
  }
  if (server !== undefined) {
    const stopped = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await stopped;
  }
  server = spawn(process.execPath, [join(root, "bin/lectern.js"), "serve"], {
    stdio: "inherit",
    env: { ...process.env, LECTERN_WATCH: "true" },
  });
}
