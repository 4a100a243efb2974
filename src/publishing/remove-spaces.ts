import type { Writer } from "../storage/database/index.ts";
import { changeStructure } from "./change-structure.ts";
import { removeSiteSpace } from "./edit-structure.ts";
import { siteSpacesOf } from "./structure.ts";

/** Takes spaces out of all sites that show them: they are leaving the organization, or for good. */
export async function removeFromSites(trx: Writer, spaceIds: readonly string[]): Promise<void> {
  const sites = await trx
    .selectFrom("site_spaces")
    .where("space_id", "in", spaceIds)
    .select(["site_id as id", "organization_id"])
    .distinct()
    .execute();
  for (const site of sites) {
    await changeStructure(trx, site, (structure) => {
      for (const placed of siteSpacesOf(structure))
        if (spaceIds.includes(placed.siteSpace.spaceId)) removeSiteSpace(structure, placed);
    });
  }
}
