import { faArrowsLeftRight, faIcons, faLink, faPlus, faTrash } from "@fortawesome/free-solid-svg-icons";
import type { NodeType } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import type { MenuItem } from "../../../parts/menu.tsx";
import { words } from "../../../words/index.ts";
import type { BlockInView, Kind } from "../../kinds.ts";
import { schema } from "../../model/schema.ts";
import { askText } from "../../view/ask-text.tsx";
import { changeData } from "../../view/insert-block.ts";
import {
  insertPartAfter,
  movePart,
  newPart,
  type PartPlace,
  partAround,
  partAt,
  removePart,
} from "./parts.ts";
import { stripAt } from "./tabs.ts";
import { today } from "./updates.ts";

const { stepper_step, column, update } = schema.nodes;
const texts = words.structures;
export const maxColumns = 4;

/** The part that settings of a structure are about: the one with the caret, or the last one. */
function chosenPart(block: BlockInView, type: NodeType): PartPlace | undefined {
  const around = partAround(block.view.state, [type]);
  if (around?.structurePos === block.position) return around;
  return partAt(block, block.node.childCount - 1);
}

interface PartLabels {
  readonly add: string;
  readonly back: string;
  readonly forth: string;
  readonly remove: string;
}

/** Adding, moving and removing parts. */
function partItems(
  block: BlockInView,
  place: PartPlace | undefined,
  labels: PartLabels,
  data: object,
): MenuItem[] {
  const { view } = block;
  if (place === undefined) return [];
  const { part, index, structure } = place;
  const move = (by: 1 | -1) => () => {
    const tr = movePart(view.state.tr, place, by);
    if (tr) view.dispatch(tr);
  };
  const isFull = part.type === column && structure.childCount >= maxColumns;
  return [
    ...(isFull
      ? []
      : [
          {
            label: labels.add,
            icon: faPlus,
            onSelect: () => view.dispatch(insertPartAfter(view.state.tr, place, newPart(part.type, data))),
          },
        ]),
    ...(index === 0 ? [] : [{ label: labels.back, shortcut: "alt ↑", onSelect: move(-1) }]),
    ...(index === structure.childCount - 1
      ? []
      : [{ label: labels.forth, shortcut: "alt ↓", onSelect: move(1) }]),
    { label: labels.remove, icon: faTrash, onSelect: () => view.dispatch(removePart(view.state.tr, place)) },
  ];
}

function iconItem(view: EditorView, position: number, icon: string | undefined): MenuItem {
  return {
    label: texts.icon,
    icon: faIcons,
    onSelect: async () => {
      const check = (name: string) => (/^[a-z0-9-]{0,50}$/.test(name) ? undefined : texts.iconError);
      const question = {
        title: texts.icon,
        label: texts.iconName,
        hint: texts.iconHint,
        value: icon ?? "",
        check,
      };
      const name = await askText(view, question);
      if (name !== undefined) changeData(view, position, { icon: name === "" ? undefined : name });
    },
  };
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

export const settings: NonNullable<Kind["settings"]> = {
  tabs: (block) => {
    const { view, position, node } = block;
    const index = stripAt(view, position)?.selected() ?? 0;
    const place = partAt(block, index);
    if (place === undefined) return [];
    const { slug, icon } = place.part.attrs.data;
    const title = texts.tabs.untitled(node.childCount + 1);
    return [
      ...partItems(block, place, texts.tabs.parts, { title }),
      { label: texts.tabs.rename, shortcut: "F2", onSelect: () => stripAt(view, position)?.rename() },
      iconItem(view, place.pos, icon),
      {
        label: texts.tabs.slug,
        icon: faLink,
        onSelect: async () => {
          const question = {
            title: texts.tabs.slug,
            label: texts.tabs.slug,
            hint: texts.tabs.slugHint,
            value: slug ?? "",
          };
          const name = await askText(view, question);
          if (name !== undefined) changeData(view, place.pos, { slug: name === "" ? undefined : name });
        },
      },
      wideItem(block),
    ];
  },
  stepper: (block) => {
    const place = chosenPart(block, stepper_step);
    const icon = place && iconItem(block.view, place.pos, place.part.attrs.data.icon);
    return [...partItems(block, place, texts.steps.parts, {}), ...(icon ? [icon] : [])];
  },
  columns: (block) => {
    const place = chosenPart(block, column);
    if (place === undefined) return [];
    const inColumn = { ...block, position: place.pos };
    const isEven = block.node.children.every(({ attrs }) => attrs.data.width === undefined);
    return [
      ...partItems(block, place, texts.columns.parts, {}),
      ...(isEven ? [] : [{ label: texts.columns.even, onSelect: () => evenColumns(block) }]),
      ...choices(
        inColumn,
        "verticalAlignment",
        place.part.attrs.data.verticalAlignment ?? "top",
        texts.columns.verticals,
      ),
      wideItem(block),
    ];
  },
  updates: (block) => [
    ...partItems(block, chosenPart(block, update), texts.updates.parts, { date: today() }),
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
    const { openInAIProviders, defaultExpanded, icon } = node.attrs.data;
    return [
      iconItem(view, position, icon),
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

/** Gives all columns the same width. */
function evenColumns({ view, node, position }: BlockInView): void {
  const { tr } = view.state;
  let at = position + 1;
  for (const child of node.children) {
    const { width: _, ...data } = child.attrs.data;
    tr.setNodeAttribute(at, "data", data);
    at += child.nodeSize;
  }
  view.dispatch(tr);
}
