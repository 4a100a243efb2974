import { faArrowsLeftRight } from "@fortawesome/free-solid-svg-icons";
import type { NodeType } from "prosemirror-model";
import type { MenuItem } from "../../../parts/menu.tsx";
import { words } from "../../../words/index.ts";
import type { BlockInView, Kind } from "../../kinds.ts";
import { makeEven } from "../../menus/place-blocks.ts";
import { schema } from "../../model/schema.ts";
import { iconItem } from "../../view/icon-item.ts";
import { changeData } from "../../view/insert-block.ts";
import { partEntry } from "./part-menu.ts";
import { type PartPlace, partAround, partAt } from "./parts.ts";
import { stripAt } from "./tab-strips.ts";

const { stepper_step, column, update } = schema.nodes;
const texts = words.structures;

/** The part that settings of a structure are about: the one with the caret, or the last one. */
function chosenPart(block: BlockInView, type: NodeType): PartPlace | undefined {
  const around = partAround(block.view.state.selection.$from, [type]);
  if (around?.structurePos === block.position) return around;
  return partAt(block, block.node.childCount - 1);
}

function wideItem({ view, node, position }: BlockInView): MenuItem {
  const isWide = node.attrs.data.fullWidth === true;
  return {
    label: texts.fullWidth,
    icon: faArrowsLeftRight,
    isChecked: isWide,
    onSelect: () => changeData(view, position, { fullWidth: isWide ? undefined : true }),
  };
}

/** Entries of which one is chosen. */
function choices(
  { view, position }: BlockInView,
  field: string,
  current: string,
  labels: Readonly<Record<string, string>>,
): MenuItem[] {
  return Object.entries(labels).map(([value, label], i) => ({
    id: `${field}-${value}`,
    label,
    isFirstOfGroup: i === 0,
    isChecked: value === current,
    onSelect: () => changeData(view, position, { [field]: value }),
  }));
}

function partItems(block: BlockInView, place: PartPlace | undefined): MenuItem[] {
  return place ? [partEntry(block.view, place)] : [];
}

/** What the menus of tabs, steps, columns, expandables, updates and prompts offer. */
export const structureSettings: NonNullable<Kind["settings"]> = {
  tabs: (block) => {
    const index = stripAt(block.view, block.position)?.selected() ?? 0;
    return [...partItems(block, partAt(block, index)), wideItem(block)];
  },
  stepper: (block) => partItems(block, chosenPart(block, stepper_step)),
  columns: (block) => {
    const { view, node, position } = block;
    const isEven = node.children.every(({ attrs }) => attrs.data.width === undefined);
    const even = () => view.dispatch(makeEven(view.state.tr, position));
    return [
      ...partItems(block, chosenPart(block, column)),
      ...(isEven ? [] : [{ label: texts.columns.even, onSelect: even }]),
      wideItem(block),
    ];
  },
  updates: (block) => [
    ...partItems(block, chosenPart(block, update)),
    ...choices(block, "format", block.node.attrs.data.format ?? "full", texts.updates.formats),
  ],
  expandable: ({ view, node, position }) => [
    {
      label: texts.expandable.open,
      isChecked: node.attrs.data.defaultExpanded === true,
      onSelect: () =>
        changeData(view, position, { defaultExpanded: node.attrs.data.defaultExpanded ? undefined : true }),
    },
  ],
  prompt: (block) => {
    const { view, node, position } = block;
    const { openInAIProviders, defaultExpanded } = node.attrs.data;
    return [
      iconItem(view, position),
      {
        label: texts.prompt.providers,
        isChecked: openInAIProviders === true,
        onSelect: () =>
          changeData(view, position, { openInAIProviders: openInAIProviders ? undefined : true }),
      },
      ...choices(block, "defaultExpanded", defaultExpanded ?? "hidden", texts.prompt.expansions),
    ];
  },
};
