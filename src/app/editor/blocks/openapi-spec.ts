import { call } from "../../data/api.ts";
import type { OpenAPISpec } from "../../data/api-types.ts";
import type { WrittenContent } from "../content-source.ts";
import { type SpecSummary, summaryOf } from "./openapi-summary.ts";

const organizations = new Map<string, Promise<string>>();
const summaries = new Map<string, Promise<SpecSummary>>();

function once<T>(known: Map<string, Promise<T>>, id: string, read: () => Promise<T>): Promise<T> {
  const reply = known.get(id) ?? read();
  known.set(id, reply);
  reply.catch(() => known.delete(id));
  return reply;
}

export function organizationOf({ space }: WrittenContent): Promise<string> {
  return once(
    organizations,
    space,
    async () => (await call("GET /spaces/:spaceId", { spaceId: space })).organization,
  );
}

/** The specs of the organization that have been read. */
export async function listSpecs(content: WrittenContent): Promise<readonly OpenAPISpec[]> {
  const organizationId = await organizationOf(content);
  const { items } = await call(
    "GET /orgs/:organizationId/openapi",
    { organizationId },
    { query: { limit: 1000 } },
  );
  return items.filter(({ lastVersion }) => lastVersion !== undefined);
}

/** What the latest version of a spec describes. */
export async function readSpec(content: WrittenContent, slug: string): Promise<SpecSummary> {
  const organizationId = await organizationOf(content);
  return once(summaries, `${organizationId}/${slug}`, async () => {
    const params = { organizationId, specSlug: slug };
    const { filesystem } = await call(
      "GET /orgs/:organizationId/openapi/:specSlug/versions/latest/content",
      params,
    );
    const { specification = {} } = filesystem.find(({ isEntrypoint }) => isEntrypoint) ?? filesystem[0] ?? {};
    return summaryOf(specification);
  });
}
