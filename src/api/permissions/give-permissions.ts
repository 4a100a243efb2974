import { findHolders, type Holder, setGrants } from "../../identity/roles/index.ts";
import { badInput, notFound } from "../../platform/index.ts";
import type { ContentTable, Writer } from "../../storage/database/index.ts";
import type { Invitation } from "./schema.ts";

/** Gives a role on a space or collection to users and teams of its organization: to all of them, or to none. */
export async function givePermissions(
  trx: Writer,
  content: Pick<ContentTable, "id" | "organization_id">,
  { role, users = [], teams = [] }: Invitation,
): Promise<void> {
  if (users.length === 0 && teams.length === 0) throw badInput("body", "must name users or teams");
  for (const [holder, given] of [
    ["user", users],
    ["team", teams],
  ] as const) {
    const ids = [...new Set(given)];
    if (ids.length === 0) continue;
    await requireHolders(trx, content.organization_id, holder, ids);
    await setGrants(trx, content, holder, ids, role);
  }
}

async function requireHolders(
  trx: Writer,
  organizationId: string,
  holder: Holder,
  ids: readonly string[],
): Promise<void> {
  const known = await findHolders(trx, organizationId, holder, ids);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw notFound(`${holder}s: ${holder === "user" ? "Member" : "Team"} ${unknown}`);
}
