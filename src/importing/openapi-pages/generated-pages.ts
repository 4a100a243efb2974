import type { Extent } from "../../content/pages/index.ts";
import { listOperations } from "../../openapi/description/index.ts";
import { fitPages } from "../changes/index.ts";
import type { SourcePage } from "../source/index.ts";
import { pagesOfSpec, type SpecPageOptions } from "./pages-of-spec.ts";

/** A page as it was generated from a spec. It is the base with which later changes of the spec and of writers are merged. */
export interface GeneratedPage {
  /** Identifies the tag or operation. */
  readonly key: string;
  readonly parent?: string;
  readonly title: string;
  readonly slug?: string;
  readonly attributes?: SourcePage["attributes"];
  readonly markdown: string;
  /** Equal for the same tag or operation under another key: it was renamed. */
  readonly identity?: string;
}

/** The pages of a document, as they are inserted below a page with this extent. */
export async function generateSpecPages(
  document: unknown,
  spec: string,
  options: SpecPageOptions,
  extent?: Extent,
): Promise<GeneratedPage[]> {
  const { pages } = await fitPages(pagesOfSpec(document, spec, options, { address: "" }), extent);
  const identities = identitiesIn(document);
  return pages.map(({ address, parent, title, slug, attributes, markdown = "" }) => {
    const identity = identities.get(address);
    return {
      key: address,
      ...(parent !== undefined && { parent }),
      title: title ?? spec,
      ...(slug !== undefined && { slug }),
      ...(attributes && Object.keys(attributes).length > 0 && { attributes }),
      markdown,
      ...(identity !== undefined && { identity }),
    };
  });
}

/** An operation is the same if it has the same `operationId`, a tag if it has the same operations. */
function identitiesIn(document: unknown): Map<string, string> {
  const { operations } = listOperations(document);
  const identities = new Map<string, string>();
  for (const { path, method, operationId } of operations)
    if (operationId !== undefined) identities.set(`/${method}${path}`, `operation ${operationId}`);
  const byTag = Map.groupBy(operations, ({ tag }) => tag);
  for (const [tag, tagged] of byTag)
    if (tag !== undefined)
      identities.set(`/tag/${tag}`, `tag ${tagged.map(({ path, method }) => `${method}${path}`).toSorted()}`);
  return identities;
}
