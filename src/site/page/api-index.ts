import type { Context } from "../../api/http/index.ts";
import type { ContentRef } from "../../content/document/index.ts";
import { readEvaluatedBlocks } from "../../content/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { documentLinksReader } from "../../storage/repositories/index.ts";
import { ApiAnchors, type ApiOperationLink } from "../document/index.ts";
import type { FrameContext } from "./frame-context.ts";
import type { TreeItem, TreeLevel } from "./navigation.ts";
import { collectParts, type PageParts } from "./page-parts.ts";
import type { SitePage } from "./site-page.ts";

/** The parts of a page that are in the index. */
type ApiParts = Pick<PageParts, "apiBlocks" | "anchors">;

/** The number of other pages whose operations and schemas are known. */
const maxPages = 60;

/** Where the operations and schemas of specs are shown: on this page, or on pages beside it in the page tree. */
export class ApiIndex {
  readonly #schemas = new Map<string, string>();
  readonly #operations = new Map<string, ApiOperationLink[]>();

  /** Adds what the blocks of a page show. What is known already stays. */
  async add({ apiBlocks, anchors: ofHeadings }: ApiParts, pageUrl: string): Promise<void> {
    const anchors = new ApiAnchors(ofHeadings);
    const yielder = new EventLoopYielder();
    for (const { type, data } of apiBlocks) {
      if (yielder.isDue) await yielder.yieldIfDue();
      if (type === "openapi-schemas")
        for (const name of data.schemas)
          this.#schemas.getOrInsert(keyOf(data.ref, name), `${pageUrl}#${anchors.schema(name)}`);
      // Links lead to no webhook, but it takes an anchor.
      else if (type === "openapi-webhook") anchors.operation(data.method, data.name);
      else this.#addOperation(data, `${pageUrl}#${anchors.operation(data.method, data.path)}`);
    }
  }

  #addOperation(
    { ref, method, path }: { readonly ref: ContentRef; readonly method: string; readonly path: string },
    url: string,
  ): void {
    const links = this.#operations.getOrInsertComputed(keyOf(ref, path), () => []);
    const name = method.toUpperCase();
    if (!links.some((link) => link.method === name)) links.push({ method: name, url });
  }

  schema(ref: ContentRef, name: string): string | undefined {
    return this.#schemas.get(keyOf(ref, name));
  }

  /** The operations at a path. */
  operations(ref: ContentRef, path: string): readonly ApiOperationLink[] {
    return this.#operations.get(keyOf(ref, path)) ?? [];
  }
}

function keyOf(ref: ContentRef, name: string): string {
  return `${JSON.stringify(ref)} ${name}`;
}

/** Reads where the specs of a page are shown. Only pages are read whose links say that they show one of them. */
export async function readApiIndex(
  context: Context,
  { space, visit, pageId }: SitePage,
  parts: ApiParts,
  { tree, pageUrl }: Pick<FrameContext, "tree" | "pageUrl">,
): Promise<ApiIndex> {
  const index = new ApiIndex();
  const specs = new Set<string>();
  for (const { type, data } of parts.apiBlocks)
    if (type !== "swagger" && data.ref.kind === "openapi") specs.add(data.ref.spec);
  await index.add(parts, "");
  if (specs.size === 0) return index;
  const items = itemsIn(tree).filter(({ id, record }) => id !== pageId && record.document !== undefined);
  const readLinks = documentLinksReader(context, space.repositoryId);
  const links = await readLinks(items.flatMap(({ record }) => record.document ?? []));
  const showing = items.filter(({ record }) =>
    links.get(record.document ?? "")?.links.some(({ ref }) => ref.kind === "openapi" && specs.has(ref.spec)),
  );
  for (const { id, record, path } of showing.slice(0, maxPages)) {
    const { nodes } = await readEvaluatedBlocks(
      {
        content: space.content,
        origin: id,
        page: record,
        hash: record.document,
        claims: visit.visitor.claims,
      },
      "true",
    );
    await index.add(await collectParts(nodes, undefined), pageUrl(path));
  }
  return index;
}

function itemsIn({ items }: TreeLevel): TreeItem[] {
  return items.flatMap((item) => [item, ...itemsIn(item.children)]);
}
