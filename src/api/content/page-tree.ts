import { LRUCache } from "lru-cache";
import { rootOf } from "../../content/index.ts";
import { type PageBranch, readTree } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type PageView, readPageView, visibleSiblings } from "../../publishing/index.ts";
import type { JsonPieces } from "../http/index.ts";
import { ContentPresenter } from "./present.ts";
import { type ContentCall, contentOf, linkedContentOf } from "./read-files.ts";

interface PageTag {
  readonly slug: string;
  readonly label: string;
  readonly color: "default";
}

interface PageTree {
  readonly pages: JsonPieces;
  /** The tags of all pages that the caller sees, by name. */
  readonly tags: readonly PageTag[];
}

/** The limits for all kept trees and for a single one, in characters. */
const [maxKept, maxTree] = [4 * 1024 * 1024, 1024 * 1024];

/** The JSON of all pages of a content, which is the same for all members. */
const kept = new LRUCache<string, Pick<PageTree, "tags"> & { readonly pages: string }>({
  maxSize: maxKept,
  sizeCalculation: ({ pages }) => pages.length + 1,
});

/** The JSON of all pages that the caller sees, and their tags. */
export async function presentTree(call: ContentCall): Promise<PageTree> {
  const { context, space, claims } = call;
  const content = contentOf(call);
  const key = `${context.urls.app(`/spaces/${space.id}`)} ${rootOf(content)}`;
  const known = claims === undefined ? kept.get(key) : undefined;
  if (known !== undefined) return { pages: piecesOf(known.pages), tags: known.tags };
  const branches = await readTree(content);
  const view = await readPageView(linkedContentOf(call), branches, claims);
  const pages = new ContentPresenter(context, space.id, view).presentTree(branches);
  const tags = await tagsIn(branches, view);
  if (claims !== undefined) return { pages, tags };
  return { pages: keepText(pages, (text) => kept.set(key, { pages: text, tags })), tags };
}

function* piecesOf(text: string): JsonPieces {
  yield text;
}

/** Passes pieces on, and their whole text to `keep` in the end, unless it is long. */
function* keepText(pieces: JsonPieces, keep: (text: string) => void): JsonPieces {
  let text = "";
  for (const piece of pieces) {
    if (text.length <= maxTree) text += piece;
    yield piece;
  }
  if (text.length <= maxTree) keep(text);
}

async function tagsIn(branches: readonly PageBranch[], view: PageView | undefined): Promise<PageTag[]> {
  const names = new Set<string>();
  const yielder = new EventLoopYielder();
  for (let level = branches; level.length > 0; ) {
    const below: PageBranch[] = [];
    for (const { record, children } of visibleSiblings(level, view)) {
      if (yielder.isDue) await yielder.yieldIfDue();
      for (const { tag } of record.tags ?? []) names.add(tag);
      for (const child of children) below.push(child);
    }
    level = below;
  }
  return [...names].sort().map((name) => ({ slug: name, label: name, color: "default" as const }));
}
