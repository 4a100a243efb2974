import type { Result } from "./drive.ts";

/** Operations that cannot succeed in this test, with the reason. */
const notDriven: Readonly<Record<string, string>> = {};

/** The operations of which no request by the admin succeeded although they are not listed, and the listed ones that did. */
export function findUndriven(
  results: readonly Pick<Result, "operation" | "caller" | "status" | "text">[],
  ids: readonly string[],
): string[] {
  const driven = new Set(
    results.flatMap(({ operation, status }) => (status >= 200 && status < 300 ? [operation] : [])),
  );
  const lastOf = (id: string) =>
    results.findLast(({ operation, caller }) => operation === id && caller === "admin");
  return [
    ...ids
      .filter((id) => !driven.has(id) && notDriven[id] === undefined)
      .map((id) => `${id} was not driven: ${lastOf(id)?.status} ${lastOf(id)?.text.slice(0, 300)}`),
    ...Object.keys(notDriven)
      .filter((id) => driven.has(id) || !ids.includes(id))
      .map((id) => `${id} is listed as not driven, but it was driven or does not exist`),
  ];
}

export interface Thresholds {
  readonly wait: number;
  readonly memory: number;
}

export function findProblems(results: readonly Result[], { wait, memory }: Thresholds): string[] {
  return results.flatMap((result) => [
    ...(result.status === 0 || result.status >= 500
      ? [`${nameOf(result)}: ${result.status} ${result.text.slice(0, 300)}`]
      : []),
    ...(result.wait > wait ? [`${nameOf(result)}: others wait ${result.wait.toFixed(0)} ms`] : []),
    ...(result.memory > memory ? [`${nameOf(result)}: takes ${result.memory.toFixed(0)} MB`] : []),
  ]);
}

const nameOf = ({ operation, caller, input }: Result) => `${operation} by ${caller} (${input})`;

/** A table of the slowest requests, sorted by wait. */
export function tableOf(results: readonly Result[], rows = results.length): string {
  const head = [
    "operation",
    "caller",
    "input",
    "status",
    "ms",
    "wait ms",
    "memory MB",
    "children MB",
    "answer KB",
  ];
  const lines = results
    .toSorted((a, b) => b.wait - a.wait)
    .slice(0, rows)
    .map((r) =>
      [
        r.operation,
        r.caller,
        r.input,
        `${r.status}`,
        r.milliseconds,
        r.wait,
        r.memory,
        r.childMemory,
        r.size / 1024,
      ].map((cell) => (typeof cell === "number" ? cell.toFixed(0) : cell)),
    );
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  return [head, ...lines]
    .map((line) =>
      line.map((cell, i) => (i < 3 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
    )
    .join("\n");
}
