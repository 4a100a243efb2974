import { once } from "node:events";
import { Agent, request } from "node:http";
import { Worker } from "node:worker_threads";
import type { Environment } from "../../src/config/config.ts";
import { descendantsOf, processorDelay, residentMemory } from "../support/processes.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import type { ProberOptions } from "./prober.ts";

export interface SentRequest {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  /** Absent for readers of published sites. */
  readonly token?: string;
  readonly body?: string | undefined;
}

export interface Response {
  readonly status: number;
  readonly milliseconds: number;
  /** The part of this time in which the threads that answer and ask had no processor, in milliseconds. */
  readonly delay: number;
  /** The size of the response in bytes, and its beginning. */
  readonly size: number;
  readonly text: string;
}

export interface Observation {
  /** The longest wait of other requests in milliseconds. */
  readonly wait: number;
  /** The growth of the server's memory in MB, its peak, and the highest memory of its child processes. */
  readonly memory: number;
  readonly peak: number;
  readonly childMemory: number;
}

/** The response, and what was observed until it arrived. */
export interface Measurement extends Response, Observation {}

class MemoryMonitor {
  readonly #pid: number;
  readonly #timer = setInterval(() => this.#read(), 40);
  readonly #initial: number;
  #peak: number;
  #childPeak = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#initial = residentMemory(pid);
    this.#peak = this.#initial;
  }

  #read(): void {
    this.#peak = Math.max(this.#peak, residentMemory(this.#pid));
    const children = descendantsOf(this.#pid).reduce((sum, child) => sum + residentMemory(child), 0);
    this.#childPeak = Math.max(this.#childPeak, children);
  }

  end(): Omit<Observation, "wait"> {
    this.#read();
    clearInterval(this.#timer);
    return {
      memory: (this.#peak - this.#initial) / 1024,
      peak: this.#peak / 1024,
      childMemory: this.#childPeak / 1024,
    };
  }
}

/** A server process with a prober beside it. */
export class ObservedServer {
  readonly #environment: Environment;
  /** The growth of the server's memory, in MB, after which it is restarted: garbage would hide what a request takes. */
  readonly #maxGrowth: number;
  #server: ServerProcess | undefined;
  #prober: Worker | undefined;
  #initialMemory = 0;
  /** The time between two probes of the prober in milliseconds. */
  readonly #probePause: number;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(environment: Environment, maxGrowth: number, probePause = 15) {
    this.#environment = environment;
    this.#maxGrowth = maxGrowth;
    this.#probePause = probePause;
  }

  /** Sends a request and observes the server until it is answered. */
  async measure(sent: SentRequest): Promise<Measurement> {
    const { result, ...observed } = await this.observe((send) => send(sent));
    return { ...result, ...observed };
  }

  /** Observes the server while some requests are sent to it. */
  async observe<T>(
    work: (send: (sent: SentRequest) => Promise<Response>) => Promise<T>,
  ): Promise<Observation & { result: T }> {
    const { server, prober } = await this.#running();
    prober.postMessage("start");
    await once(prober, "message");
    const memory = new MemoryMonitor(server.process.pid ?? 0);
    const result = await work((sent) => this.#send(server, sent));
    prober.postMessage("stop");
    const [wait]: number[] = await once(prober, "message");
    return { result, wait: wait ?? Number.POSITIVE_INFINITY, ...memory.end() };
  }

  async #running(): Promise<{ server: ServerProcess; prober: Worker }> {
    const grown = residentMemory(this.#server?.process.pid ?? 0) / 1024 - this.#initialMemory;
    if (grown > this.#maxGrowth) await this.stop();
    if (this.#server !== undefined && this.#prober !== undefined)
      return { server: this.#server, prober: this.#prober };
    const server = await startServer(this.#environment);
    const pid = server.process.pid ?? 0;
    const prober = new Worker(new URL("./prober.ts", import.meta.url), {
      workerData: { url: server.url, pid, pause: this.#probePause } satisfies ProberOptions,
    });
    // The first request compiles the most used code.
    await fetch(`${server.url}/readyz`);
    this.#initialMemory = residentMemory(pid) / 1024;
    [this.#server, this.#prober] = [server, prober];
    return { server, prober };
  }

  async #send(server: ServerProcess, sent: SentRequest): Promise<Response> {
    const threads = [String(server.process.pid), "thread-self"];
    const [delay, started] = [processorDelay(threads), performance.now()];
    const response = await this.#request(server.url, sent).catch((error: Error) => ({
      status: 0,
      size: 0,
      text: `${error.message}: ${server.output().slice(-500)}`,
    }));
    const milliseconds = performance.now() - started;
    return { ...response, milliseconds, delay: processorDelay(threads) - delay };
  }

  #request(origin: string, { method, url, token, body }: SentRequest) {
    return new Promise<Omit<Response, "milliseconds" | "delay">>((resolve, reject) => {
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
        }),
      };
      const outgoing = request(`${origin}${url}`, { method, headers, agent: this.#agent }, (response) => {
        let [size, text] = [0, ""];
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (text.length < 2000) text += chunk.toString("utf8", 0, 2000);
        });
        response.once("end", () => resolve({ status: response.statusCode ?? 0, size, text }));
        response.once("error", reject);
      });
      outgoing.once("error", reject);
      outgoing.end(body);
    });
  }

  async stop(): Promise<void> {
    const [server, prober] = [this.#server, this.#prober];
    [this.#server, this.#prober] = [undefined, undefined];
    this.#agent.destroy();
    await prober?.terminate();
    await server?.stop();
  }
}
