import { chapters } from "../../src/api/chapters.ts";
import type { Operation } from "../../src/api/http/operation.ts";
import { successOf } from "../../src/api/http/register.ts";
import type { Reply, Request } from "../support/app.ts";
import type { Caller } from "./callers.ts";
import type { Case, Cases, Sending } from "./case.ts";
import { ofComments } from "./cases/comments.ts";
import { ofContents } from "./cases/contents.ts";
import { ofIntegrations } from "./cases/integrations.ts";
import { ofPeople } from "./cases/people.ts";
import { ofSites } from "./cases/sites.ts";
import { type Row, readMatrix, type Verdict } from "./matrix.ts";
import type { Things } from "./things.ts";
import type { World } from "./world.ts";

export const operations = chapters.flatMap((chapter) => chapter.operations);
export const matrix = readMatrix();
export const cases: Cases = { ...ofPeople, ...ofContents, ...ofComments, ...ofSites, ...ofIntegrations };

/** One call that is to be made, and what the matrix says of it. */
export interface Planned {
  readonly row: Row;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly verdict: Verdict;
  readonly how: Case;
}

/** A request as it goes out. */
export interface Outgoing {
  readonly address: string;
  readonly request: Request;
  readonly sending: Sending;
}

/** Every row with everybody whom it tells apart. */
export function plan({ callers }: World): Planned[] {
  return matrix.flatMap((row) => {
    const operation = operations.find(({ id }) => id === row.operation);
    if (operation === undefined) throw new Error(`There is no operation ${row.operation}`);
    const how = cases[`${row.operation} on ${row.on}`] ?? cases[row.operation] ?? {};
    return callers
      .filter((caller) => isMeant(row, caller))
      .map((caller) => ({ row, operation, caller, how, verdict: row.cells.get(caller.column) ?? "–" }))
      .filter(({ verdict }) => verdict !== "–");
  });
}

/**
 * What a role says of spaces and collections is tried in each way in which one comes to it: all roles as they are in the
 * organization, and in the other ways those that tell where the border is.
 */
function isMeant(row: Row, caller: Caller): boolean {
  if (row.on.endsWith("given to a guest")) return caller.way === "directly";
  if (caller.way === "organization") return true;
  if (!isOnContent(row)) return false;
  const isToldApart = matrix.some(
    ({ operation, on }) => operation === row.operation && on.endsWith("given to a guest"),
  );
  return !(caller.way === "directly" && isToldApart) && isAtBorder(row, caller);
}

function isOnContent({ request, on }: Row): boolean {
  return /^\w+ \/(spaces|collections)\//.test(request) || /^(a link to )?the (space|collection)/.test(on);
}

/** Whether the next role below or above is answered otherwise: the two beside a border tell where it is. */
function isAtBorder({ cells }: Row, { column }: Caller): boolean {
  const verdicts = [...cells.entries()];
  const at = verdicts.findIndex(([name]) => name === column);
  const own = verdicts[at]?.[1];
  return verdicts[at - 1]?.[1] !== own || (verdicts[at + 1]?.[1] ?? own) !== own;
}

/** What goes out for a planned call; whoever is let in gets what they use up made for them. */
export async function prepare(world: World, { operation, caller, how, verdict }: Planned): Promise<Outgoing> {
  const sent = (await how.send?.(world, caller)) ?? {};
  const fresh = verdict === "yes" ? ((await how.afresh?.(world, caller)) ?? {}) : {};
  const sending = { ...sent, ...fresh, params: { ...sent.params, ...fresh.params } };
  return outgoing(
    operation,
    { ...world.things, ...sending.params },
    { ...sending, query: { ...sending.query, ...caller.query } },
  );
}

export function outgoing(operation: Operation, things: Things, sending: Sending): Outgoing {
  const address = operation.path.replace(/[:*](\w+)/g, (_, name: string) => {
    const value = things[name];
    if (value === undefined) throw new Error(`${operation.id} wants a ${name}`);
    return encodeURI(value);
  });
  const { query, body, headers } = sending;
  const request = { ...(query && { query }), ...(body && { body }), ...(headers && { headers }) };
  return { address: `${operation.method} ${address}`, request, sending };
}

export function send(
  { app }: World,
  caller: Caller,
  { address, request, sending }: Outgoing,
): Promise<Reply> {
  const headers = { ...caller.headers, ...request.headers };
  return app.call(sending.as ?? caller.person, address, { ...request, headers });
}

/** Whether an answer is what the matrix says. */
export function agrees({ operation, verdict, how }: Planned, { status, body }: Reply): boolean {
  if (verdict !== "yes") return String(status) === verdict;
  if (how.letIn === undefined) return status === successOf(operation)[0];
  return status === how.letIn.status && how.letIn.message.test(body.error.message);
}
