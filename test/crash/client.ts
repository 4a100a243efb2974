// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into; each comparison is the check
export type Answer = any;

/** Nobody knows whether what was asked for has happened. */
export class Unacknowledged extends Error {}

/** What a server that answers may take at most, on a machine with much else to do. */
const patience = 60_000;

export const token = "crash-test-token";

/** One who talks to a server that comes and goes. */
export class Client {
  /** Where the server is at present. */
  url = "";
  /** Whether something has been killed: until then, every request has its answer. */
  isTroubled = false;
  #cut = new AbortController();

  /** `send("PUT /orgs/1/teams", { title })`: the answer, if it is a good one. */
  async send(operation: string, body?: object): Promise<Answer> {
    const [method = "", path = ""] = operation.split(" ");
    const { status, text } = await this.#fetch(`${this.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Too busy is an answer that may be given at any time.
    if (status === 503 || (status >= 500 && this.isTroubled)) throw new Unacknowledged(`${status}`);
    if (status >= 300) throw new Error(`${operation} answered ${status}: ${text.slice(0, 500)}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** The text at an address that needs no token. */
  async download(address: string): Promise<string> {
    const { status, text } = await this.#fetch(address, {});
    if (status !== 200) throw new Error(`${address} answered ${status}`);
    return text;
  }

  /** All items of a list; its count must be how many they are, unless others write there at the same time. */
  async walk(path: string, { isQuiet = true } = {}): Promise<Answer[]> {
    const items: Answer[] = [];
    const list = `${path}${path.includes("?") ? "&" : "?"}limit=1000`;
    for (let page = ""; ; ) {
      const part = await this.send(`GET ${list}${page}`);
      items.push(...part.items);
      if (part.next === undefined) {
        if (isQuiet && part.count !== items.length)
          throw new Error(`${path} says it has ${part.count} items, and has ${items.length}`);
        return items;
      }
      page = `&page=${encodeURIComponent(part.next.page)}`;
    }
  }

  /** Undefined where there is no such thing. */
  async find(path: string): Promise<Answer | undefined> {
    return this.send(`GET ${path}`).catch((error: Error) => {
      if (!error.message.includes(" answered 404")) throw error;
    });
  }

  /** Waits no longer for what has not been answered by now. */
  giveUp(): void {
    this.#cut.abort();
    this.#cut = new AbortController();
  }

  async #fetch(address: string, options: RequestInit): Promise<{ status: number; text: string }> {
    const timeout = AbortSignal.timeout(patience);
    const signal = AbortSignal.any([timeout, this.#cut.signal]);
    try {
      const response = await fetch(address, { ...options, signal });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (timeout.aborted)
        throw new Error(`${options.method} ${address} had no answer in ${patience / 1000} seconds`);
      if (this.isTroubled) throw new Unacknowledged(String(error));
      throw new Error(`${options.method} ${address} was not answered, while nothing was killed`, {
        cause: error,
      });
    }
  }
}
