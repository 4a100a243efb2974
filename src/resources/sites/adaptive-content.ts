import type { AdaptiveSchema } from "../../publishing/adaptive-schema.ts";
import type { SiteRow } from "./store.ts";

/** What may be known of the visitors of a site, where somebody has said so. */
export function schemaOf({ adaptive_schema }: Pick<SiteRow, "adaptive_schema">): AdaptiveSchema | undefined {
  return adaptive_schema === null ? undefined : (JSON.parse(adaptive_schema) as AdaptiveSchema);
}
