// Installs what package-lock.json says, once for each version of that file.
// Runs before every npm script, on whatever Node the machine has; the scripts themselves then run the pinned one.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = `${root}node_modules/.lectern-setup`;
const wanted = createHash("sha256")
  .update(readFileSync(`${root}package-lock.json`))
  .digest("hex");
const present = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";

if (present !== wanted) {
  console.error(
    "Setting up Lectern: installing its packages and its own Node. This happens once and takes about a minute…",
  );
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
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
