import { badInput, conflict } from "../../platform/index.ts";
import {
  changeStructure,
  type SiteRow,
  type Structure,
  sectionsOf,
  setDefault,
  updateSiteRow,
} from "../../publishing/index.ts";
import { toFlag, type Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import type { SiteUpdate } from "./schema.ts";

export async function updateSite(
  { config }: Context,
  trx: Writer,
  site: SiteRow,
  changes: SiteUpdate,
): Promise<void> {
  const { title, visibility, basename, hostname, adaptiveContent, agentsContext } = changes;
  const proxy = changes.proxy && lowerHost(changes.proxy);
  const ownHost = new URL(config.baseUrl).hostname;
  if (hostname === ownHost) throw badInput("hostname", "is the server's own");
  if (proxy?.split("/")[0] === ownHost) throw badInput("proxy", "is on the server's own host");
  if (basename) await requireFreeBasename(trx, site, basename);
  if (hostname) await requireFreeAddress(trx, site, "hostname", hostname);
  if (proxy) await requireFreeAddress(trx, site, "proxy", proxy);
  await updateSiteRow(trx, site, {
    title,
    visibility,
    basename,
    hostname,
    proxy,
    adaptive_content: adaptiveContent && toFlag(adaptiveContent.enabled),
    agents_context: agentsContext,
  });
  if (changes.defaultSiteSection !== undefined || changes.defaultSiteSpace !== undefined)
    await changeStructure(trx, site, (structure) => setDefaults(structure, changes));
}

function setDefaults(
  structure: Structure,
  { defaultSiteSection, defaultSiteSpace }: Pick<SiteUpdate, "defaultSiteSection" | "defaultSiteSpace">,
): void {
  const sections = sectionsOf(structure);
  if (defaultSiteSection !== undefined)
    setDefault(sections, defaultSiteSection, "defaultSiteSection: Site section");
  if (defaultSiteSpace === undefined) return;
  const siblings = sections.find(({ isDefault }) => isDefault)?.siteSpaces ?? structure.siteSpaces;
  setDefault(siblings, defaultSiteSpace, "defaultSiteSpace: Site space");
}

/** Host names are case-insensitive, paths are not. */
function lowerHost(origin: string): string {
  const [host = "", ...path] = origin.split("/");
  return [host.toLowerCase(), ...path].join("/");
}

/** A basename must differ from the basenames and the ids of the other sites of the organization. */
async function requireFreeBasename(trx: Writer, site: SiteRow, name: string): Promise<void> {
  const others = trx
    .selectFrom("sites")
    .where("organization_id", "=", site.organization_id)
    .where("id", "!=", site.id)
    .select("id");
  const taken = others.where("basename", "=", name).unionAll(others.where("id", "=", name));
  if ((await taken.execute()).length > 0) throw conflict(`basename: "${name}" belongs to another site`);
}

/** An address must not be equal to, above or below the address of another site. */
async function requireFreeAddress(
  trx: Writer,
  site: SiteRow,
  field: "hostname" | "proxy",
  address: string,
): Promise<void> {
  const segments = address.split("/");
  const prefixes = segments.map((_, i) => segments.slice(0, i + 1).join("/"));
  const others = trx.selectFrom("sites").where("id", "!=", site.id).select("id");
  // The character after the slash is 0: the range contains all addresses below this one.
  const taken = others
    .where("hostname", "=", segments[0] ?? "")
    .unionAll(others.where("proxy", "in", prefixes))
    .unionAll(others.where("proxy", ">", `${address}/`).where("proxy", "<", `${address}0`));
  if ((await taken.limit(1).execute()).length > 0)
    throw conflict(`${field}: "${address}" belongs to another site`);
}
