import { LRUCache } from "lru-cache";
import type { Context } from "../../api/http/index.ts";
import { readSpecDocuments, type SpecRow } from "../../api/openapi-specs/index.ts";

/** The maximum size of a spec whose operations are described, in bytes of JSON. */
const maxSpecSize = 20_000_000;

/** A parsed document takes several times its size, so few are kept, and not for long. */
const maxKept = 12;
const maxAge = 5 * 60 * 1000;

/** Parsed specs by their version, which never changes. Requests for the same version wait for one parser. */
const documents = new LRUCache<string, Promise<unknown>>({ max: maxKept, ttl: maxAge, ttlAutopurge: false });

/** The documents of the latest versions of specs, by slug. */
export async function readSpecs(
  { database }: Context,
  organizationId: string,
  specs: ReadonlyMap<string, SpecRow>,
): Promise<ReadonlyMap<string, unknown>> {
  const read = async (slug: string, spec: SpecRow) => {
    const found = await readSpecDocuments(
      database.read,
      organizationId,
      new Map([[slug, spec]]),
      maxSpecSize,
    );
    return found.get(slug)?.document;
  };
  const bySlug = new Map<string, unknown>();
  for (const [slug, spec] of specs) {
    const version = spec.last_version_id;
    if (version === null) continue;
    let document = documents.get(version);
    if (document === undefined) {
      document = read(slug, spec);
      documents.set(version, document);
      document.catch(() => documents.delete(version));
    }
    bySlug.set(slug, await document);
  }
  return bySlug;
}
