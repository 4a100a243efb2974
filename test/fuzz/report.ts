import type { FuzzedRequest } from "./requests.ts";

export interface Evidence {
  readonly run: number;
  readonly note: string;
  readonly request: string;
  readonly answer?: string;
}

interface Finding extends Evidence {
  readonly operation: string;
  readonly complaint: string;
  times: number;
}

/** What was found so far, each kind of mistake once. */
export class Findings {
  requests = 0;
  readonly slow: string[] = [];
  readonly #found = new Map<string, Finding>();
  readonly #hear: (line: string) => void;
  readonly #statuses = new Map<string, Set<number>>();

  /** `hear` is told of each kind of mistake when it is first made. */
  constructor(hear: (line: string) => void = () => {}) {
    this.#hear = hear;
  }

  add(operation: string, complaint: string, evidence: Evidence): void {
    const key = `${operation} ${complaint}`;
    const known = this.#found.get(key);
    if (known) known.times += 1;
    else {
      this.#found.set(key, { operation, complaint, times: 1, ...evidence });
      this.#hear(`${operation} ${complaint}`);
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

  /** Operations that never succeeded: of these, nothing was shown. */
  neverSucceeded(): string[] {
    return [...this.#statuses].flatMap(([id, statuses]) =>
      [...statuses].some((status) => status < 300) ? [] : [`${id} (${[...statuses].join(", ")})`],
    );
  }

  /** The first of them in full, as many as one reads. */
  describe(most = 40): string {
    return [...this.#found.values()]
      .slice(0, most)
      .map(({ operation, complaint, times, run, note, request, answer }) =>
        [
          `${operation} ${complaint} (${times}×, run ${run}: ${note})`,
          `  ${request}`,
          answer && `  -> ${answer}`,
        ]
          .filter((line) => line !== undefined)
          .join("\n"),
      )
      .join("\n");
  }
}

const longest = 1500;

/** The request as a line for a shell, shortened where it is large. */
export function curlOf({ method, url, headers, payload }: FuzzedRequest): string {
  const shorten = (text: string) =>
    text.length > longest ? `${text.slice(0, longest)}…(${text.length} characters)` : text;
  const quote = (text: string) => `'${shorten(text).replaceAll("'", "'\\''")}'`;
  const sent = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data =
    payload === undefined
      ? []
      : [
          `--data-binary ${quote(typeof payload === "string" ? payload : `base64:${payload.toString("base64")}`)}`,
        ];
  return ["curl", `-X ${method}`, quote(url), ...sent, ...data].join(" ");
}
