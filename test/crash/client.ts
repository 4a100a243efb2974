// biome-ignore lint/suspicious/noExplicitAny: bodies of all shapes; each comparison is the check
export type Json = any;

/** It is unknown whether the request was executed. */
export class Unacknowledged extends Error {}

/** The maximum duration of a response on a busy machine. */
const timeoutMs = 60_000;

export const token = "crash-test-token";

/** A client of a server that is killed and restarted. */
export class Client {
  url = "";
  /** Whether something has been killed: before that, every request must get a response. */
  isDisrupted = false;
  #abort = new AbortController();

  /** Calls an operation: `send("PUT /orgs/1/teams", { title })`. */
  async send(operation: string, body?: object): Promise<Json> {
    const [method = "", path = ""] = operation.split(" ");
    const { status, text } = await this.#fetch(`${this.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    // A busy server may respond with 503 at any time.
    if (status === 503 || (status >= 500 && this.isDisrupted)) throw new Unacknowledged(`${status}`);
    if (status >= 300) throw new Error(`${operation} answered ${status}: ${text.slice(0, 500)}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Downloads a text without a token. */
  async download(address: string): Promise<string> {
    const { status, text } = await this.#fetch(address, {});
    if (status !== 200) throw new Error(`${address} answered ${status}`);
    return text;
  }

  /** All items of a list. Their number must be the count of the list, unless others write to it. */
  async walk(path: string, { isQuiet = true } = {}): Promise<Json[]> {
    const items: Json[] = [];
    const list = `${path}${path.includes("?") ? "&" : "?"}limit=1000`;
    for (let page = ""; ; ) {
      const part = await this.send(`GET ${list}${page}`);
      items.push(...part.items);
      if (part.next === undefined) {
        if (isQuiet && part.count !== items.length)
          throw new Error(`${path} has the count ${part.count} and ${items.length} items`);
        return items;
      }
      page = `&page=${encodeURIComponent(part.next.page)}`;
    }
  }

  /** Undefined if the path is not found. */
  async find(path: string): Promise<Json | undefined> {
    return this.send(`GET ${path}`).catch((error: Error) => {
      if (!error.message.includes(" answered 404")) throw error;
    });
  }

  abortRequests(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  async #fetch(address: string, options: RequestInit): Promise<{ status: number; text: string }> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, this.#abort.signal]);
    try {
      const response = await fetch(address, { ...options, signal });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (timeout.aborted)
        throw new Error(`${options.method} ${address} had no response in ${timeoutMs / 1000} seconds`);
      if (this.isDisrupted) throw new Unacknowledged(String(error));
      throw new Error(`${options.method} ${address} got no response, although nothing was killed`, {
        cause: error,
      });
    }
  }
}
