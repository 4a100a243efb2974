import { useRef } from "preact/hooks";
import { type QueryState, useQuery } from "../../data/queries.ts";

export interface LoadedSchema {
  /** Undefined if the site has none. */
  readonly jsonSchema?: Record<string, unknown>;
  readonly updatedAt: string;
}

/**
 * The schema of the claims of a site. If the site has none, reading it is a 404, which browsers report as an error: its conditions
 * are read first, of which every described claim has some.
 */
export function useSchema(organizationId: string, siteId: string): QueryState<LoadedSchema> {
  const params = { organizationId, siteId };
  const conditions = useQuery(
    "GET /orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions",
    params,
  );
  const isDescribed = conditions.data !== undefined && conditions.data.items.length > 0;
  const schema = useQuery(
    "GET /orgs/:organizationId/sites/:siteId/adaptive-schema",
    isDescribed ? params : undefined,
  );
  const wasMissing = useRef(false);
  wasMissing.current ||= conditions.data !== undefined && !isDescribed;
  if (conditions.data === undefined)
    return { isLoading: conditions.isLoading, ...(conditions.error && { error: conditions.error }) };
  // While the first schema of a site is loaded, what was shown stays.
  if (!isDescribed || (wasMissing.current && schema.data === undefined))
    return { data: { updatedAt: "" }, isLoading: (isDescribed ? schema : conditions).isLoading };
  return schema;
}
