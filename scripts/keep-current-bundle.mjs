// Deletes all bundles but the current one before the package is packed.
import { readdirSync, readFileSync, rmSync } from "node:fs";

const dist = new URL("../dist/", import.meta.url);
const current = readFileSync(new URL("current", dist), "utf8");
for (const name of readdirSync(dist))
  if (!["current", current].includes(name)) rmSync(new URL(name, dist), { recursive: true });
