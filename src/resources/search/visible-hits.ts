import { findPage } from "../../content/pages/read-pages.ts";
import type { Context } from "../../context.ts";
import { type Claims, isMet } from "../../publishing/conditions.ts";
import { readSections, type SpaceHit } from "../../search/search.ts";
import { openContentOf } from "../content/access.ts";
import { isVisible } from "../content/visible-pages.ts";
import { findSpaces, type SpaceRow } from "../spaces/store.ts";

/** What a visitor may see of what was found: sections and pages under conditions only where these are met. */
export async function withoutHidden(
  context: Context,
  organizationId: string,
  found: readonly SpaceHit[],
  claims: Claims,
): Promise<SpaceHit[]> {
  const spaces = await findSpaces(
    context.database.read,
    organizationId,
    found.map(({ spaceId }) => spaceId),
  );
  const shown: SpaceHit[] = [];
  for (const hit of found) {
    const space = spaces.get(hit.spaceId);
    const pages = space === undefined ? [] : await visiblePages(context, space, hit, claims);
    if (pages.length > 0) shown.push({ ...hit, pages });
  }
  return shown;
}

async function visiblePages(context: Context, space: SpaceRow, { pages }: SpaceHit, claims: Claims) {
  const content = openContentOf(context, space, space.root);
  const ids = pages.flatMap(({ sections }) => sections.map(({ id }) => id));
  const rows = await readSections(context, ids);
  const shown: SpaceHit["pages"][number][] = [];
  for (const page of pages) {
    const sections = page.sections.filter(({ id }) => {
      const row = rows.get(id);
      return row !== undefined && isMetByAll(row.conditions, claims);
    });
    const record = await findPage(content, rows.get(page.sections[0]?.id ?? -1)?.page_id ?? "");
    if (sections.length === 0 || record === undefined || !(await isVisible(content, record, claims)))
      continue;
    shown.push({ ...page, sections });
  }
  return shown;
}

/** Whether somebody may see what stands under these conditions; members see all of it. */
export function isMetByAll(conditions: string | null, claims: Claims | undefined): boolean {
  if (conditions === null || claims === undefined) return true;
  return (JSON.parse(conditions) as string[]).every((condition) => isMet(condition, claims));
}
