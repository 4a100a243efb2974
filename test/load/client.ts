import { Connection, type HttpResponse, type RequestOptions } from "../support/connection.ts";
import { createRandom, type Random } from "../support/random.ts";
import type { Installation, LoadOrganization, LoadSpace } from "./installation.ts";
import { emptyAcknowledged } from "./record.ts";

/** What all clients of a run note together. */
export class Notes {
  readonly acknowledged = emptyAcknowledged();
  readonly times: Record<"read" | "write", number[]> = { read: [], write: [] };
  readonly timesOf = new Map<string, number[]>();
  readonly firstWrong: string[] = [];
  wrongAnswers = 0;
  overtaken = 0;

  wrong(text: string): void {
    this.wrongAnswers += 1;
    if (this.firstWrong.length < 20) this.firstWrong.push(text.slice(0, 400));
  }
}

/** Which answers are right besides success. */
interface Expected {
  readonly expected?: readonly number[];
}

/** An answer that should not have been; it is noted already. */
export class WrongAnswer extends Error {}

/** One of the many: who they are, what they are doing, and their own random numbers. */
export class Client {
  readonly number: number;
  readonly organization: LoadOrganization;
  readonly notes: Notes;
  readonly #connection: Connection;
  readonly random: Random;
  #action = "";

  constructor(
    number: number,
    urls: readonly string[],
    installation: Installation,
    notes: Notes,
    seed: number,
  ) {
    const { organizations } = installation;
    this.number = number;
    this.notes = notes;
    this.random = createRandom(seed * 100_003 + number);
    this.organization = itemAt(organizations, number);
    const person = itemAt(this.organization.people, Math.floor(number / organizations.length));
    this.#connection = new Connection(itemAt(urls, number), person.token);
  }

  space(): LoadSpace {
    return this.random.pick(this.organization.spaces);
  }

  /** A page of a space that no other client writes to. */
  ownPage({ pages }: LoadSpace): { id: string; path: string } {
    return itemAt(pages, this.number);
  }

  begin(action: string): void {
    this.#action = action;
  }

  async get(path: string): Promise<HttpResponse["body"]> {
    return (await this.send("GET", path)).body;
  }

  /** Sends one request and notes how long it took; an answer that is not expected ends the action. */
  async send(method: string, path: string, sent: RequestOptions & Expected = {}): Promise<HttpResponse> {
    const begun = performance.now();
    const answer = await this.#connection.send(method, path, sent).catch((error) => {
      this.notes.wrong(`${method} ${path} got no answer: ${error}`);
      throw new WrongAnswer();
    });
    const time = performance.now() - begun;
    this.notes.times[method === "GET" ? "read" : "write"].push(time);
    this.notes.timesOf.getOrInsertComputed(`${method} in ${this.#action}`, () => []).push(time);
    const { status, body } = answer;
    if ((status >= 200 && status < 300) || sent.expected?.includes(status)) return answer;
    this.notes.wrong(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    throw new WrongAnswer();
  }

  close(): void {
    this.#connection.close();
  }
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("an empty list");
  return item;
}
