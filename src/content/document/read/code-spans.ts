import { oneLine } from "../../markdown/syntax/index.ts";
/** Finds where code between backticks ends. All runs of backticks in a text are found once. */
export class CodeSpans {
  readonly #source: string;
  #runs: Map<number, number[]> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** The next run of as many backticks. Questions come from the front to the back. */
  nextRun(from: number, length: number): number | undefined {
    const places = this.#all().get(length) ?? [];
    while ((places.at(-1) ?? from) < from) places.pop();
    return places.at(-1);
  }

  #all(): Map<number, number[]> {
    if (this.#runs !== undefined) return this.#runs;
    this.#runs = new Map();
    for (const { 0: run, index } of this.#source.matchAll(/`+/g))
      this.#runs.getOrInsertComputed(run.length, () => []).push(index);
    for (const places of this.#runs.values()) places.reverse();
    return this.#runs;
  }
}

/** Code on one line. A space on either side only keeps it apart from the backticks. */
export function codeText(inner: string): string {
  const line = oneLine(inner);
  const isPadded = line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "";
  return isPadded ? line.slice(1, -1) : line;
}
