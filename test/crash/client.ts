import { inspect } from "node:util";

// biome-ignore lint/suspicious/noExplicitAny: bodies of all shapes; each comparison is the check
export type Json = any;

/** Thrown if it is unknown whether a request was executed. */
export class Unacknowledged extends Error {}

/** Thrown if a killed server accepted no connection. */
class Refused extends Unacknowledged {}

/** The maximum duration of a response on a busy machine. */
const timeoutMs = 60_000;

export const token = "crash-test-token";

/** A client of servers that are killed and restarted. */
export class Client {
  /** The servers, which get requests in turn. */
  urls: readonly string[] = [];
  /** The servers of which a process was killed: only their requests may remain without a response. */
  disrupted: readonly string[] = [];
  #requests = 0;

  /** Calls an operation: `send("PUT /orgs/1/teams", { title })`. */
  async send(operation: string, body?: object): Promise<Json> {
    const [method = "", path = ""] = operation.split(" ");
    const { status, text } = await this.#fetchFromAny(`/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    // A busy server may respond with 503 at any time, as does one without a database.
    if (status === 503) throw new Unacknowledged(`${status}`);
    if (status >= 300) throw new Error(`${operation} returned ${status}: ${text.slice(0, 500)}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Downloads a text without a token. */
  async download(url: string): Promise<string> {
    const { status, text } = await this.#fetch(url, {});
    if (status !== 200) throw new Error(`${url} returned ${status}`);
    return text;
  }

  /** All items of a list. Unless other clients write to it, their number must be the count of the list. */
  async walk(path: string, { checkCount = true } = {}): Promise<Json[]> {
    const items: Json[] = [];
    const list = `${path}${path.includes("?") ? "&" : "?"}limit=1000`;
    for (let page = ""; ; ) {
      const part = await this.send(`GET ${list}${page}`);
      items.push(...part.items);
      if (part.next === undefined) {
        if (checkCount && part.count !== items.length)
          throw new Error(`${path} has the count ${part.count} and ${items.length} items`);
        return items;
      }
      page = `&page=${encodeURIComponent(part.next.page)}`;
    }
  }

  /** Reads a resource; undefined if it is not found. */
  async find(path: string): Promise<Json | undefined> {
    return this.send(`GET ${path}`).catch((error: Error) => {
      if (!error.message.includes(" returned 404")) throw error;
    });
  }

  /** As behind a load balancer, a server that was killed gets no further requests as soon as it refuses one. */
  async #fetchFromAny(path: string, options: RequestInit): Promise<{ status: number; text: string }> {
    for (;;) {
      const url = this.urls[this.#requests++ % this.urls.length] ?? "";
      try {
        return await this.#fetch(`${url}${path}`, options);
      } catch (error) {
        if (!(error instanceof Refused) || this.urls.length === 1) throw error;
        this.urls = this.urls.filter((other) => other !== url);
      }
    }
  }

  async #fetch(url: string, options: RequestInit): Promise<{ status: number; text: string }> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, { ...options, signal: timeout });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (timeout.aborted)
        throw new Error(`${options.method} ${url} had no response in ${timeoutMs / 1000} seconds`);
      if (this.disrupted.includes(new URL(url).origin)) {
        const isRefused = error instanceof Error && inspect(error.cause).includes("ECONNREFUSED");
        throw isRefused ? new Refused(String(error)) : new Unacknowledged(String(error));
      }
      const cause = inspect(error instanceof Error ? (error.cause ?? error) : error);
      throw new Error(
        `${options.method} ${url} got no response, although its server was not killed: ${cause}`,
      );
    }
  }
}
