import { EventLoopYielder } from "../../platform/index.ts";
import { readReferredSpecs, type SiteRef } from "../../publishing/index.ts";
import { inBatches, prepared } from "../../storage/database/index.ts";
import { openLinkedContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import { findSpaces } from "../spaces/index.ts";

/** The specs to which a revision of a space refers. */
interface SpecReferences {
  readonly revisionId: string;
  readonly specs: ReadonlySet<string>;
}

/** The estimated memory of a space and of a reference in bytes. */
const [spaceSize, referenceSize] = [150, 100];
/** Spaces without specs, which are most of them, share a set. */
const noSpecs: ReadonlySet<string> = new Set();

const findRevisions = prepared<
  { organizationId: string; siteId: string },
  { id: string; revision_id: string }
>((db, value) =>
  db
    .selectFrom("site_spaces")
    .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
    .where("site_spaces.organization_id", "=", value("organizationId"))
    .where("site_spaces.site_id", "=", value("siteId"))
    .select(["spaces.id", "spaces.revision_id"]),
);

/**
 * Those of these spaces of a site that refer to a spec, under any conditions. What the spaces refer to is kept, and read again for those
 * that have changed only.
 */
export async function findSpacesWithSpec(
  context: Context,
  site: SiteRef,
  ids: readonly string[],
  slug: string,
): Promise<string[]> {
  const { database, nodeCache } = context;
  const key = `spec-references ${site.id}`;
  const known = nodeCache.get(key) as ReadonlyMap<string, SpecReferences> | undefined;
  const rows = await findRevisions(database.read, { organizationId: site.organization_id, siteId: site.id });
  const revisions = new Map(rows.map(({ id, revision_id }) => [id, revision_id]));
  const changed = ids.filter((id) => known?.get(id)?.revisionId !== revisions.get(id));
  if (known !== undefined && changed.length === 0) return ids.filter((id) => known.get(id)?.specs.has(slug));
  const references = new Map([...(known ?? [])].filter(([id]) => revisions.has(id)));
  const yielder = new EventLoopYielder();
  const spaces = await inBatches(changed, async (batch) => [
    ...(await findSpaces(database.read, site.organization_id, batch)).values(),
  ]);
  for (const space of spaces) {
    await yielder.yieldIfDue();
    const specs = await readReferredSpecs(openLinkedContent(context, space, space.root));
    references.set(space.id, { revisionId: space.revision_id, specs: specs.size === 0 ? noSpecs : specs });
  }
  const specs = [...references.values()].reduce((sum, { specs }) => sum + specs.size, 0);
  nodeCache.set(key, references, { size: spaceSize * references.size + referenceSize * specs + 1 });
  return ids.filter((id) => references.get(id)?.specs.has(slug));
}
