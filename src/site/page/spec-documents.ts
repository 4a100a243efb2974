import { LRUCache } from "lru-cache";
import type { Context } from "../../api/http/index.ts";
import { readSpecDocuments, type SpecDocument, type SpecRow } from "../../api/openapi-specs/index.ts";

/** The maximum size of a spec whose operations are described, in bytes of JSON. */
export const maxSpecSize = 20_000_000;

/** A parsed document takes several times its size, so few are kept, and not for long. */
const maxKeptSize = 20_000_000;
const maxAge = 5 * 60 * 1000;

type ReadDocument = () => Promise<SpecDocument | undefined>;

/** Parsed specs by their version, which never changes. Requests for the same version wait for one parser. */
const documents = new LRUCache<string, SpecDocument, ReadDocument>({
  maxSize: maxKeptSize,
  sizeCalculation: ({ size }) => Math.max(1, size),
  ttl: maxAge,
  fetchMethod: (_version, _stale, { context: read }) => read(),
});

/** The document of a version of a spec, which is read if it is not kept. */
export async function keptDocument(version: string, read: ReadDocument): Promise<unknown> {
  return (await documents.fetch(version, { context: read }))?.document;
}

/** The documents of the latest versions of specs, by slug. */
export async function readSpecs(
  context: Context,
  organizationId: string,
  specs: ReadonlyMap<string, SpecRow>,
): Promise<ReadonlyMap<string, unknown>> {
  const bySlug = new Map<string, unknown>();
  for (const [slug, spec] of specs) {
    if (spec.last_version_id === null) continue;
    const document = await keptDocument(spec.last_version_id, async () => {
      const found = await readSpecDocuments(context, organizationId, new Map([["", spec]]), maxSpecSize);
      return found.get("");
    });
    bySlug.set(slug, document);
  }
  return bySlug;
}
