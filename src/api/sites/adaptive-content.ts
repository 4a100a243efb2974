import { type AdaptiveSchema, checkCondition, readLarge, type SiteRow } from "../../publishing/index.ts";
import type { Reader } from "../../storage/database/index.ts";

/** What may be known of the visitors of a site, where somebody has said so. */
export async function readSchema(db: Reader, site: SiteRow): Promise<AdaptiveSchema | undefined> {
  const schema = await readLarge(db, site, "adaptive_schema");
  return schema === null ? undefined : (JSON.parse(schema) as AdaptiveSchema);
}

/** Refuses a condition that cannot be read, or looks at what no visitor of the site has. None at all is fine. */
export async function requireCondition(
  db: Reader,
  site: SiteRow,
  condition: string | null | undefined,
): Promise<void> {
  if (condition) await requireConditions(db, site, [{ field: "condition", condition }]);
}

/** The same of several, each with where it stands. */
export async function requireConditions(
  db: Reader,
  site: SiteRow,
  conditions: readonly { readonly field: string; readonly condition: string }[],
): Promise<void> {
  if (conditions.length === 0) return;
  const schema = await readSchema(db, site);
  for (const { field, condition } of conditions) checkCondition(field, condition, schema);
}
