import type { Reply } from "../support/app.ts";
import type { Caller } from "./callers.ts";
import type { Column } from "./matrix.ts";
import { type PlannedCall, type PreparedRequest, send } from "./plan.ts";
import { contentMarker, organizationMarker } from "./resources.ts";
import type { World } from "./world.ts";

/** The markers in a response that the caller must not see. */
export function findLeaks({ caller, operation }: PlannedCall, { body }: Reply): string[] {
  // A URL with a share key may be resolved by anybody.
  if (operation.path === "/urls/published") return [];
  const text = JSON.stringify(body ?? null);
  const found = markersHiddenFrom(caller.column).filter((word) => text.includes(word));
  // A public integration shows its owner.
  const isPublic = (word: string) =>
    word === organizationMarker && operation.path.startsWith("/integrations");
  return found.filter((word) => !isPublic(word)).map((word) => `${word} is in ${text}`);
}

function markersHiddenFrom(column: Column): string[] {
  if (column === "outsider" || column === "away") return [organizationMarker, contentMarker];
  return column === "guest" ? [contentMarker] : [];
}

/** Values that are public or known to the caller. */
const publicIds = ["shareKey", "published", "pagePath", "integrationName"];

/** Skipped, since other outsiders are treated alike. */
const skippedCallers = [
  "a user in no organization",
  "a member of another organization",
  "somebody with a share key",
];

/** Responses that reveal that a hidden resource exists: they differ from those for a made-up id. */
export async function findExistenceLeaks(
  world: World,
  caller: Caller,
  sent: PreparedRequest,
  reply: Reply,
): Promise<string[]> {
  if (skippedCallers.includes(caller.name)) return [];
  const found: string[] = [];
  for (const id of hiddenIdsIn(world, caller, sent)) {
    const other = await send(world, caller, withoutId(sent, id));
    const [actual, expected] = [JSON.stringify(reply.body), JSON.stringify(other.body)];
    if (actual !== expected) found.push(`${actual}, but without ${id} ${expected}`);
  }
  return found;
}

export function withoutId(sent: PreparedRequest, id: string): PreparedRequest {
  return withId(sent, id, "made-up");
}

export function withId(
  { address, request, parts }: PreparedRequest,
  id: string,
  other: string,
): PreparedRequest {
  const body = request.body && JSON.parse(JSON.stringify(request.body).replaceAll(id, other));
  const query = Object.entries(request.query ?? {}).map(([name, value]) => [
    name,
    String(value).replaceAll(id, other),
  ]);
  return {
    address: address.replaceAll(id, other),
    request: { ...request, ...(body && { body }), query: Object.fromEntries(query) },
    parts,
  };
}

function hiddenIdsIn({ ids }: World, { column, userId }: Caller, sent: PreparedRequest): string[] {
  const isMember = !["outsider", "key", "visitor", "away"].includes(column);
  const text = JSON.stringify([sent.address, sent.request]);
  const used = Object.entries({ ...ids, ...sent.parts.params })
    .filter(([name, id]) => !publicIds.includes(name) && id !== "" && id !== userId && text.includes(id))
    .filter(([name]) => !(isMember && name === "organizationId"))
    .map(([, id]) => id);
  return [...new Set(used)];
}
