// Installs what package-lock.json lists, once for each version of that file, and the same in the folders given as
// arguments; then bundles the server if a source has changed. Runs before every npm script, on the machine's own Node;
// the scripts themselves run the pinned one. With --production, only what running needs is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [folders, options] = [false, true].map((isOption) =>
  process.argv.slice(2).filter((argument) => argument.startsWith("--") === isOption),
);
const isProduction = options.includes("--production");
const message =
  "Setting up Lectern: installing its packages and its own Node. This happens once and takes about a minute…";
if (setUp(root, message, isProduction ? ["--omit=dev"] : [])) {
  const { prunePackages } = await import("./prune.mjs");
  prunePackages(root, isProduction);
}
// Install scripts of packages that only tests use may need hosts that cannot be reached.
for (const folder of folders)
  setUp(`${root}${folder}/`, `Installing the packages of ${folder}…`, ["--ignore-scripts"]);
const { bundleServer } = await import("./bundle.mjs");
await bundleServer(root);

/** Installs the packages of a folder, if they are not installed yet. A full installation serves production too. */
function setUp(folder, message, options) {
  const stamp = `${folder}node_modules/.lectern-setup`;
  const lockHash = createHash("sha256")
    .update(readFileSync(`${folder}package-lock.json`))
    .digest("hex");
  const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  const wanted = options.includes("--omit=dev") ? `${lockHash} production` : lockHash;
  if (installed === wanted || (installed === lockHash && isProduction)) return false;
  console.error(message);
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...options], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (install.status !== 0) {
    console.error(install.stdout ?? "", install.stderr ?? "", install.error?.message ?? "");
    console.error(
      "The installation failed; the output of npm is above. Check the network and the free disk space, then run the same command again.",
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
  return true;
}
