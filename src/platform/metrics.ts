import cluster from "node:cluster";

/** What `/metrics` shows of this process. */
export interface Metrics {
  readonly requests: Histogram;
  readonly jobs: Counter;
  /** All of it in the format of Prometheus, with what Node says of the process. */
  text(): Promise<string>;
}

export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

type Labels = Readonly<Record<string, string | number>>;

/** Each of several processes says which it is. */
export const workerLabels: Labels = cluster.isWorker ? { worker: cluster.worker?.id ?? 0 } : {};

function writeLabels(labels: Labels): string {
  return Object.entries({ ...workerLabels, ...labels })
    .map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
    .join(",");
}

/** How often something happened. */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  increment(labels: Labels): void {
    const series = writeLabels(labels);
    this.#counts.set(series, (this.#counts.get(series) ?? 0) + 1);
  }

  text(): string {
    const lines = Array.from(this.#counts, ([labels, count]) => `${this.#name}{${labels}} ${count}\n`);
    return `# HELP ${this.#name} ${this.#help}\n# TYPE ${this.#name} counter\n${lines.join("")}`;
  }
}

/** How long something took. */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #series = new Map<string, HistogramSeries>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  /** What has these labels; to be kept by whoever adds to it often. */
  labels(labels: Labels): HistogramSeries {
    return this.#series.getOrInsertComputed(writeLabels(labels), () => new HistogramSeries());
  }

  text(): string {
    const lines = Array.from(this.#series, ([labels, series]) => series.text(this.#name, labels));
    return `# HELP ${this.#name} ${this.#help}\n# TYPE ${this.#name} histogram\n${lines.join("")}`;
  }
}

/** Up to how many seconds each bucket goes; the last one has no bound. */
const bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10, Number.POSITIVE_INFINITY];

class HistogramSeries {
  readonly #counts = bounds.map(() => 0);
  #sum = 0;

  observe(seconds: number): void {
    const at = bounds.findIndex((bound) => seconds <= bound);
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += seconds;
  }

  text(name: string, labels: string): string {
    let count = 0;
    const buckets = bounds.map((bound, at) => {
      count += this.#counts[at] ?? 0;
      return `${name}_bucket{le="${Number.isFinite(bound) ? bound : "+Inf"}",${labels}} ${count}\n`;
    });
    return `${buckets.join("")}${name}_sum{${labels}} ${this.#sum}\n${name}_count{${labels}} ${count}\n`;
  }
}
