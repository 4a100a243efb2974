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
  const proxy = changes.proxy && toLowerCaseHost(changes.proxy);
  const serverHosts = [config.baseUrl, config.sites.url].map((url) => new URL(url).hostname);
  if (hostname && serverHosts.includes(hostname))
    throw badInput("hostname", "must not be the host name of this server");
  if (proxy && serverHosts.includes(proxy.split("/")[0] ?? ""))
    throw badInput("proxy", "must not be on the host of this server");
  if (basename) await requireFreeBasename(trx, site, basename);
  if (hostname) await requireFreeHostPath(trx, site, "hostname", hostname);
  if (proxy) await requireFreeHostPath(trx, site, "proxy", proxy);
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
function toLowerCaseHost(origin: string): string {
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
  const conflicting = others.where("basename", "=", name).unionAll(others.where("id", "=", name));
  if ((await conflicting.execute()).length > 0) throw conflict(`basename: "${name}" belongs to another site`);
}

/** A host name or proxy path must not be equal to, above or below that of another site. */
async function requireFreeHostPath(
  trx: Writer,
  site: SiteRow,
  field: "hostname" | "proxy",
  hostPath: string,
): Promise<void> {
  const segments = hostPath.split("/");
  const prefixes = segments.map((_, i) => segments.slice(0, i + 1).join("/"));
  const others = trx.selectFrom("sites").where("id", "!=", site.id).select("id");
  // `0` is the character after the slash, so the range contains all paths below this one.
  const conflicting = others
    .where("hostname", "=", segments[0] ?? "")
    .unionAll(others.where("proxy", "in", prefixes))
    .unionAll(others.where("proxy", ">", `${hostPath}/`).where("proxy", "<", `${hostPath}0`));
  if ((await conflicting.limit(1).execute()).length > 0)
    throw conflict(`${field}: "${hostPath}" belongs to another site`);
}
