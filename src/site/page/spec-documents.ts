import { LRUCache } from "lru-cache";
import type { Context } from "../../api/http/index.ts";
import { readSpecDocuments, type SpecDocument, type SpecRow } from "../../api/openapi-specs/index.ts";

/** The maximum size of a spec whose operations are described, in bytes of JSON. */
const maxSpecSize = 20_000_000;

/** A parsed document takes several times its size, so few are kept, and not for long. */
const maxKeptSize = 20_000_000;
const maxAge = 5 * 60 * 1000;

/** How a spec is read, and by whom. */
interface SpecSource {
  readonly context: Context;
  readonly organizationId: string;
  readonly spec: SpecRow;
}

/** Parsed specs by their version, which never changes. Requests for the same version wait for one parser. */
const documents = new LRUCache<string, SpecDocument, SpecSource>({
  maxSize: maxKeptSize,
  sizeCalculation: ({ size }) => Math.max(1, size),
  ttl: maxAge,
  fetchMethod: async (_version, _stale, { context: { context, organizationId, spec } }) => {
    const specs = new Map([["", spec]]);
    return (await readSpecDocuments(context.database.read, organizationId, specs, maxSpecSize)).get("");
  },
});

/** The documents of the latest versions of specs, by slug. */
export async function readSpecs(
  context: Context,
  organizationId: string,
  specs: ReadonlyMap<string, SpecRow>,
): Promise<ReadonlyMap<string, unknown>> {
  const bySlug = new Map<string, unknown>();
  for (const [slug, spec] of specs) {
    if (spec.last_version_id === null) continue;
    const found = await documents.fetch(spec.last_version_id, {
      context: { context, organizationId, spec },
    });
    bySlug.set(slug, found?.document);
  }
  return bySlug;
}
