import type { KeyedBlock } from "./linked-text.ts";

type Blocks = readonly KeyedBlock[];

/** Whether a block belongs to the same table, list or item as the one before it. */
export function continues(before: KeyedBlock, block: KeyedBlock): boolean {
  if (block.kind === "row") return before.kind === "head" || before.kind === "row";
  return before.kind === "item" && (block.kind === "item" || indentOf(block) > indentOf(before));
}

/** Whether a block that follows these belongs to their table, item or section. */
export function belongsTo(preceding: Blocks, block: KeyedBlock): boolean {
  const last = preceding.at(-1);
  if (last === undefined) return false;
  if (block.kind === "row") return continues(last, block);
  const isBelowItem = preceding.some((item) => item.kind === "item" && indentOf(block) > indentOf(item));
  if (isBelowItem) return true;
  const level = headingLevel(block) ?? 7;
  return preceding.some((heading) => (headingLevel(heading) ?? 7) < level);
}

export function headingLevel({ kind, text }: KeyedBlock): number | undefined {
  if (kind !== "other") return undefined;
  const [, marks] = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(text) ?? [];
  if (marks !== undefined) return marks.length;
  const [, line] = /\n {0,3}([=-])+[ \t]*$/.exec(text) ?? [];
  if (line === undefined || text.trimStart().startsWith("{%")) return undefined;
  return line === "=" ? 1 : 2;
}

export function indentOf({ text }: Pick<KeyedBlock, "text">): number {
  const [space = ""] = /^[ \t]*/.exec(text) ?? [];
  return space.replaceAll("\t", "    ").length;
}
