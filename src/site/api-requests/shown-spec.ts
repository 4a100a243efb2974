import type { Context } from "../../api/http/index.ts";
import { findSpecs, type SpecRow } from "../../api/openapi-specs/index.ts";
import { type FileRecord, getRecords } from "../../content/index.ts";
import { type ResolvedUrl, readShownIn } from "../../publishing/index.ts";

/** A spec of the organization, or a file of the space, to which a page refers that the visitor sees. */
export type ShownSpec =
  | { readonly kind: "spec"; readonly spec: SpecRow }
  | { readonly kind: "file"; readonly file: FileRecord };

/** Finds the spec in the query of a URL: `spec` is its slug, `file` the id of a file. Undefined if the visitor may not see it. */
export async function findShownSpec(
  context: Context,
  { site, space, visit }: ResolvedUrl,
  query: URLSearchParams,
): Promise<ShownSpec | undefined> {
  const shown = await readShownIn(context, space, visit.visitor.claims);
  const [slug, fileId] = [query.get("spec") ?? "", query.get("file") ?? ""];
  if (shown.specs.has(slug)) {
    const spec = (await findSpecs(context.database.read, site.organization_id, [slug])).get(slug);
    return spec && { kind: "spec", spec };
  }
  const file = shown.files.has(fileId)
    ? (await getRecords(space.content, "files", [fileId])).get(fileId)
    : undefined;
  return file && { kind: "file", file };
}
