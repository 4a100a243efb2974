import type { Call } from "../../http/operation.ts";
import { isMet } from "../../publishing/conditions.ts";
import { siteSpacesOf } from "../../publishing/structure.ts";
import { StructurePresenter, shareKeyOn } from "../site-structure/present.ts";
import { readStructure } from "../site-structure/store.ts";
import type { OnSharedSite } from "../sites/access.ts";
import { completeCustomization, withVisibleLinks } from "../sites/customization/layers.ts";
import { readLayer } from "../sites/customization-operations.ts";
import { presentSite } from "../sites/present.ts";
import { noClaims, structureFor } from "../sites/visitors.ts";

/** A site as it is shown to a visitor. A member is one of whom nothing is known. */
export async function presentPublishedSite(call: Call & OnSharedSite) {
  const { context, site, admission } = call;
  const { read } = context.database;
  const claims = admission?.claims ?? noClaims;
  const all = await readStructure(read, site);
  const shown = structureFor(all, claims);
  const siteSpaces = siteSpacesOf(shown);
  const [presenter, overrides] = await Promise.all([
    StructurePresenter.of(context, call, all, siteSpaces),
    read
      .selectFrom("site_spaces")
      .where("organization_id", "=", site.organization_id)
      .where("site_id", "=", site.id)
      .where("customization", "is not", null)
      .select(["id", "customization"])
      .execute(),
  ]);
  const layers = new Map(overrides.map((row) => [row.id, readLayer(row)]));
  const looks = (...more: ReturnType<typeof readLayer>[]) =>
    withVisibleLinks(completeCustomization(readLayer(site), ...more), (condition) =>
      isMet(condition, claims),
    );
  return {
    object: "published-content-site" as const,
    site: { ...presentSite(context, site, shareKeyOn(call, site)), siteSpaces: siteSpaces.length },
    structure: presenter.structure(shown),
    customizations: {
      site: looks(),
      siteSpaces: Object.fromEntries(
        siteSpaces.map(({ siteSpace }) => [siteSpace.id, looks(layers.get(siteSpace.id) ?? {})]),
      ),
    },
    // What integrations add to a site comes with them.
    scripts: [],
  };
}
