import { totalmem } from "node:os";
import packageInfo from "../../package.json" with { type: "json" };
import type { Config } from "../config/index.ts";
import { type Check, checksOf, formatBytes } from "./check.ts";

const { ok, warning, failed } = checksOf("process");

const megabyte = 1024 * 1024;
/** What a process takes while it works, and what a PDF or an import takes in addition. */
const processMemory = 250 * megabyte;
const childMemory = 512 * megabyte;

/** Checks the version of Node, and whether the memory suffices for the configured workers. */
export function checkProcess(
  { workers }: Pick<Config, "workers">,
  { node = process.versions.node, memory = availableMemory() } = {},
): Check[] {
  const needed = Number.parseInt(packageInfo.dependencies.node, 10);
  const version =
    Number.parseInt(node, 10) >= needed
      ? ok(`Lectern ${packageInfo.version} on Node ${node}`)
      : failed(
          `Node ${node} is too old`,
          `Start Lectern with \`npm start\`, which uses its own Node ${needed}, or install Node ${needed}`,
        );
  const demand = workers * processMemory + childMemory;
  const processes = workers === 1 ? "one process" : `${workers} workers`;
  const room =
    memory >= demand
      ? ok(`${formatBytes(memory)} of memory for ${processes}`)
      : warning(
          `${formatBytes(memory)} of memory are little for ${processes}`,
          `Give the server at least ${formatBytes(demand)}, or lower LECTERN_WORKERS`,
        );
  return [version, room];
}

/** The memory of the machine, or the limit of the container. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
