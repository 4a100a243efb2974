import type { Context } from "../../api/http/index.ts";
import type { BlockDiff } from "../../content/block-diff/index.ts";
import { type Block, blocksIn, type ContentRef, type Node } from "../../content/document/index.ts";
import { type Content, getRecords } from "../../content/index.ts";
import { collectParts, findPageLanguage, type Html, html, type PageContext } from "../../site/index.ts";
import {
  type ReadContent,
  readWriterTargets,
  type WriterTargets,
  writerLocale,
  writeWriterDocument,
} from "../page-html/index.ts";
import { type Mark, MarkedBlocks, type ShownVersion } from "./marked-blocks.ts";

/** A part of the difference: unchanged blocks, or one change. */
export interface RenderedPart {
  readonly change: BlockDiff["change"] | "collapsed";
  /** The number of blocks that are not shown. */
  readonly count?: number;
  /** The keys of the changed block, before and after. */
  readonly blocks?: readonly string[];
  /** Both versions in one. */
  readonly html?: string;
  /** The versions side by side. */
  readonly before?: string;
  readonly after?: string;
}

/** The number of unchanged blocks that are shown before and after a change. */
const shownContext = 2;

interface RenderInput {
  readonly before: ReadContent;
  readonly after: ReadContent;
  readonly origin: string | undefined;
  readonly title: string;
  readonly diffs: readonly BlockDiff[];
  readonly isSideBySide: boolean;
  /** Whether all unchanged blocks are shown. */
  readonly isWhole: boolean;
}

/** Writes a difference as HTML, as writers see the page. */
export async function renderDiff(context: Context, input: RenderInput) {
  const { diffs, isWhole, isSideBySide, title } = input;
  const versions: readonly ShownVersion[] = isSideBySide ? ["before", "after"] : ["both"];
  const layout = new Layout(versions);
  const parts = (isWhole ? diffs : collapse(diffs)).map((diff) => layout.add(diff));
  const { styles } = await write(context, input, layout);
  const { language, direction } = await findPageLanguage(title, layout.blocks.slice(0, 100), writerLocale);
  return { parts: parts.map((finish) => finish()), styles, language, direction };
}

type Shown = BlockDiff | { readonly change: "collapsed"; readonly count: number };

/** Replaces long runs of unchanged blocks by their number. */
function collapse(diffs: readonly BlockDiff[]): Shown[] {
  return diffs.flatMap((diff, i): Shown[] => {
    if (diff.change !== "unchanged") return [diff];
    const head = i === 0 ? 0 : shownContext;
    const tail = i === diffs.length - 1 ? 0 : shownContext;
    const { blocks } = diff;
    const count = blocks.length - head - tail;
    if (count < 2) return [diff];
    const runs: readonly Shown[] = [
      { change: "unchanged", blocks: blocks.slice(0, head) },
      { change: "collapsed", count },
      { change: "unchanged", blocks: blocks.slice(blocks.length - tail) },
    ];
    return runs.filter((run) => run.change !== "unchanged" || run.blocks.length > 0);
  });
}

/** The blocks to write, and where their HTML belongs. */
class Layout {
  readonly blocks: Block[] = [];
  readonly #builders: readonly MarkedBlocks[];
  readonly #tops = new Set<object>();
  readonly #written = new Map<object, string>();

  constructor(versions: readonly ShownVersion[]) {
    let shared: MarkedBlocks | undefined;
    this.#builders = versions.map((version) => {
      shared = new MarkedBlocks(version, shared);
      return shared;
    });
  }

  /** Adds the blocks of a part. The result reads their HTML when they are written. */
  add(diff: Shown): () => RenderedPart {
    if (diff.change === "collapsed") return () => diff;
    const columns = this.#builders.map((builder) => {
      const blocks = topBlocks(diff, builder).map((block) =>
        this.#isBuilt(block, builder) ? block : { ...block },
      );
      for (const block of blocks) {
        this.blocks.push(block);
        this.#tops.add(block);
      }
      return { version: builder.version, blocks };
    });
    return () => {
      const keys = keysOf(diff);
      const part: Record<string, unknown> = { change: diff.change, ...(keys.length > 0 && { blocks: keys }) };
      for (const { version, blocks } of columns)
        if (blocks.length > 0)
          part[version === "both" ? "html" : version] = blocks
            .map((block) => this.#written.get(block))
            .join("");
      return part as unknown as RenderedPart;
    };
  }

  #isBuilt(block: Block, { marks, code, fields }: MarkedBlocks): boolean {
    return marks.has(block) || code.has(block) || fields.has(block);
  }

  /** Marks what was written, and keeps the HTML of the blocks of the document apart. */
  decorate(node: Node, written: Html, context: PageContext): Html {
    const [builder] = this.#builders;
    const decorated = builder === undefined ? written : decorate(node, written, builder, context);
    if (!this.#tops.has(node)) return decorated;
    this.#written.set(node, decorated.text);
    return html``;
  }
}

