import type { Reply } from "../support/app.ts";
import type { Caller } from "./callers.ts";
import type { Column } from "./matrix.ts";
import { type Outgoing, type Planned, send } from "./plan.ts";
import { ofContent, ofOrganization } from "./things.ts";
import type { World } from "./world.ts";

/** What an answer says that is not for the caller. */
export function findLeaks({ caller, operation }: Planned, { body }: Reply): string[] {
  // Whoever has an address of a site with its key is to learn what it leads to.
  if (operation.path === "/urls/published") return [];
  const text = JSON.stringify(body ?? null);
  const found = hiddenFrom(caller.column).filter((word) => text.includes(word));
  // A public integration says whose it is.
  const isSaid = (word: string) => word === ofOrganization && operation.path.startsWith("/integrations");
  return found.filter((word) => !isSaid(word)).map((word) => `${word} is in ${text}`);
}

function hiddenFrom(column: Column): string[] {
  if (column === "outsider" || column === "away") return [ofOrganization, ofContent];
  return column === "guest" ? [ofContent] : [];
}

/** What is no secret, or is known to whoever uses it. */
const open = ["shareKey", "published", "pagePath", "integrationName"];

/** Outsiders for whom an admin of another organization and a disabled member stand here. */
const alike = ["a user in no organization", "a member of another organization", "somebody with a share key"];

/** What is hidden is answered as if it were not there: in the same words as something that was made up. */
export async function findTells(
  world: World,
  caller: Caller,
  sent: Outgoing,
  reply: Reply,
): Promise<string[]> {
  if (alike.includes(caller.name)) return [];
  const found: string[] = [];
  for (const id of hiddenIn(world, caller, sent)) {
    const other = await send(world, caller, withoutId(sent, id));
    const [said, saidOtherwise] = [JSON.stringify(reply.body), JSON.stringify(other.body)];
    if (said !== saidOtherwise) found.push(`${said}, but without ${id} ${saidOtherwise}`);
  }
  return found;
}

/** The same, of something that is not there. */
export function withoutId(sent: Outgoing, id: string): Outgoing {
  return withId(sent, id, "made-up");
}

/** The same, with another id wherever this one stood. */
export function withId({ address, request, sending }: Outgoing, id: string, other: string): Outgoing {
  const body = request.body && JSON.parse(JSON.stringify(request.body).replaceAll(id, other));
  const query = Object.entries(request.query ?? {}).map(([name, value]) => [
    name,
    String(value).replaceAll(id, other),
  ]);
  return {
    address: address.replaceAll(id, other),
    request: { ...request, ...(body && { body }), query: Object.fromEntries(query) },
    sending,
  };
}

function hiddenIn({ things }: World, { column, userId }: Caller, sent: Outgoing): string[] {
  const isMember = !["outsider", "key", "visitor", "away"].includes(column);
  const text = JSON.stringify([sent.address, sent.request]);
  const used = Object.entries({ ...things, ...sent.sending.params })
    .filter(([name, id]) => !open.includes(name) && id !== "" && id !== userId && text.includes(id))
    .filter(([name]) => !(isMember && name === "organizationId"))
    .map(([, id]) => id);
  return [...new Set(used)];
}
