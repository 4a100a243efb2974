import type { BlockDiff, EditedBlock, FragmentDiff, TextDiff } from "../../content/block-diff/index.ts";
import {
  type Block,
  type BlockType,
  blocksIn,
  type Fragment,
  isTextBlock,
  leaf,
  type Node,
  paragraph,
  textOf,
} from "../../content/document/index.ts";
import { markTable } from "./marked-table.ts";

/** Which version is shown: both in one, or only one of them. */
export type ShownVersion = "both" | "before" | "after";

export type Mark = "added" | "removed" | "moved" | "moved-away";

/** Blocks whose versions are shown one after the other: they have no text of their own. */
const wholeTypes: ReadonlySet<BlockType> = new Set<BlockType>([
  ...(["image", "images", "file", "drawing", "embed", "math", "divider", "swagger", "content-ref"] as const),
  ...([
    "openapi-operation",
    "openapi-schemas",
    "openapi-webhook",
    "integration",
    "reusable-content",
  ] as const),
]);

/** Builds the blocks that show a difference, and knows which of their nodes are marked. */
export class MarkedBlocks {
  readonly version: ShownVersion;
  /** Texts, inline nodes, and blocks without text. */
  readonly marks: Map<object, Mark>;
  /** Code whose lines have marks. */
  readonly code: Set<object>;
  /** What is said about the changed fields of a block, if it cannot be a part of it. */
  readonly fields: Map<object, readonly Node[]>;

  constructor(version: ShownVersion, shared?: MarkedBlocks) {
    this.version = version;
    this.marks = shared?.marks ?? new Map();
    this.code = shared?.code ?? new Set();
    this.fields = shared?.fields ?? new Map();
  }

  /** The blocks of a part of a document. */
  build(diffs: readonly BlockDiff[]): Block[] {
    return diffs.flatMap((diff): readonly Block[] => {
      switch (diff.change) {
        case "unchanged":
          return diff.blocks;
        case "edited":
          return this.buildEdited(diff);
        case "moved":
          if (diff.edit !== undefined) return this.version === "before" ? [] : this.buildEdited(diff.edit);
          return this.version === "before" ? [] : [this.mark(diff.block, diff.change)];
        case "added":
          return this.version === "before" ? [] : [this.mark(diff.block, diff.change)];
        default:
          return this.version === "after" ? [] : [this.mark(diff.block, diff.change)];
      }
    });
  }

  /** A changed block, or both of its versions. */
  buildEdited(edit: EditedBlock): Block[] {
    const { before, after, data, text, blocks, fragments, table } = edit;
    if (wholeTypes.has(after.type)) {
      const versions: Block[] = [];
      if (this.version !== "after") versions.push(this.mark(before, "removed"));
      if (this.version !== "before") versions.push(this.mark(after, "added"));
      return versions;
    }
    const shown = this.version === "before" ? before : after;
    if (table !== undefined) return [markTable(edit, table, this)];
    const built = {
      ...shown,
      ...(text && { nodes: this.buildText(text) }),
      ...(blocks && { nodes: this.build(blocks) }),
      ...(fragments && { fragments: this.#buildFragments(fragments) }),
    } as Block;
    if (after.type === "code" && blocks !== undefined) this.code.add(built);
    const changed = this.version === "before" ? undefined : data;
    // Nothing that changed is hidden.
    if (built.type === "tabs")
      return [
        ...(changed ? [paragraph(this.#describeFields(changed))] : []),
        ...blocksIn(built.nodes).map(toExpandable),
      ];
    const opened: Block =
      built.type === "expandable" ? { ...built, data: { ...built.data, defaultExpanded: true } } : built;
    return [changed ? this.#withFields(opened, changed) : opened];
  }

  buildText(parts: readonly TextDiff[]): Node[] {
    return parts.flatMap(({ change, nodes }): readonly Node[] => {
      if (change === "unchanged") return nodes;
      const isHidden = this.version === (change === "added" ? "before" : "after");
      return isHidden ? [] : this.markNodes(nodes, change);
    });
  }

  markNodes(nodes: readonly Node[], mark: Mark): Node[] {
    return nodes.map((node) => {
      if (node.object === "block") return this.mark(node, mark);
      const marked = { ...node };
      this.marks.set(marked, mark);
      return marked;
    });
  }

  /** A copy of a block whose texts are marked. A block without text is marked itself. */
  mark(block: Block, mark: Mark): Block {
    const { nodes = [], fragments = [] } = block;
    const isWhole = wholeTypes.has(block.type) || block.type === "table" || block.type === "code";
    if (isWhole || nodes.length + fragments.length === 0) {
      const marked = { ...block };
      this.marks.set(marked, mark);
      return marked;
    }
    return {
      ...block,
      ...(block.nodes && { nodes: this.markNodes(nodes, mark) }),
      ...(block.fragments && {
        fragments: fragments.map((part) => ({
          ...part,
          nodes: part.nodes.map((inner) => this.mark(inner, mark)),
        })),
      }),
    } as Block;
  }

  #buildFragments(diffs: readonly FragmentDiff[]): Fragment[] {
    return diffs.flatMap(({ change, fragment, type, blocks }) => {
      const isHidden =
        this.version === "after" ? change === "removed" : change === "added" && this.version === "before";
      return isHidden ? [] : [{ object: "fragment", type, fragment, nodes: this.build(blocks) }];
    });
  }

  /** Blocks that contain blocks say in a paragraph which fields have changed. The others are written with it. */
  #withFields(block: Block, data: NonNullable<EditedBlock["data"]>): Block {
    const copy = { ...block };
    if (
      isTextBlock(block.type) ||
      block.type === "code" ||
      block.nodes === undefined ||
      isList(block.nodes)
    ) {
      this.fields.set(copy, this.#describeFields(data));
      if (this.code.has(block)) this.code.add(copy);
      return copy;
    }
    return { ...copy, nodes: [paragraph(this.#describeFields(data)), ...block.nodes] } as Block;
  }

  /** The changed fields of a block as text, with their values before and after. */
  #describeFields(data: NonNullable<EditedBlock["data"]>): Node[] {
    return Object.entries(data).flatMap(([name, { before, after }], i) => [
      textOf([leaf(`${i === 0 ? "" : ", "}${name}: `)]),
      ...(before === undefined ? [] : this.markNodes([textOf([leaf(writeValue(before))])], "removed")),
      ...(before === undefined || after === undefined ? [] : [textOf([leaf(" ")])]),
      ...(after === undefined ? [] : this.markNodes([textOf([leaf(writeValue(after))])], "added")),
    ]);
  }
}

/** Whether the children can only be parts of their parent, such as items. */
function isList(nodes: readonly Node[]): boolean {
  const [first] = nodes;
  const parts: readonly string[] = ["list-item", "tabs-item", "stepper-step", "column", "update", "image"];
  return first?.object === "block" && parts.includes(first.type);
}

/** A tab as an open expandable with its title. */
function toExpandable(tab: Block): Block {
  const title = tab.type === "tabs-item" ? (tab.data.title ?? "") : "";
  const fragments: readonly Fragment[] = [
    {
      object: "fragment",
      type: "expandable-title",
      fragment: "expandable-title",
      nodes: [paragraph([textOf([leaf(title)])])],
    },
    { object: "fragment", type: "expandable-body", fragment: "expandable-body", nodes: blocksIn(tab.nodes) },
  ];
  return { object: "block", type: "expandable", isVoid: true, data: { defaultExpanded: true }, fragments };
}

function writeValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
