import { monitorEventLoopDelay } from "node:perf_hooks";
import fc from "fast-check";
import { runNextJob } from "../../src/server/jobs/work.ts";
import type { TestApp } from "../support/app.ts";
import type { DatabaseKind } from "../support/databases.ts";
import { type Api, type ApiOperation, readApi } from "./api.ts";
import { type Answer, type Oracle, oracleOf } from "./oracle.ts";
import { curlOf, type Findings } from "./report.ts";
import { type CallerName, type FuzzedRequest, requestsFor, rightRequestsFor } from "./requests.ts";
import { Values } from "./values.ts";
import { fuzzWire } from "./wire.ts";
import { createWorld, type World } from "./world.ts";
import { WrittenRows } from "./written-rows.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** How many requests each operation gets. */
  readonly runs: number;
  /** Only these operations. */
  readonly only?: readonly string[] | undefined;
  progress(line: string): void;
  /** Hears of every request. */
  trace?(line: string): void;
}

/** Longer than any request may take, in milliseconds. */
const deadline = 30_000;
/** Longer than the process may be busy with one request. */
const longestBlock = 2000;
/** What starts a process for each request gets fewer of them, and none in a short run. */
const heavy = /\/(import|pdf)$/;
const [readsAfterWrite, runsBetweenRenewals] = [2, 6];

/** Sends every operation requests that are right, nearly right and wrong in all ways, and notes what it should not do. */
export class Fuzzing {
  readonly #app: TestApp;
  readonly #api: Api;
  readonly #oracle: Oracle;
  readonly #values: Values;
  readonly #world: World;
  readonly #written: WrittenRows;
  readonly #options: FuzzOptions;
  readonly #findings: Findings;
  readonly #delay = monitorEventLoopDelay({ resolution: 10 });
  readonly #reads: ReadonlyMap<string, readonly FuzzedRequest[]>;

  static async start(
    app: TestApp,
    kind: DatabaseKind,
    options: FuzzOptions,
    findings: Findings,
  ): Promise<Fuzzing> {
    const [api, world] = [await readApi(app), await createWorld(app)];
    const written = await WrittenRows.watch(app.context.database, kind);
    return new Fuzzing(app, api, world, written, options, findings);
  }

