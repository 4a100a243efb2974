import type { FuzzedRequest } from "./requests.ts";

export interface Evidence {
  readonly run: number;
  readonly note: string;
  readonly request: string;
  readonly response?: string;
}

interface Finding extends Evidence {
  readonly operation: string;
  readonly problem: string;
  times: number;
}

/** The problems found so far, one finding for each kind. */
export class Findings {
  requests = 0;
  readonly slow: string[] = [];
  readonly #found = new Map<string, Finding>();
  readonly #onProblem: (line: string) => void;
  readonly #statuses = new Map<string, Set<number>>();

  /** `onProblem` is called when a kind of problem first occurs. */
  constructor(onProblem: (line: string) => void = () => {}) {
    this.#onProblem = onProblem;
  }

  add(operation: string, problem: string, evidence: Evidence): void {
    const key = `${operation} ${problem}`;
    const finding = this.#found.get(key);
    if (finding) finding.times += 1;
    else {
      this.#found.set(key, { operation, problem, times: 1, ...evidence });
      this.#onProblem(`${operation} ${problem}`);
    }
  }

  addSlow(operation: string, milliseconds: number, request: string): void {
    this.slow.push(
      `${operation} kept the process busy for ${Math.round(milliseconds)} ms: ${request.slice(0, 300)}`,
    );
  }

  count(operation: string, status: number): void {
    this.requests += 1;
    const statuses = this.#statuses.get(operation) ?? new Set();
    this.#statuses.set(operation, statuses.add(status));
  }

  get size(): number {
    return this.#found.size;
  }

  /** Operations that never succeeded and are therefore hardly tested. */
  neverSucceeded(): string[] {
    return [...this.#statuses].flatMap(([id, statuses]) =>
      [...statuses].some((status) => status < 300) ? [] : [`${id} (${[...statuses].join(", ")})`],
    );
  }

  describe(limit = 40): string {
    return [...this.#found.values()]
      .slice(0, limit)
      .map(({ operation, problem, times, run, note, request, response }) =>
        [
          `${operation} ${problem} (${times}×, run ${run}: ${note})`,
          `  ${request}`,
          response && `  -> ${response}`,
        ]
          .filter((line) => line !== undefined)
          .join("\n"),
      )
      .join("\n");
  }
}

const maxLength = 1500;

/** The request as a shell command, shortened if it is long. */
export function curlOf({ method, url, headers, payload }: FuzzedRequest): string {
  const shorten = (text: string) =>
    text.length > maxLength ? `${text.slice(0, maxLength)}…(${text.length} characters)` : text;
  const quote = (text: string) => `'${shorten(text).replaceAll("'", "'\\''")}'`;
  const headerOptions = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data =
    payload === undefined
      ? []
      : [
          `--data-binary ${quote(typeof payload === "string" ? payload : `base64:${payload.toString("base64")}`)}`,
        ];
  return ["curl", `-X ${method}`, quote(url), ...headerOptions, ...data].join(" ");
}
