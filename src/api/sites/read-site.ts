import { notFound } from "../../platform/index.ts";
import { findShownSite } from "../../publishing/index.ts";
import type { Context } from "../http/index.ts";
import { presentSite } from "./present.ts";
import type { Site } from "./schema.ts";

/** The site as it is now, to a member. */
export async function readSite(context: Context, organizationId: string, id: string): Promise<Site> {
  const site = await findShownSite(context.database.read, organizationId, id);
  if (site === undefined) throw notFound("Site");
  return presentSite(context, site);
}
