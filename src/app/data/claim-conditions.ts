import { call } from "./api.ts";

/** The conditions on claims of visitors that the sites of a space describe, with what they mean. */
export async function loadClaimConditions(
  spaceId: string,
): Promise<{ readonly value: string; readonly label: string }[]> {
  const { organization: organizationId } = await call("GET /spaces/:spaceId", { spaceId });
  const { items } = await call(
    "GET /orgs/:organizationId/sites",
    { organizationId },
    { query: { space: spaceId, limit: 20 } },
  );
  const lists = await Promise.all(
    items
      .filter(({ adaptiveContent }) => adaptiveContent?.enabled !== false)
      .map(({ id: siteId }) =>
        call("GET /orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions", {
          organizationId,
          siteId,
        }),
      ),
  );
  return lists.flatMap((list) =>
    list.items.map(({ condition, description }) => ({ value: condition, label: description })),
  );
}
