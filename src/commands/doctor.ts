import { type Check, examineInstallation, worstStatus } from "../health/index.ts";
import type { RunCommand } from "./command.ts";

/** Checks the installation, changes nothing, and ends with exit code 1 if something is broken. */
export const doctor: RunCommand = async (_config, { options }) => {
  const checks = await examineInstallation({ environment: process.env });
  const status = worstStatus(checks);
  process.stdout.write(
    options.json === undefined
      ? `${describeChecks(checks)}\n`
      : `${JSON.stringify({ status, checks }, null, 2)}\n`,
  );
  if (status === "failed") process.exitCode = 1;
};

const summaries = {
  ok: "Everything is in order.",
  warning: "It works. See the warnings.",
  failed: "Something is broken. See what failed.",
};

/** The checks as a table, with what to do below each problem. */
export function describeChecks(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ area, status, finding, advice }) => [
    `${area.padEnd(10)}${status.padEnd(9)}${finding}`,
    ...(advice === undefined ? [] : [`${" ".repeat(19)}→ ${advice}`]),
  ]);
  return [...lines, "", summaries[worstStatus(checks)]].join("\n");
}
