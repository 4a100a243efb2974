import {
  faCalendarDays,
  faClone,
  faFolder,
  faLink,
  faListOl,
  faPlus,
  faTableColumns,
  faTrash,
} from "@fortawesome/free-solid-svg-icons";
import type { Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { MenuItem } from "../../../parts/menu.tsx";
import { words } from "../../../words/index.ts";
import { duplicateBlocks } from "../../menus/block-commands.ts";
import { makeEven, maxColumns } from "../../menus/place-blocks.ts";
import { schema } from "../../model/schema.ts";
import { askText } from "../../view/ask-text.tsx";
import { iconItem } from "../../view/icon-item.ts";
import { changeData } from "../../view/insert-block.ts";
import { insertPartAfter, movePart, newPart, type PartPlace, rangeOf, removePart } from "./parts.ts";
import { stripAt } from "./tab-strips.ts";
import { today } from "./updates.ts";

const { tabs_item, stepper_step, column, update } = schema.nodes;
const texts = words.structures;

/** The words of a part, its icon in menus, and the data of a new one. */
function kindOf({ part: { type }, structure }: PartPlace) {
  if (type === tabs_item) {
    const data = { title: texts.tabs.untitled(structure.childCount + 1) };
    return { ...texts.tabs.parts, icon: faFolder, data };
  }
  if (type === column) return { ...texts.columns.parts, icon: faTableColumns, data: {} };
  if (type === update) return { ...texts.updates.parts, icon: faCalendarDays, data: { date: today() } };
  return { ...texts.steps.parts, icon: faListOl, data: {} };
}

/** The entry of a block's menu for the part around it. */
export function partEntry(view: EditorView, place: PartPlace): MenuItem {
  const { label, icon } = kindOf(place);
  return { label, icon, items: partMenu(view, place) };
}

/** The entries of the menu of a tab, a step, a column or an update. */
export function partMenu(view: EditorView, place: PartPlace): MenuItem[] {
  const { part, index, structure, structurePos } = place;
  const labels = kindOf(place);
  const change = (run: () => Transaction | undefined) => () => {
    const tr = run();
    if (tr) view.dispatch(tr.scrollIntoView());
    view.focus();
  };
  const move = (by: 1 | -1) => change(() => movePart(view.state.tr, place, by));
  const adding = [
    {
      label: labels.add,
      icon: faPlus,
      isFirstOfGroup: true,
      onSelect: change(() => {
        const tr = insertPartAfter(view.state.tr, place, newPart(part.type, labels.data));
        return part.type === column ? makeEven(tr, structurePos) : tr;
      }),
    },
    {
      label: labels.duplicate,
      icon: faClone,
      onSelect: change(() => {
        const tr = duplicateBlocks(view.state, rangeOf(place));
        return tr && part.type === column ? makeEven(tr, structurePos) : tr;
      }),
    },
  ];
  const isFull = part.type === column && structure.childCount >= maxColumns;
  return [
    ...ownItems(view, place),
    ...(isFull ? [] : adding),
    ...(index === 0 ? [] : [{ label: labels.back, shortcut: "alt ↑", onSelect: move(-1) }]),
    ...(index === structure.childCount - 1
      ? []
      : [{ label: labels.forth, shortcut: "alt ↓", onSelect: move(1) }]),
    {
      label: labels.remove,
      icon: faTrash,
      isDangerous: true,
      isFirstOfGroup: true,
      onSelect: change(() => removePart(view.state.tr, place)),
    },
  ];
}

/** What only one type of parts has. */
function ownItems(view: EditorView, { part, pos, index, structurePos }: PartPlace): MenuItem[] {
  const { slug, verticalAlignment = "top" } = part.attrs.data;
  if (part.type === stepper_step) return [iconItem(view, pos)];
  if (part.type === column)
    return Object.entries(texts.columns.verticals).map(([value, label]) => ({
      label,
      isChecked: value === verticalAlignment,
      onSelect: () => changeData(view, pos, { verticalAlignment: value }),
    }));
  if (part.type !== tabs_item) return [];
  const rename = () => {
    const strip = stripAt(view, structurePos);
    strip?.select(index);
    strip?.rename();
  };
  return [
    { label: texts.tabs.rename, shortcut: "F2", onSelect: rename },
    iconItem(view, pos),
    { label: texts.tabs.slug, icon: faLink, onSelect: () => askSlug(view, pos, slug) },
  ];
}

async function askSlug(view: EditorView, position: number, slug = ""): Promise<void> {
  const { slug: title, slugHint: hint } = texts.tabs;
  const name = await askText(view, { title, label: title, hint, value: slug });
  if (name !== undefined) changeData(view, position, { slug: name === "" ? undefined : name });
}
