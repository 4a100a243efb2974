import {
  type ContentRef,
  destinationOf,
  nodesIn,
  refOfNode,
  refsInTable,
} from "../../content/document/index.ts";
import { type ReferenceResolver, type ReferenceTarget, toUrlTarget } from "../../content/links/index.ts";
import type { ExternalNames } from "./book.ts";
import { branchesIn, type Chapters } from "./chapters.ts";

export interface BookReferences extends ExternalNames {
  resolve(ref: ContentRef, page: string): ReferenceTarget;
  /** The targets that are shown as images, by URL. */
  readonly images: ReadonlyMap<string, ReferenceTarget>;
  /** OpenAPI documents that are files of the space, by URL. */
  readonly openapiFiles: ReadonlyMap<string, ReferenceTarget>;
  readonly formulas: readonly string[];
}

const imageTypes: ReadonlySet<string> = new Set(["image", "inline-image", "drawing"]);

/** Collects and resolves the references of the chapters and of the table of contents. */
export async function collectReferences(
  { chapters, tree }: Pick<Chapters, "chapters" | "tree">,
  resolver: ReferenceResolver,
): Promise<BookReferences> {
  const [users, specs, formulas] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const targets = new Map<string, ReferenceTarget>();
  const images = new Map<string, ReferenceTarget>();
  const openapiFiles = new Map<string, ReferenceTarget>();
  const keyOf = (ref: ContentRef, page: string) => `${page} ${JSON.stringify(ref)}`;
  const add = async (ref: ContentRef, page: string, isImage = false): Promise<ReferenceTarget> => {
    const target = toUrlTarget(await resolver.resolve(ref, page));
    targets.set(keyOf(ref, page), target);
    if (target.ref.kind === "user") users.add(target.ref.user);
    if (target.ref.kind === "openapi") specs.add(target.ref.spec);
    if (isImage) images.set(destinationOf(target.ref), target);
    return target;
  };
  for (const { id, record } of branchesIn(tree)) if (record.target) await add(record.target, id);
  for (const { id, record, blocks } of chapters) {
    if (record.cover?.ref !== undefined) await add(record.cover.ref, id, true);
    for (const node of nodesIn(blocks)) {
      const ref = refOfNode(node);
      const target = ref && (await add(ref, id, imageTypes.has(node.type)));
      if (target && node.type === "swagger") openapiFiles.set(destinationOf(target.ref), target);
      if (node.type === "math" || node.type === "inline-math") formulas.add(node.data.formula);
      if (node.type === "table")
        for (const [cellRef, isImage] of refsInTable(node)) await add(cellRef, id, isImage);
    }
  }
  return {
    users: [...users],
    specs: [...specs],
    formulas: [...formulas],
    resolve: (ref, page) => targets.get(keyOf(ref, page)) ?? { ref, status: "external" },
    images,
    openapiFiles,
  };
}
