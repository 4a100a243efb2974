import type { Reply } from "../support/app.ts";
import type { Caller } from "./callers.ts";
import type { Column } from "./matrix.ts";
import { type PlannedCall, type PreparedRequest, send } from "./plan.ts";
import { contentMarker, organizationMarker } from "./resources.ts";
import type { World } from "./world.ts";

/** The markers in a response that the caller must not see. */
export function findLeaks({ caller, operation }: PlannedCall, { body }: Reply): string[] {
  // Any user may resolve a URL with a share key.
  if (operation.path === "/urls/published") return [];
  const text = JSON.stringify(body ?? null);
  const markers = markersHiddenFrom(caller.column).filter((marker) => text.includes(marker));
  // A public integration shows its owner, and an invite link the organization to which it leads.
  const showsOrganization = operation.path.startsWith("/integrations") || operation.id === "getInvitation";
  const isPublic = (marker: string) => marker === organizationMarker && showsOrganization;
  return markers.filter((marker) => !isPublic(marker)).map((marker) => `${marker} is in ${text}`);
}

function markersHiddenFrom(column: Column): string[] {
  if (column === "outsider" || column === "away") return [organizationMarker, contentMarker];
  return column === "guest" ? [contentMarker] : [];
}

/** Values that are public or known to the caller. */
const publicIds = ["shareKey", "published", "pagePath", "integrationName", "variable"];

/** Skipped to save time: other callers without access are checked. */
const skippedCallers = [
  "a user in no organization",
  "a member of another organization",
  "a user with a share key",
];

/** Responses that reveal that a hidden resource exists: they differ from those for an unknown id. */
export async function findExistenceLeaks(
  world: World,
  caller: Caller,
  sent: PreparedRequest,
  reply: Reply,
): Promise<string[]> {
  if (skippedCallers.includes(caller.name)) return [];
  const leaks: string[] = [];
  for (const id of hiddenIdsIn(world, caller, sent)) {
    const unknown = await send(world, caller, withUnknownId(sent, id));
    const [actual, expected] = [JSON.stringify(reply.body), JSON.stringify(unknown.body)];
    if (actual !== expected) leaks.push(`${actual}, but ${expected} for an unknown id instead of ${id}`);
  }
  return leaks;
}

export const unknownId = "nonexistent";

export function withUnknownId(sent: PreparedRequest, id: string): PreparedRequest {
  return replaceId(sent, id, unknownId);
}

export function replaceId(
  { endpoint, request, parts }: PreparedRequest,
  id: string,
  replacement: string,
): PreparedRequest {
  const body = request.body && JSON.parse(JSON.stringify(request.body).replaceAll(id, replacement));
  const query = Object.entries(request.query ?? {}).map(([name, value]) => [
    name,
    String(value).replaceAll(id, replacement),
  ]);
  return {
    endpoint: endpoint.replaceAll(id, replacement),
    request: { ...request, ...(body && { body }), query: Object.fromEntries(query) },
    parts,
  };
}

function hiddenIdsIn({ ids }: World, { column, userId }: Caller, sent: PreparedRequest): string[] {
  const isMember = !["outsider", "key", "visitor", "away"].includes(column);
  const text = JSON.stringify([sent.endpoint, sent.request]);
  const used = Object.entries({ ...ids, ...sent.parts.params })
    .filter(([name, id]) => !publicIds.includes(name) && id !== "" && id !== userId && text.includes(id))
    .filter(([name]) => !(isMember && name === "organizationId"))
    .map(([, id]) => id);
  return [...new Set(used)];
}
