import { Connection, type HttpResponse, type RequestOptions } from "../support/connection.ts";
import { createRandom, type Random } from "../support/random.ts";
import { emptyAcknowledged } from "./record.ts";
import type { LoadOrganization, LoadSpace, SeededData } from "./seed.ts";

export class LoadLog {
  readonly acknowledged = emptyAcknowledged();
  readonly times: Record<"read" | "write", number[]> = { read: [], write: [] };
  readonly timesByAction = new Map<string, number[]>();
  readonly firstProblems: string[] = [];
  problems = 0;
  conflicts = 0;

  addProblem(text: string): void {
    this.problems += 1;
    if (this.firstProblems.length < 20) this.firstProblems.push(text.slice(0, 400));
  }
}

/** An unexpected response, which is already logged. */
export class UnexpectedResponse extends Error {}

/** One of many clients, with its own random numbers. */
export class Client {
  readonly number: number;
  readonly organization: LoadOrganization;
  readonly log: LoadLog;
  readonly #connection: Connection;
  readonly random: Random;
  #action = "";

  constructor(number: number, urls: readonly string[], data: SeededData, log: LoadLog, seed: number) {
    const { organizations } = data;
    this.number = number;
    this.log = log;
    this.random = createRandom(seed * 100_003 + number);
    this.organization = itemAt(organizations, number);
    const person = itemAt(this.organization.people, Math.floor(number / organizations.length));
    this.#connection = new Connection(itemAt(urls, number), person.token);
  }

  space(): LoadSpace {
    return this.random.pick(this.organization.spaces);
  }

  /** A page that no other client writes. */
  ownPage({ pages }: LoadSpace): { id: string; path: string } {
    return itemAt(pages, this.number);
  }

  /** Sets the action that the next requests are logged with. */
  startAction(action: string): void {
    this.#action = action;
  }

  async get(path: string): Promise<HttpResponse["body"]> {
    return (await this.send("GET", path)).body;
  }

  /** Sends a request and logs its duration. An unexpected status throws. */
  async send(
    method: string,
    path: string,
    options: RequestOptions & { readonly expected?: readonly number[] } = {},
  ): Promise<HttpResponse> {
    const startedAt = performance.now();
    const response = await this.#connection.send(method, path, options).catch((error) => {
      this.log.addProblem(`${method} ${path} got no response: ${error}`);
      throw new UnexpectedResponse();
    });
    const time = performance.now() - startedAt;
    this.log.times[method === "GET" ? "read" : "write"].push(time);
    this.log.timesByAction.getOrInsertComputed(`${method} in ${this.#action}`, () => []).push(time);
    const { status, body } = response;
    if ((status >= 200 && status < 300) || options.expected?.includes(status)) return response;
    this.log.addProblem(`${method} ${path} returned ${status}: ${JSON.stringify(body)}`);
    throw new UnexpectedResponse();
  }

  close(): void {
    this.#connection.close();
  }
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("the list is empty");
  return item;
}
