import { type ContentRef, plainText } from "../content/document/index.ts";
import type { FileRecord, PageRecord } from "../content/index.ts";
import { type BookOrder, type Chapter, labelOf, nodesIn, type Outside } from "./book/index.ts";
import type { Target } from "./write/index.ts";

interface Known {
  readonly order: Pick<BookOrder, "space" | "urls" | "addressOf">;
  /** Pages of the book. */
  readonly chapters: ReadonlySet<string>;
  readonly pages: ReadonlyMap<string, PageRecord>;
  /** The texts of headings, by label. */
  readonly headings: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly users: Outside["users"];
}

/** The texts of all headings, by label. */
export function headingsIn(chapters: readonly Chapter[]): Map<string, string> {
  const headings = new Map<string, string>();
  for (const { id, blocks } of chapters)
    for (const node of nodesIn(blocks))
      if (node.object === "block" && node.meta !== undefined)
        headings.getOrInsert(labelOf(id, node.meta.id), plainText(node.nodes ?? []));
  return headings;
}

/** Resolves a reference, to a position in the book if possible. */
export function targetOf(ref: ContentRef, from: string, known: Known): Target {
  const { order, files, users } = known;
  const { kind } = ref;
  switch (ref.kind) {
    case "url":
      return { kind, title: ref.url, ...openable(ref.url) };
    case "page":
      return pageTarget(ref, known);
    case "anchor":
      return ref.page === undefined
        ? { ...pageTarget({ page: from, anchor: ref.anchor }, known), kind }
        : { ...pageTarget({ ...ref, page: ref.page }, known), kind };
    case "file": {
      const file = ref.space === undefined || ref.space === order.space.id ? files.get(ref.file) : undefined;
      if (file === undefined) return { kind, title: ref.file, ...openable(ref.file) };
      return { kind, title: file.name, url: order.addressOf(file), note: sizeText(file.size) };
    }
    case "user":
      return { kind, title: users.get(ref.user) ?? "someone" };
    case "space":
    case "collection": {
      const url = order.urls.app(
        ref.kind === "space" ? `/spaces/${ref.space}` : `/collections/${ref.collection}`,
      );
      return { kind, title: url, url };
    }
    case "reusable-content":
      return { kind, title: ref.reusableContent };
    case "openapi":
      return { kind, title: ref.spec };
  }
}

interface PageRef {
  readonly page: string;
  readonly anchor?: string;
  readonly space?: string;
}

function pageTarget({ page, anchor, space }: PageRef, { order, chapters, pages, headings }: Known): Target {
  const own = order.space.id;
  const app = order.urls.app(`/spaces/${space ?? own}/pages/${page}`);
  // Readers of this space may not know the page titles of another.
  if (space !== undefined && space !== own) return { kind: "page", title: app, url: app };
  const record = pages.get(page);
  if (record === undefined) return { kind: "page", title: "A page that is gone" };
  if (!chapters.has(page)) return { kind: "page", title: record.title, url: app };
  const name = labelOf(page, anchor);
  return { kind: "page", title: headings.get(name) ?? record.title, name };
}

/** The compiler accepts no longer addresses. */
const longestAddress = 4_000;

/** The address, if PDF viewers may open it. */
function openable(address: string): { url?: string } {
  const url = URL.parse(address);
  const isOpenable = url !== null && /^(?:https?|mailto|tel):$/.test(url.protocol);
  return isOpenable && url.href.length <= longestAddress ? { url: url.href } : {};
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const kilo = bytes / 1_000;
  return kilo < 1_000 ? `${kilo.toFixed(kilo < 10 ? 1 : 0)} KB` : `${(kilo / 1_000).toFixed(1)} MB`;
}
