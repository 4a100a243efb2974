import { monitorEventLoopDelay } from "node:perf_hooks";
import fc from "fast-check";
import { runNextJob } from "../../src/server/jobs/work.ts";
import { bootApp, type TestApp } from "../support/app.ts";
import { createTestDatabase, type DatabaseKind } from "../support/databases.ts";
import { type Api, type ApiOperation, readApi } from "./api.ts";
import { type FuzzedResponse, type Oracle, oracleOf } from "./oracle.ts";
import { curlOf, Findings } from "./report.ts";
import { type CallerName, type FuzzedRequest, requestsFor, validRequestsFor } from "./requests.ts";
import { Values } from "./values.ts";
import { fuzzWire } from "./wire.ts";
import { createWorld, type World } from "./world.ts";
import { WrittenRows } from "./written-rows.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** The number of requests for each operation. */
  readonly runs: number;
  readonly only?: readonly string[] | undefined;
  progress(line: string): void;
  trace?(line: string): void;
}

/** The maximum duration of a request, in milliseconds. */
const deadline = 30_000;
/** The maximum time that a request may block the event loop, in milliseconds. */
const maxBlock = 2000;
/** Operations that start a process get fewer requests, and none in a short run. */
const expensive = /\/(import|pdf)$/;
/** The number of reads after an accepted change. */
const readsAfterWrite = 2;
/** The minimum number of requests before deleted objects are created again. */
const runsBetweenRenewals = 6;

/** Operations whose location takes the bytes of a file. */
const uploads = new Set([
  "generateStorageUploadURL",
  "createFileUpload",
  "createChangeRequestFileUpload",
  "createImportUpload",
]);

export async function fuzzDatabase(kind: DatabaseKind, options: FuzzOptions): Promise<Findings> {
  const database = await createTestDatabase(kind);
  const findings = new Findings((line) => options.progress(`PROBLEM: ${line}`));
  try {
    const app = await bootApp(database.environment);
    try {
      const [api, world] = [await readApi(app), await createWorld(app)];
      const written = await WrittenRows.watch(app.context.database, kind);
      await new Fuzzing(app, api, world, written, options, findings).run();
    } finally {
      await app.close();
    }
  } finally {
    await database.remove();
  }
  return findings;
}

/** Sends valid, almost valid and invalid requests to every operation, and records the problems. */
class Fuzzing {
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

