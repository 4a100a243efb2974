import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { Writer } from "../../database/database.ts";
import { badInput, conflict } from "../../errors.ts";
import { makeDefault } from "../../publishing/edit-structure.ts";
import { type Structure, sectionsOf } from "../../publishing/structure.ts";
import { defaultIn } from "../site-structure/read-parts.ts";
import { changeStructure } from "../site-structure/store.ts";
import type { SiteUpdate } from "./schema.ts";
import { type SiteRow, updateSiteRow } from "./store.ts";

/** Changes the settings of a site: what is left out stays, null takes away. */
export async function updateSite(
  { config }: Context,
  trx: Writer,
  site: SiteRow,
  changes: SiteUpdate,
): Promise<void> {
  const { title, visibility, basename, hostname, adaptiveContent, agentsContext } = changes;
  const proxy = changes.proxy && lowerHost(changes.proxy);
  if (hostname && hostname === new URL(config.baseUrl).hostname)
    throw badInput("hostname", "is the server's own");
  if (basename) {
    await requireFree(trx, site, "basename", basename);
    await requireFree(trx, site, "id", basename);
  }
  if (hostname) await requireFree(trx, site, "hostname", hostname);
  if (proxy) await requireFree(trx, site, "proxy", proxy);
  if (hostname) await requireOwn(trx, site, "hostname", hostname);
  if (proxy) await requireOwn(trx, site, "proxy", proxy);
  await updateSiteRow(trx, site, {
    ...(title !== undefined && { title }),
    ...(visibility !== undefined && { visibility }),
    ...(basename !== undefined && { basename }),
    ...(hostname !== undefined && { hostname }),
    ...(proxy !== undefined && { proxy }),
    ...(adaptiveContent !== undefined && { adaptive_content: adaptiveContent.enabled ? 1 : 0 }),
    ...(agentsContext !== undefined && { agents_context: agentsContext }),
  });
  if (changes.defaultSiteSection !== undefined || changes.defaultSiteSpace !== undefined)
    await changeStructure(trx, site, (structure) => chooseDefaults(structure, changes));
}

function chooseDefaults(
  structure: Structure,
  { defaultSiteSection, defaultSiteSpace }: Pick<SiteUpdate, "defaultSiteSection" | "defaultSiteSpace">,
): void {
  const sections = sectionsOf(structure);
  if (defaultSiteSection !== undefined)
    makeDefault(sections, defaultIn(sections, defaultSiteSection, "defaultSiteSection"));
  if (defaultSiteSpace === undefined) return;
  const siblings = sections.find(({ isDefault }) => isDefault)?.siteSpaces ?? structure.siteSpaces;
  makeDefault(siblings, defaultIn(siblings, defaultSiteSpace, "defaultSiteSpace"));
}

/** Case matters in a path, and not in a host. */
function lowerHost(origin: string): string {
  const [host = "", ...path] = origin.split("/");
  return [host.toLowerCase(), ...path].join("/");
}

async function requireFree(
  trx: Writer,
  site: SiteRow,
  column: "basename" | "hostname" | "proxy" | "id",
  value: string,
): Promise<void> {
  let query = trx.selectFrom("sites").where(column, "=", value).where("id", "!=", site.id);
  if (column === "basename") query = query.where("organization_id", "=", site.organization_id);
  const taken = await query.select("id").limit(1).executeTakeFirst();
  const field = column === "id" ? "basename" : column;
  if (taken !== undefined) throw conflict(`${field}: "${value}" belongs to another site`);
}

/** Refuses an address that would take readers away from another organization: above or below one of its sites. */
async function requireOwn(
  trx: Writer,
  site: SiteRow,
  field: "hostname" | "proxy",
  address: string,
): Promise<void> {
  const segments = address.split("/");
  const above = segments.map((_, i) => segments.slice(0, i + 1).join("/"));
  const below = `${address.replace(/[\\%_]/g, "\\$&")}/%`;
  const taken = await trx
    .selectFrom("sites")
    .where("organization_id", "!=", site.organization_id)
    .where(({ or, eb }) =>
      or([
        eb("hostname", "=", segments[0] ?? ""),
        eb("proxy", "in", above),
        sql<boolean>`proxy like ${below} escape '\\'`,
      ]),
    )
    .select("id")
    .limit(1)
    .executeTakeFirst();
  if (taken !== undefined) throw conflict(`${field}: "${address}" belongs to another organization`);
}
