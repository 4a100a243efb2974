// Installs what package-lock.json says, once for each version of that file, and the same in folders that are named.
// Runs before every npm script, on whatever Node the machine has; the scripts themselves then run the pinned one.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
setUp(root, "Lectern: installing its packages and its own Node. This happens once and takes about a minute…");
// What only tests need runs nothing of its own when it is installed: that may want hosts which cannot be reached.
for (const folder of process.argv.slice(2))
  setUp(`${root}${folder}/`, `what the tests in ${folder} need…`, "--ignore-scripts");

function setUp(folder, what, ...options) {
  const stamp = `${folder}node_modules/.lectern-setup`;
  const wanted = createHash("sha256")
    .update(readFileSync(`${folder}package-lock.json`))
    .digest("hex");
  const present = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  if (present === wanted) return;
  console.error(`Setting up ${what}`);
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...options], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (install.status !== 0) {
    console.error(install.stdout ?? "", install.stderr ?? "", install.error?.message ?? "");
    console.error(
      "The installation failed; what npm said is above. Check the network and the free disk space, then run the same command again.",
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
