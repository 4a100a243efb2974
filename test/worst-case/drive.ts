import { bootApp } from "../support/app.ts";
import { createPreparedDatabase, type DatabaseKind } from "../support/databases.ts";
import { serveImportSources } from "./import-sources.ts";
import { type CallerName, createLargeWorld, type LargeWorld, type Scale } from "./large-world.ts";
import { type Measurement, ObservedServer } from "./observed-server.ts";
import { publishReaderPages } from "./reader-pages.ts";
import { type Callers, type LargeRequest, largeRequests, operations } from "./requests.ts";
import { compareRanks, sentRequest, templateOf } from "./sent-requests.ts";

export interface DriveOptions extends Scale, Callers {
  /** The ids of operations to drive; all by default. */
  readonly only?: readonly string[] | undefined;
  /** The growth of the server's memory, in MB, after which it is restarted. */
  readonly maxGrowth: number;
  /** Limits above which a request is measured once more: in milliseconds and MB. */
  readonly limits: { readonly wait: number; readonly memory: number };
  progress?(result: Result): void;
}

/** A large request and what was observed while it was answered. */
export interface Result extends Measurement {
  readonly operation: string;
  readonly caller: CallerName;
  readonly input: string;
}

/** The name of what readers of published sites request. Each page is opened for the first time. */
export const readerPages = "readPublishedPage";

/** Sends the largest requests to every operation of a server, one at a time. */
export async function drive(kind: DatabaseKind, options: DriveOptions): Promise<Result[]> {
  const database = await createPreparedDatabase(kind);
  const sources = await serveImportSources(options.importShare);
  const environment = {
    ...database.environment,
    LECTERN_BASE_URL: "http://lectern.test",
    LECTERN_RATE_LIMIT: "0",
    LECTERN_ALLOW_PRIVATE_NETWORK: "true",
  };
  const app = await bootApp(environment);
  const server = new ObservedServer(environment, options.maxGrowth);
  try {
    const large = await createLargeWorld(app, options, sources.url);
    const selected = operations.filter(({ id }) => options.only === undefined || options.only.includes(id));
    const results: Result[] = [];
    if (options.only === undefined || options.only.includes(readerPages))
      for (const { input, path } of await publishReaderPages(app, large)) {
        const send = () => server.measure({ method: "GET", url: encodeURI(path) });
        const result = { operation: readerPages, caller: "visitor" as const, input, ...(await send()) };
        options.progress?.(result);
        results.push(result);
      }
    const requestsFor = largeRequests(large, options);
    for (const operation of selected.toSorted(compareRanks))
      for (const request of requestsFor(operation))
        for (const caller of request.callers) {
          const result = await measure(server, large, request, caller, options);
          options.progress?.(result);
          results.push(result);
        }
    return results;
  } finally {
    await server.stop();
    sources.close();
    await app.close();
    await database.remove();
  }
}

/** Measures a request, and once more if it is too slow: the machine may have been busy. */
async function measure(
  server: ObservedServer,
  large: LargeWorld,
  request: LargeRequest,
  caller: CallerName,
  { limits }: DriveOptions,
): Promise<Result> {
  const send = async () => {
    const ids = (await request.prepare?.()) ?? {};
    const token = (await request.prepareCaller?.())?.token ?? large.tokens[caller];
    return server.measure(sentRequest(large, request, ids, token));
  };
  let measured = await send();
  // The object may have been consumed by an earlier request.
  if (caller === "admin" && request.operation.method !== "GET" && [404, 409].includes(measured.status)) {
    await large.world.renew(templateOf(request));
    measured = await send();
  }
  if (measured.wait > limits.wait || measured.memory > limits.memory) {
    const again = await send();
    measured = {
      ...measured,
      wait: Math.min(measured.wait, again.wait),
      memory: Math.min(measured.memory, again.memory),
    };
  }
  return { operation: request.operation.id, caller, input: request.input, ...measured };
}