  private constructor(
    app: TestApp,
    api: Api,
    world: World,
    written: WrittenRows,
    options: FuzzOptions,
    findings: Findings,
  ) {
    this.#app = app;
    this.#api = api;
    this.#oracle = oracleOf(api);
    this.#values = new Values(api);
    this.#world = world;
    this.#written = written;
    this.#options = options;
    this.#findings = findings;
    this.#reads = new Map(
      api.operations
        .filter(({ method }) => method === "GET")
        .map((read) => [read.id, sample(rightRequestsFor(this.#values, read), options.seed, read.id, 8)]),
    );
  }

  async run(): Promise<void> {
    const { only, progress } = this.#options;
    const chosen = this.#api.operations.filter(({ id }) => only === undefined || only.includes(id));
    if (chosen.length === 0) throw new Error(`there is no operation ${only?.join(", ")}`);
    this.#delay.enable();
    for (const [chapter, operations] of Map.groupBy(chosen, ({ chapter }) => chapter)) {
      const before = this.#findings.requests;
      for (const operation of operations) await this.#fuzz(operation);
      await this.#runJobs(chapter);
      progress(`${chapter}: ${operations.length} operations, ${this.#findings.requests - before} requests`);
    }
    this.#delay.disable();
    if (only === undefined) await this.#fuzzWire();
  }

  async #fuzzWire(): Promise<void> {
    const { seed, runs, progress } = this.#options;
    const before = this.#findings.requests;
    // Each of the tricks once at least.
    const order = { seed, count: Math.max(100, runs * 10) };
    await fuzzWire(this.#app, this.#api, this.#world, this.#written, this.#findings, order);
    progress(`Odd bytes on the wire: ${this.#findings.requests - before} requests`);
  }

  async #fuzz(operation: ApiOperation): Promise<void> {
    const { seed, runs } = this.#options;
    const count = heavy.test(operation.path) ? Math.min(Math.floor(runs / 4), 6) : runs;
    const fine = Math.ceil(count / 4);
    const requests = [
      ...sample(rightRequestsFor(this.#values, operation), seed, operation.id, fine),
      ...sample(requestsFor(this.#api, this.#values, operation), seed, operation.id, count - fine),
    ];
    let renewedAt = -runsBetweenRenewals;
    for (const [index, request] of requests.entries()) {
      let answer = await this.#exchange(operation, request, index);
      if (isAstray(request, answer) && index - renewedAt >= runsBetweenRenewals) {
        renewedAt = index;
        await this.#world.renew(operation.path);
        await this.#written.take();
        answer = await this.#exchange(operation, request, index);
      }
      if (answer !== undefined && answer.status < 300 && operation.method !== "GET")
        await this.#readAgain(operation, request, answer, index);
    }
  }

  /** Sends one request and judges the answer; nothing where it could not be sent. */
  async #exchange(
    operation: ApiOperation,
    request: FuzzedRequest,
    index: number,
  ): Promise<Answer | undefined> {
    const sent = this.#fill(operation, request);
    const complain = (complaint: string, answer?: Answer) =>
      this.#findings.add(operation.id, complaint, {
        run: index,
        note: request.note,
        request: curlOf(sent),
        ...(answer && { answer: `${answer.status} ${answer.text.slice(0, 600)}` }),
      });
    this.#delay.reset();
    const answer = await this.#send(sent);
    if (answer === "late") {
      complain(`does not answer within ${deadline} ms`);
      return undefined;
    }
    const blocked = this.#delay.max / 1e6;
    if (blocked > longestBlock) this.#findings.addSlow(operation.id, blocked, curlOf(sent));
    const written = await this.#written.take();
    this.#findings.count(operation.id, answer.status);
    this.#options.trace?.(`${operation.id} ${request.note} -> ${answer.status} ${answer.text.slice(0, 160)}`);
    for (const complaint of this.#oracle.judge(operation, request, answer, written))
      complain(complaint, answer);
    return answer;
  }

  #fill(operation: ApiOperation, request: FuzzedRequest): FuzzedRequest {
    const fill = (text: string) => this.#world.fill(text, operation.path);
    const { payload } = request;
    return {
      ...request,
      url: fill(request.url),
      payload: typeof payload === "string" ? fill(payload) : payload,
      headers: { ...request.headers, ...this.#world.authorization(request.caller) },
    };
  }

  async #send({ method, url, headers, payload }: FuzzedRequest): Promise<Answer | "late"> {
    const asked = this.#app.app.inject({
      method: method as "GET",
      url,
      headers,
      ...(payload !== undefined && { payload }),
    });
    const { promise, resolve } = Promise.withResolvers<"late">();
    const timer = setTimeout(() => resolve("late"), deadline);
    const answer = await Promise.race([asked, promise]);
    clearTimeout(timer);
    if (answer === "late") return answer;
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
  }

  /** What was taken must be readable: where the answer says that it is, and in other reads of the same object. */
  async #readAgain(
    operation: ApiOperation,
    { caller }: FuzzedRequest,
    { headers, text }: Answer,
    index: number,
  ): Promise<void> {
    const root = operation.path.slice(0, operation.path.lastIndexOf("}") + 1) || operation.path;
    const near = this.#api.operations.filter(
      ({ method, path }) => method === "GET" && path.startsWith(root) && !path.endsWith("/pdf"),
    );
    const page = this.#world.get("pageId");
    const made = /"page":\{"id":"([^"]+)"/.exec(text)?.[1];
    if (made !== undefined) this.#world.learn({ pageId: made });
    for (let read = 0; read < readsAfterWrite && near.length > 0; read++) {
      const next = near[(index * 7 + read * 13) % near.length];
      const request = next && this.#reads.get(next.id)?.[index % 8];
      if (next && request) await this.#exchange(next, request, index);
    }
    if (made !== undefined) this.#world.learn({ pageId: page });
    if (typeof headers.location === "string") await this.#visit(operation, caller, headers.location, index);
  }

  async #visit(maker: ApiOperation, caller: CallerName, location: string, index: number): Promise<void> {
    const { pathname } = new URL(location);
    const found = this.#api.operations.find(
      ({ method, path }) =>
        method === "GET" && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
    );
    const request = { caller, method: "GET", url: pathname, headers: {}, payload: undefined } as const;
    if (found === undefined)
      return this.#findings.add(maker.id, "makes something at an address that no operation reads", {
        run: index,
        note: location,
        request: location,
      });
    const answer = await this.#exchange(
      found,
      { ...request, note: "read what was made", rightPath: true },
      index,
    );
    if (answer !== undefined && answer.status !== 200)
      this.#findings.add(maker.id, `makes something that answers ${answer.status} when it is read`, {
        run: index,
        note: location,
        request: location,
        answer: answer.text.slice(0, 300),
      });
  }

  /** What was written must also be digestible for the jobs that follow. */
  async #runJobs(chapter: string): Promise<void> {
    const { context } = this.#app;
    for (;;) {
      const job = await runNextJob(context);
      if (job === undefined) break;
      if (job.outcome === "failed")
        this.#findings.add(`after ${chapter}`, `job ${job.kind} fails`, {
          run: 0,
          note: "job",
          request: job.error ?? "",
        });
    }
    await this.#written.take();
  }
}

/** Whether something is wrong that might be right in a new world: what the path names was deleted, merged or moved. */
function isAstray({ rightPath, caller }: FuzzedRequest, answer: Answer | undefined): boolean {
  return rightPath && caller !== "reader" && [403, 404, 409].includes(answer?.status ?? 0);
}

/** The same requests for the same seed, whatever other operations are asked. */
function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number, name: string, count: number): T[] {
  const own = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed);
  return fc.sample(arbitrary, { seed: own, numRuns: count });
}
