import {
  faArrowDown,
  faArrowUp,
  faClone,
  faComment,
  faLink,
  faRightLeft,
  faSliders,
  faTableColumns,
  faTrash,
} from "@fortawesome/free-solid-svg-icons";
import type { EditorView } from "prosemirror-view";
import { copyText } from "../../data/copy-text.ts";
import { attempt } from "../../data/toasts.ts";
import type { MenuItem } from "../../parts/menu.tsx";
import { words } from "../../words/index.ts";
import { kinds } from "../all-kinds.ts";
import { partEntry } from "../blocks/structures/part-menu.ts";
import { partAround } from "../blocks/structures/parts.ts";
import { structureSettings } from "../blocks/structures/settings.ts";
import { anchorOfBlock } from "../comments/anchor-at.ts";
import type { Kind } from "../kinds.ts";
import { anchorOf } from "../view/anchors.ts";
import { contextOf } from "../view/editor-context.ts";
import { type BlockChange, deleteBlocks, duplicateBlocks, moveBlocks } from "./block-commands.ts";
import { type BlockRange, blocksOfHandle } from "./block-range.ts";
import { placeBlocks } from "./place-blocks.ts";
import { targetsFor, turnInto } from "./turn-into.ts";

const texts = words.editorMenus.block;
const settings: NonNullable<Kind["settings"]> = Object.assign(
  {},
  // These are loaded with the menu.
  structureSettings,
  ...kinds.map((kind) => kind.settings),
);

/** The entry for the innermost tab, step, column or update around blocks. */
function partItem(view: EditorView, { from }: BlockRange): MenuItem[] {
  const place = partAround(view.state.doc.resolve(from));
  return place ? [partEntry(view, place)] : [];
}

const containerNames: Readonly<Record<string, string>> = {
  hint: words.editorMenus.targets.hint,
  if: words.editor.blocks.condition,
};

/** The settings of the innermost hint or condition around blocks. */
function containerItem(view: EditorView, { from }: BlockRange): MenuItem[] {
  const $from = view.state.doc.resolve(from);
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    const label = containerNames[node.type.name];
    const items = settings[node.type.name]?.({ view, node, position: $from.before(depth) });
    if (label !== undefined && items !== undefined) return [{ label, icon: faSliders, items }];
  }
  return [];
}

/** The entry that puts blocks beside the one before them, as columns. */
function besideItem(
  { state }: EditorView,
  range: BlockRange,
  run: (change: BlockChange) => () => void,
): MenuItem[] {
  const before = state.doc.resolve(range.from).nodeBefore;
  if (before === null) return [];
  const destination = { kind: "beside", pos: range.from - before.nodeSize, side: "after" } as const;
  const change: BlockChange = (current, blocks) => placeBlocks(current, blocks, destination);
  if (change(state, range) === undefined) return [];
  return [{ label: texts.beside, icon: faTableColumns, onSelect: run(change) }];
}

/** The entries of the menu of a block. If several blocks are selected and it is one of them, they are for all of these. */
export function blockMenu(view: EditorView, block: BlockRange): MenuItem[] {
  const { state } = view;
  const range = blocksOfHandle(state.selection, block);
  const [node] = range.nodes;
  const change = (run: BlockChange) => () => {
    const tr = run(view.state, range);
    if (tr) view.dispatch(tr.scrollIntoView());
    view.focus();
  };
  const own = node && range.nodes.length === 1 ? settings[node.type.name] : undefined;
  const anchor = node && anchorOf(node);
  const { comments } = contextOf(state);
  const comment = () => {
    const about = anchorOfBlock(view.state, range.from);
    if (about) comments?.start(about);
  };
  const targets = targetsFor(state, range).map((target) => ({
    label: target.label,
    icon: target.icon,
    onSelect: change((current, blocks) => turnInto(current, blocks, target)),
  }));
  return [
    ...(targets.length > 0 ? [{ label: texts.turnInto, icon: faRightLeft, items: targets }] : []),
    ...(node && own ? own({ view, node, position: range.from }) : []),
    ...containerItem(view, range),
    ...partItem(view, range),
    {
      label: texts.duplicate,
      icon: faClone,
      shortcut: "mod+D",
      isFirstOfGroup: true,
      onSelect: change(duplicateBlocks),
    },
    ...(moveBlocks(-1)(state, range)
      ? [{ label: texts.moveUp, icon: faArrowUp, shortcut: "alt+shift+↑", onSelect: change(moveBlocks(-1)) }]
      : []),
    ...(moveBlocks(1)(state, range)
      ? [
          {
            label: texts.moveDown,
            icon: faArrowDown,
            shortcut: "alt+shift+↓",
            onSelect: change(moveBlocks(1)),
          },
        ]
      : []),
    ...besideItem(view, range, change),
    ...(comments?.mayComment ? [{ label: words.comments.comment, icon: faComment, onSelect: comment }] : []),
    ...(anchor ? [{ label: texts.copyLink, icon: faLink, onSelect: () => copyLink(anchor) }] : []),
    {
      label: texts.delete,
      icon: faTrash,
      isDangerous: true,
      isFirstOfGroup: true,
      onSelect: change(deleteBlocks),
    },
  ];
}

async function copyLink(anchor: string): Promise<void> {
  const { origin, pathname } = location;
  const address = `${origin}${pathname}#${encodeURIComponent(anchor)}`;
  await attempt(() => copyText(address), texts.linkCopied);
}
