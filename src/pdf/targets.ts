import { type ContentRef, nodesIn, plainText } from "../content/document/index.ts";
import type { ReferenceTarget } from "../content/links/index.ts";
import { sizeText } from "../platform/index.ts";
import { type BookInput, type Chapter, type Externals, labelOf } from "./book/index.ts";
import type { BookTarget } from "./write/index.ts";

interface Book {
  readonly order: Pick<BookInput, "space" | "urls" | "urlOf">;
  /** The ids of the pages in the book. */
  readonly chapters: ReadonlySet<string>;
  readonly headings: ReadonlyMap<string, string>;
  readonly users: Externals["users"];
}

export function headingsIn(chapters: readonly Chapter[]): Map<string, string> {
  const headings = new Map<string, string>();
  for (const { id, blocks } of chapters)
    for (const node of nodesIn(blocks))
      if (node.object === "block" && node.meta !== undefined)
        headings.getOrInsert(
          labelOf(id, node.meta.id),
          plainText(node.nodes ?? node.fragments?.[0]?.nodes ?? []),
        );
  return headings;
}

/** Describes the target of a reference: a position in the book if possible, else a URL or only a title. */
export function bookTargetOf(target: ReferenceTarget, book: Book): BookTarget {
  const { file, url } = target;
  const ref: ContentRef = url === undefined ? target.ref : { kind: "url", url };
  const { kind } = ref;
  switch (ref.kind) {
    case "url":
      return { kind, title: ref.url, ...openable(ref.url) };
    case "page":
    case "anchor":
      return { kind, ...pageTarget(ref, target, book) };
    case "file":
      return file === undefined
        ? { kind, title: ref.file, ...openable(ref.file) }
        : { kind, title: file.name, url: book.order.urlOf(file), note: sizeText(file.size) };
    case "user":
      return { kind, title: book.users.get(ref.user) ?? "someone" };
    case "space":
    case "collection": {
      const path = ref.kind === "space" ? `/spaces/${ref.space}` : `/collections/${ref.collection}`;
      const url = book.order.urls.app(path);
      return { kind, title: url, url };
    }
    case "reusable-content":
      return { kind, title: ref.reusableContent };
    case "openapi":
      return { kind, title: ref.spec };
  }
}

function pageTarget(
  ref: Extract<ContentRef, { kind: "page" | "anchor" }>,
  { page: record }: ReferenceTarget,
  { order, chapters, headings }: Book,
): Omit<BookTarget, "kind"> {
  const { page = "", space = order.space.id } = ref;
  const url = order.urls.app(`/spaces/${space}/pages/${page}`);
  // Readers of this space may not be allowed to see page titles of another space.
  if (ref.space !== undefined) return { title: url, url };
  if (record === undefined) return { title: "A deleted page" };
  if (!chapters.has(page)) return { title: record.title, url };
  const label = labelOf(page, ref.kind === "anchor" ? ref.anchor : undefined);
  return { title: headings.get(label) ?? record.title, label };
}

/** The maximum length of a URL that the compiler accepts. */
const maxUrlLength = 4_000;

/** The URL, if PDF viewers may open it. */
function openable(text: string): { url?: string } {
  const url = URL.parse(text);
  const isOpenable = url !== null && /^(?:https?|mailto|tel):$/.test(url.protocol);
  return isOpenable && url.href.length <= maxUrlLength ? { url: url.href } : {};
}
