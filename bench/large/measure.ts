import type { CallerName, LargeWorld } from "../../test/worst-case/large-world.ts";
import type { Observation, ObservedServer, Response } from "../../test/worst-case/observed-server.ts";
import { type LargeRequest, largeRequests, operations } from "../../test/worst-case/requests.ts";
import { compareRanks, rankOf, sentRequest, templateOf } from "../../test/worst-case/sent-requests.ts";
import { median } from "../load.ts";

/** A request to an operation, and the medians and maxima of its rounds. */
export interface Measured extends Observation {
  readonly operation: string;
  readonly caller: CallerName;
  readonly input: string;
  readonly status: number;
  /** Without the time in which the machine ran other programs. */
  readonly milliseconds: number;
  readonly size: number;
  /** Whether the large object did not exist any more, so that a small one was used instead. */
  readonly isRenewed: boolean;
  /** The beginning of the reply, if the request was refused. */
  readonly error?: string;
}

const maxRounds = 5;
/** In milliseconds. A request that takes longer is sent twice at most. */
const slow = 2000;
/** Operations that start a process, or consume their object. */
const onceOnly = /\/(import|pdf)$/;

/** Calls every operation, with the smallest and the generated input, and observes the server. */
export async function measureOperations(
  server: ObservedServer,
  large: LargeWorld,
  only: readonly string[] | undefined,
  onMeasured: (measured: Measured) => void,
): Promise<Measured[]> {
  const requestsFor = largeRequests(large, { readers: ["admin", "visitor"], padders: [] });
  const results: Measured[] = [];
  for (const operation of operations.toSorted(compareRanks)) {
    if (only !== undefined && !only.includes(operation.id)) continue;
    const requests = requestsFor(operation);
    for (const request of [...plainRequests(requests), ...requests])
      for (const caller of request.callers) {
        if (caller === "visitor" && !operation.access.allowsVisitors) continue;
        const measured = await measureRequest(server, large, request, caller);
        onMeasured(measured);
        results.push(measured);
      }
  }
  return results;
}

/** Requests without the optional parameters: as most clients send them. */
function plainRequests(requests: readonly LargeRequest[]): LargeRequest[] {
  const [first] = requests;
  if (first === undefined || first.operation.method !== "GET" || first.query === undefined) return [];
  const { query: _, ...request } = first;
  const required = new Set(first.operation.query?.required ?? []);
  const query = Object.fromEntries(Object.entries(first.query).filter(([name]) => required.has(name)));
  if (Object.keys(query).length === Object.keys(first.query).length) return [];
  return [{ ...request, query, input: "defaults" }];
}

async function measureRequest(
  server: ObservedServer,
  large: LargeWorld,
  request: LargeRequest,
  caller: CallerName,
): Promise<Measured> {
  const { operation } = request;
  const isRead = rankOf(operation) === 0;
  const prepare = async () => {
    if (/^start\w+Export$/.test(operation.id)) await cancelExports(large);
    const ids = (await request.prepare?.()) ?? {};
    const token = (await request.prepareCaller?.())?.token ?? large.tokens[caller];
    return sentRequest(large, request, ids, token);
  };
  const measure = async () => {
    const sent = await prepare();
    return server.observe((send) => send(sent));
  };
  const rounds: (Observation & { result: Response })[] = [await measure()];
  const idsBefore = large.world.ids;
  let isRenewed = false;
  const [first] = rounds;
  if (!isRead && [404, 409].includes(first?.result.status ?? 0)) {
    isRenewed = true;
    await cancelExports(large);
    await large.world.renew(templateOf(request));
    rounds[0] = await measure();
  }
  const isOnce = onceOnly.test(operation.path) || (rankOf(operation) >= 900 && request.prepare === undefined);
  const count = isOnce ? 1 : maxRounds;
  const status = rounds[0]?.result.status ?? 0;
  while (rounds.length < count) {
    if (rounds.length >= 2 && (rounds[1]?.result.milliseconds ?? 0) > slow) break;
    const next = await measure();
    if (next.result.status !== status) break;
    rounds.push(next);
  }
  if (isRenewed) large.world.setIds(idsBefore);
  // The first round may have compiled code and filled caches. A further wait or peak in it counts nevertheless.
  const later = rounds.length > 1 ? rounds.slice(1) : rounds;
  // If a thread had no processor for most of the time, the rest says little.
  const clear = later.filter(({ result }) => result.delay < result.milliseconds / 2);
  const times = (clear.length > 0 ? clear : later).map(({ result }) =>
    Math.max(0.1, result.milliseconds - result.delay),
  );
  const most = (read: (observed: Observation) => number) => Math.max(...rounds.map(read));
  const last = rounds.at(-1)?.result;
  return {
    ...{ operation: operation.id, caller, input: request.input, status, isRenewed },
    milliseconds: median(times),
    size: last?.size ?? 0,
    wait: most(({ wait }) => wait),
    memory: most(({ memory }) => memory),
    peak: most(({ peak }) => peak),
    childMemory: most(({ childMemory }) => childMemory),
    ...(status >= 400 && last && { error: last.text.slice(0, 300) }),
  };
}

/** Cancels the exports that are not done: an organization can have only some of these, and large ones take long. */
async function cancelExports({ world: { app } }: LargeWorld): Promise<void> {
  const path = `/orgs/${app.organizationId}/exports`;
  const { items } = await app.ok(app.admin, `GET ${path}`);
  for (const { id, status } of items)
    if (status === "pending" || status === "in-progress")
      await app.ok(app.admin, `POST ${path}/${id}/cancel`);
}