  constructor(
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
        .map((read) => [read.id, sample(validRequestsFor(this.#values, read), options.seed, read.id, 8)]),
    );
  }

  async run(): Promise<void> {
    const { only, progress } = this.#options;
    const selected = this.#api.operations.filter(({ id }) => only === undefined || only.includes(id));
    if (selected.length === 0) throw new Error(`unknown operations: ${only?.join(", ")}`);
    this.#delay.enable();
    for (const [group, operations] of Map.groupBy(selected, ({ group }) => group)) {
      const before = this.#findings.requests;
      for (const operation of operations) await this.#fuzz(operation);
      await this.#runJobs(group);
      progress(`${group}: ${operations.length} operations, ${this.#findings.requests - before} requests`);
    }
    this.#delay.disable();
    if (only === undefined) await this.#fuzzWire();
  }

  async #fuzzWire(): Promise<void> {
    const { seed, runs, progress } = this.#options;
    const before = this.#findings.requests;
    // At least one of each malformed request.
    const options = { seed, count: Math.max(100, runs * 10) };
    await fuzzWire(this.#app, this.#api, this.#world, this.#written, this.#findings, options);
    progress(`Malformed requests: ${this.#findings.requests - before} requests`);
  }

  async #fuzz(operation: ApiOperation): Promise<void> {
    const { seed, runs } = this.#options;
    const count = expensive.test(operation.path) ? Math.min(Math.floor(runs / 4), 6) : runs;
    const validCount = Math.ceil(count / 4);
    const requests = [
      ...sample(validRequestsFor(this.#values, operation), seed, operation.id, validCount),
      ...sample(requestsFor(this.#api, this.#values, operation), seed, operation.id, count - validCount),
    ];
    let renewedAt = -runsBetweenRenewals;
    for (const [index, request] of requests.entries()) {
      let response = await this.#exchange(operation, request, index);
      if (needsRenewal(request, response) && index - renewedAt >= runsBetweenRenewals) {
        renewedAt = index;
        await this.#world.renew(operation.path);
        await this.#written.take();
        response = await this.#exchange(operation, request, index);
      }
      if (response !== undefined && response.status < 300 && operation.method !== "GET")
        await this.#readAfterChange(operation, request, response, index);
    }
  }

  /** Sends a request and checks the response; undefined after a timeout. */
  async #exchange(
    operation: ApiOperation,
    request: FuzzedRequest,
    index: number,
  ): Promise<FuzzedResponse | undefined> {
    const filled = this.#fill(operation, request);
    const report = (problem: string, response?: FuzzedResponse) =>
      this.#findings.add(operation.id, problem, {
        run: index,
        note: request.note,
        request: curlOf(filled),
        ...(response && { response: `${response.status} ${response.text.slice(0, 600)}` }),
      });
    this.#delay.reset();
    const response = await this.#send(filled);
    if (response === "late") {
      report(`does not respond within ${deadline} ms`);
      return undefined;
    }
    const blocked = this.#delay.max / 1e6;
    if (blocked > maxBlock) this.#findings.addSlow(operation.id, blocked, curlOf(filled));
    const written = await this.#written.take();
    this.#findings.count(operation.id, response.status);
    this.#options.trace?.(
      `${operation.id} ${request.note} -> ${response.status} ${response.text.slice(0, 160)}`,
    );
    for (const problem of this.#oracle.judge(operation, request, response, written))
      report(problem, response);
    return response;
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

  async #send({ method, url, headers, payload }: FuzzedRequest): Promise<FuzzedResponse | "late"> {
    const sent = this.#app.app.inject({
      method: method as "GET",
      url,
      headers,
      ...(payload !== undefined && { payload }),
    });
    const { promise, resolve } = Promise.withResolvers<"late">();
    const timer = setTimeout(() => resolve("late"), deadline);
    const response = await Promise.race([sent, promise]);
    clearTimeout(timer);
    if (response === "late") return response;
    return { status: response.statusCode, headers: response.headers, text: response.payload };
  }

  /** Reads what an accepted change wrote: at the location of the response, and by other reads of the same object. */
  async #readAfterChange(
    operation: ApiOperation,
    { caller }: FuzzedRequest,
    { headers, text }: FuzzedResponse,
    index: number,
  ): Promise<void> {
    const root = operation.path.slice(0, operation.path.lastIndexOf("}") + 1) || operation.path;
    const reads = this.#api.operations.filter(
      ({ method, path }) => method === "GET" && path.startsWith(root) && !path.endsWith("/pdf"),
    );
    const previousPage = this.#world.get("pageId");
    const createdPage = /"page":\{"id":"([^"]+)"/.exec(text)?.[1];
    if (createdPage !== undefined) this.#world.setIds({ pageId: createdPage });
    for (let read = 0; read < readsAfterWrite && reads.length > 0; read++) {
      const next = reads[(index * 7 + read * 13) % reads.length];
      const request = next && this.#reads.get(next.id)?.[index % 8];
      if (next && request) await this.#exchange(next, request, index);
    }
    if (createdPage !== undefined) this.#world.setIds({ pageId: previousPage });
    if (typeof headers.location === "string")
      await this.#readLocation(operation, caller, headers.location, index);
  }

  async #readLocation(
    creator: ApiOperation,
    caller: CallerName,
    location: string,
    index: number,
  ): Promise<void> {
    const { pathname } = new URL(location);
    if (uploads.has(creator.id)) return;
    const reader = this.#api.operations.find(
      ({ method, path }) =>
        method === "GET" && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
    );
    const request = { caller, method: "GET", url: pathname, headers: {}, payload: undefined } as const;
    if (reader === undefined)
      return this.#findings.add(creator.id, "creates a resource at a location that no operation reads", {
        run: index,
        note: location,
        request: location,
      });
    const response = await this.#exchange(
      reader,
      { ...request, note: "read a created resource", hasValidPath: true },
      index,
    );
    if (response !== undefined && response.status !== 200)
      this.#findings.add(creator.id, `creates a resource whose location responds with ${response.status}`, {
        run: index,
        note: location,
        request: location,
        response: response.text.slice(0, 300),
      });
  }

  /** Runs the jobs for the written data, which must succeed. */
  async #runJobs(group: string): Promise<void> {
    const { context } = this.#app;
    for (;;) {
      const job = await runNextJob(context);
      if (job === undefined) break;
      if (job.outcome === "failed")
        this.#findings.add(`after ${group}`, `job ${job.kind} fails`, {
          run: 0,
          note: "job",
          request: job.error ?? "",
        });
    }
    await this.#written.take();
  }
}

/** Whether the request may have been refused because an object of its path was deleted, merged or moved. */
function needsRenewal(
  { hasValidPath, caller }: FuzzedRequest,
  response: FuzzedResponse | undefined,
): boolean {
  return hasValidPath && caller !== "reader" && [403, 404, 409].includes(response?.status ?? 0);
}

/** Samples depend only on the seed and the name. */
function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number, name: string, count: number): T[] {
  const seedOfName = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed);
  return fc.sample(arbitrary, { seed: seedOfName, numRuns: count });
}
