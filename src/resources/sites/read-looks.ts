import type { Reader } from "../../database/database.ts";
import { readLayer } from "./customization/layers.ts";
import type { CustomizationInput } from "./customization/schema.ts";
import { readLarge, type SiteRow } from "./store.ts";

/** What was chosen for a site: the rest is as it is by default. */
export async function readLooks(db: Reader, site: SiteRow): Promise<CustomizationInput> {
  return readLayer(await readLarge(db, site, "customization"));
}
