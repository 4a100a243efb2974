import type { Operation } from "../../src/api/http/operation.ts";
import { successOf } from "../../src/api/http/register.ts";
import { operationGroups } from "../../src/workspace/operation-groups.ts";
import type { Reply, Request } from "../support/app.ts";
import type { Caller } from "./callers.ts";
import type { Case, Cases, RequestParts } from "./case.ts";
import { commentCases } from "./cases/comments.ts";
import { contentCases } from "./cases/contents.ts";
import { integrationCases } from "./cases/integrations.ts";
import { notificationCases } from "./cases/notifications.ts";
import { peopleCases } from "./cases/people.ts";
import { serverCases } from "./cases/server.ts";
import { siteCases } from "./cases/sites.ts";
import { type Row, readMatrix, type Verdict } from "./matrix.ts";
import type { ResourceIds } from "./resources.ts";
import type { World } from "./world.ts";

export const operations = operationGroups.flatMap((group) => group.operations);
export const matrix = readMatrix();
export const cases: Cases = {
  ...peopleCases,
  ...contentCases,
  ...commentCases,
  ...notificationCases,
  ...siteCases,
  ...integrationCases,
  ...serverCases,
};

export interface PlannedCall {
  readonly row: Row;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly verdict: Verdict;
  readonly testCase: Case;
}

/** A request with the ids in its path. */
export interface PreparedRequest {
  /** Method and path. */
  readonly endpoint: string;
  readonly request: Request;
  readonly parts: RequestParts;
}

/** Every row with each caller that it is tested with. */
export function plan({ callers }: World): PlannedCall[] {
  return matrix.flatMap((row) => {
    const operation = operations.find(({ id }) => id === row.operation);
    if (operation === undefined) throw new Error(`unknown operation ${row.operation}`);
    const testCase = cases[`${row.operation} on ${row.target}`] ?? cases[row.operation] ?? {};
    return callers
      .filter((caller) => isTested(row, caller))
      .map((caller) => ({ row, operation, caller, testCase, verdict: row.cells.get(caller.column) ?? "–" }))
      .filter(({ verdict }) => verdict !== "–");
  });
}

/**
 * All roles in the organization are tested. Roles from other sources are tested on spaces and collections only, and only
 * those at the boundary between allowed and refused.
 */
function isTested(row: Row, caller: Caller): boolean {
  if (row.target.endsWith("given to a guest")) return caller.source === "grant";
  if (caller.source === "organization") return true;
  if (!isOnContent(row)) return false;
  const hasOwnRow = matrix.some(
    ({ operation, target }) => operation === row.operation && target.endsWith("given to a guest"),
  );
  return !(caller.source === "grant" && hasOwnRow) && isAtBoundary(row, caller);
}

function isOnContent({ request, target }: Row): boolean {
  return /^\w+ \/(spaces|collections)\//.test(request) || /^(a link to )?the (space|collection)/.test(target);
}

/** Whether the next lower or higher role has another verdict. */
function isAtBoundary({ cells }: Row, { column }: Caller): boolean {
  const verdicts = [...cells.entries()];
  const index = verdicts.findIndex(([name]) => name === column);
  const verdict = verdicts[index]?.[1];
  return verdicts[index - 1]?.[1] !== verdict || (verdicts[index + 1]?.[1] ?? verdict) !== verdict;
}

/** Prepares the request of a call. Allowed callers get new resources if the call consumes them. */
export async function prepare(
  world: World,
  { operation, caller, testCase, verdict }: PlannedCall,
): Promise<PreparedRequest> {
  const sent = (await testCase.send?.(world, caller)) ?? {};
  const overrides = verdict === "yes" ? ((await testCase.whenAllowed?.(world, caller)) ?? {}) : {};
  const parts = { ...sent, ...overrides, params: { ...sent.params, ...overrides.params } };
  return requestFor(
    operation,
    { ...world.ids, ...parts.params },
    { ...parts, query: { ...parts.query, ...caller.query } },
  );
}

export function requestFor(operation: Operation, ids: ResourceIds, parts: RequestParts): PreparedRequest {
  const path = operation.path.replace(/[:*](\w+)/g, (_, name: string) => {
    const value = ids[name];
    if (value === undefined) throw new Error(`${operation.id} needs a ${name}`);
    return encodeURI(value);
  });
  const { query, body, headers } = parts;
  const request = { ...(query && { query }), ...(body && { body }), ...(headers && { headers }) };
  return { endpoint: `${operation.method} ${path}`, request, parts };
}

export function send(
  { app }: World,
  caller: Caller,
  { endpoint, request, parts }: PreparedRequest,
): Promise<Reply> {
  const headers = { ...caller.headers, ...request.headers };
  return app.call(parts.as ?? caller.person, endpoint, { ...request, headers });
}

export function matchesVerdict(
  { operation, verdict, testCase }: PlannedCall,
  { status, body }: Reply,
): boolean {
  if (verdict !== "yes") return String(status) === verdict;
  if (testCase.expectedError === undefined) return status === successOf(operation)[0];
  return status === testCase.expectedError.status && testCase.expectedError.message.test(body.error.message);
}
