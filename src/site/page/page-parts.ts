import {
  type Block,
  type BlockOf,
  type ContentRef,
  type Inline,
  nodesIn,
  refOfNode,
  refsInTable,
} from "../../content/document/index.ts";
import type { PageCover } from "../../content/index.ts";
import { EventLoopYielder, StepCounter } from "../../platform/index.ts";

/** A block that shows a part of an API. */
export type ApiBlock = BlockOf<"openapi-operation" | "openapi-schemas" | "openapi-webhook" | "swagger">;

/** What has to be known or looked up before a page is written. */
export interface PageParts {
  /** The references of the document and of the cover, each once. */
  readonly refs: readonly ContentRef[];
  /** The embedded URLs, as written. */
  readonly embeds: readonly string[];
  readonly apiBlocks: readonly ApiBlock[];
  /** The anchors of headings and expandables. */
  readonly anchors: readonly string[];
  /** The level of the largest heading, from 1 to 3. */
  readonly topHeading: number;
  /** The number of blocks and inlines. */
  readonly size: number;
}

/** The number of nodes after which the time is looked at. */
const nodesPerStep = 100;

/** Collects the parts of a page in one walk over its blocks. */
export async function collectParts(
  blocks: readonly Block[],
  cover: PageCover | undefined,
): Promise<PageParts> {
  const refs = new Map<string, ContentRef>();
  const add = (ref: ContentRef | undefined) => ref && refs.set(keyOfRef(ref), ref);
  add(cover?.ref);
  add(cover?.refDark);
  const embeds: string[] = [];
  const apiBlocks: ApiBlock[] = [];
  const anchors: string[] = [];
  let topHeading = 3;
  let size = 0;
  const step = new StepCounter(nodesPerStep);
  const yielder = new EventLoopYielder();
  for (const node of nodesIn(blocks)) {
    size++;
    if (step.isComplete()) await yielder.yieldIfDue();
    add(refOfNode(node));
    if ("meta" in node && node.meta !== undefined) anchors.push(node.meta.id);
    if (node.type === "image" || node.type === "inline-image") add(node.data.refDark);
    else if (node.type === "heading-1") topHeading = 1;
    else if (node.type === "heading-2") topHeading = Math.min(topHeading, 2);
    else if (node.type === "table") for (const [ref] of refsInTable(node)) add(ref);
    else if (isApiBlock(node)) apiBlocks.push(node);
    else if (node.type === "embed") {
      add({ kind: "url", url: node.data.url });
      embeds.push(node.data.url);
    }
  }
  return { refs: [...refs.values()], embeds, apiBlocks, anchors, topHeading, size };
}

/** Identifies a reference among those of a page. Most are URLs. */
export function keyOfRef(ref: ContentRef): string {
  return ref.kind === "url" ? `url ${ref.url}` : JSON.stringify(ref);
}

function isApiBlock(node: Block | Inline): node is ApiBlock {
  return node.type === "swagger" || node.type.startsWith("openapi-");
}
