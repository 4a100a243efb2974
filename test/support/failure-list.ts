// A reporter for test/run.ts, which writes each failure as a line of JSON.
import type { TestEvent } from "node:test/reporters";

/** A failed test or hook. If a process crashed, the file is that of its group. */
export interface Failure {
  readonly file: string;
  readonly name: string;
}

export default async function* listFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== "test:fail" || data.file === undefined) continue;
    const { error } = data.details;
    // A suite fails with its tests.
    if ("failureType" in error && error.failureType === "subtestsFailed") continue;
    yield `${JSON.stringify({ file: data.file, name: data.name } satisfies Failure)}\n`;
  }
}

/** The failures of a run. */
export function parseFailures(text: string): Failure[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
