import {
  type Block,
  type BlockType,
  blockSchemas,
  cellBlockTypes,
  type NodeSchema,
  partTypes,
} from "./model/index.ts";

/** The types of the blocks in a place: those that need no particular parent, or some only. */
export type SlotTypes = "any" | readonly BlockType[];

export function allowsBlock(types: SlotTypes, type: BlockType): boolean {
  return types === "any" ? !partTypes.has(type) : types.includes(type);
}

/** The places for blocks in a block: its children, unless they are text, and its fragments by index. */
export function slotsOf({ type, fragments = [] }: Block): { fragment?: number; types: SlotTypes }[] {
  const { children, fragments: contents = {} }: NodeSchema = blockSchemas[type];
  const slots: { fragment?: number; types: SlotTypes }[] = [];
  if (children === "blocks") slots.push({ types: "any" });
  else if (children === "one-code") slots.push({ types: ["code"] });
  else if (typeof children === "object") slots.push({ types: children as readonly BlockType[] });
  for (const [fragment, { fragment: name }] of fragments.entries())
    slots.push({
      fragment,
      types: type === "table" ? cellBlockTypes : contents[name] === "text" ? ["paragraph"] : "any",
    });
  return slots;
}