/** The keys by which a change can be reverted. */
function keysOf(diff: BlockDiff): string[] {
  if (diff.change === "unchanged") return [];
  const blocks = diff.change === "edited" ? [diff.before, diff.after] : [diff.block];
  return [...new Set(blocks.flatMap(({ key }) => key ?? []))];
}

/** The blocks that a version shows in the place of a part. Blocks that are new or gone as a whole need no marks inside. */
function topBlocks(diff: BlockDiff, builder: MarkedBlocks): readonly Block[] {
  switch (diff.change) {
    case "unchanged":
      return diff.blocks;
    case "edited":
      return builder.buildEdited(diff);
    case "moved":
      if (diff.edit !== undefined) return builder.version === "before" ? [] : builder.buildEdited(diff.edit);
      return builder.version === "before" ? [] : [diff.block];
    case "added":
      return builder.version === "before" ? [] : [diff.block];
    default:
      return builder.version === "after" ? [] : [diff.block];
  }
}

const elements: Readonly<Record<Mark, { readonly name: string; readonly class: string }>> = {
  added: { name: "ins", class: "diff-added" },
  removed: { name: "del", class: "diff-removed" },
  moved: { name: "ins", class: "diff-moved" },
  "moved-away": { name: "del", class: "diff-moved" },
};

function decorate(
  node: Node,
  written: Html,
  { marks, code, fields }: MarkedBlocks,
  context: PageContext,
): Html {
  const [mark, described] = [marks.get(node), fields.get(node)];
  const content = node.object === "block" && code.has(node) ? writeCode(node, context) : written;
  const note = described && html`<p class="diff-fields">${context.text(described)}</p>`;
  if (mark === undefined) return note ? html`${note}${content}` : content;
  const { name, class: className } = elements[mark];
  return html`<${name} class="${className}">${content}</${name}>`;
}

/** Changed code, without colors. */
function writeCode(block: Block, context: PageContext): Html {
  const title = block.type === "code" ? (block.data.title ?? block.data.syntax) : undefined;
  const lines = blocksIn(block.nodes).map(
    (line) => html`<span class="line">${context.text(line.nodes)}\n</span>`,
  );
  return html`<figure class="code"><pre tabindex="0" role="group" aria-label="${title || context.words.code}"><code>${lines}</code></pre></figure>`;
}

const includedLabel = "Reusable content";

async function write(context: Context, { before, after, origin }: RenderInput, layout: Layout) {
  const { blocks } = layout;
  const parts = await collectParts(blocks, undefined);
  const titles = await readTitles(before.content, after.content, parts.refs);
  const [old, current] = [
    await readWriterTargets(context, before, parts.refs, origin),
    await readWriterTargets(context, after, parts.refs, origin),
  ];
  // What was removed may lead to something that was removed, too.
  const targets: WriterTargets = {
    targetOf: (ref) => {
      const target = current.targetOf(ref);
      return target.href === undefined ? old.targetOf(ref) : target;
    },
    imageOf: (ref) => current.imageOf(ref) ?? old.imageOf(ref),
    specOf: (ref) => current.specOf(ref) ?? old.specOf(ref),
    fileOf: (ref) => current.fileOf(ref) ?? old.fileOf(ref),
  };
  return writeWriterDocument(
    context,
    after.space,
    { blocks, parts, targets },
    {
      hasAnchors: false,
      decorate: (node, written, pageContext) =>
        layout.decorate(node, writeIncluded(node, titles) ?? written, pageContext),
    },
  );
}

/** The titles of the reusable contents that are included, by id. */
async function readTitles(before: Content, after: Content, refs: readonly ContentRef[]) {
  const ids = refs.flatMap((ref) => (ref.kind === "reusable-content" ? ref.reusableContent : []));
  const [old, current] = [
    await getRecords(before, "reusableContents", ids),
    await getRecords(after, "reusableContents", ids),
  ];
  return new Map([...old, ...current].map(([id, { title }]) => [id, title]));
}

/** A block that includes a reusable content names it: what is in it may have changed by itself. */
function writeIncluded(node: Node, titles: ReadonlyMap<string, string>): Html | undefined {
  if (node.object !== "block" || node.type !== "reusable-content") return undefined;
  const { ref } = node.data;
  const title = (ref.kind === "reusable-content" && titles.get(ref.reusableContent)) || "";
  return html`<p class="diff-included">${includedLabel} <strong>${title}</strong></p>`;
}
