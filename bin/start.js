#!/usr/bin/env node
// The program of the installed package. Runs Lectern on the Node version that it is made for: this one, or that of the npm package `node`.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const minVersion = 26;
const program = fileURLToPath(new URL("lectern.js", import.meta.url));
if (Number(process.versions.node.split(".")[0]) >= minVersion) await import("./lectern.js");
else runOnPinnedNode();

function runOnPinnedNode() {
  const folder = dirname(createRequire(import.meta.url).resolve("node/package.json"));
  const node = join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  // Otherwise glibc would keep much freed memory.
  const env = { MALLOC_ARENA_MAX: "1", ...process.env };
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"])
    process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(
      `Node ${minVersion} cannot be started (${error.message}): install again, with install scripts allowed for the package "node"\n`,
    );
    process.exit(1);
  });
  child.on("exit", (code, signal) =>
    process.exit(code ?? 128 + (constants.signals[signal ?? "SIGTERM"] ?? 15)),
  );
}
