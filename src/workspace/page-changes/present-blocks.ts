import type { BlockDiff, CellDiff, EditedBlock, RowDiff, TableDiff } from "../../content/block-diff/index.ts";

/** A difference of blocks as data. With the blocks before it, it gives the blocks after it. */
export function presentBlocks(diffs: readonly BlockDiff[]): object[] {
  return diffs.map((diff) => {
    if (diff.change === "unchanged") return { change: diff.change, count: diff.blocks.length };
    if (diff.change === "moved" && diff.edit !== undefined)
      return { ...diff, edit: presentEdited(diff.edit) };
    return diff.change === "edited" ? presentEdited(diff) : diff;
  });
}

function presentEdited({ before, after, data, text, blocks, fragments, table }: EditedBlock) {
  return {
    change: "edited",
    type: after.type,
    key: { before: before.key, after: after.key },
    ...(data && { data }),
    ...(text && { text }),
    ...(blocks && { blocks: presentBlocks(blocks) }),
    ...(fragments && {
      fragments: fragments.map((fragment) => ({ ...fragment, blocks: presentBlocks(fragment.blocks) })),
    }),
    ...(table && { table: presentTable(table, { before, after }) }),
  };
}

function presentTable(
  { columns, rows, hasOtherSettings }: TableDiff,
  versions: Pick<EditedBlock, "before" | "after">,
) {
  const settingsOf = ({ data }: EditedBlock["before"]) => {
    const { records: _, definition: __, ...settings } = data as { records?: unknown; definition?: unknown };
    return settings;
  };
  return {
    columns: columns.map(({ change, before, after }) => ({
      change,
      ...(before && { before: before.definition }),
      ...(after && { after: after.definition }),
    })),
    rows: presentRows(rows),
    ...(hasOtherSettings && {
      settings: { before: settingsOf(versions.before), after: settingsOf(versions.after) },
    }),
  };
}

/** Unchanged rows are counted. */
function presentRows(rows: readonly RowDiff[]): object[] {
  const presented: object[] = [];
  let count = 0;
  const flush = () => {
    if (count > 0) presented.push({ change: "unchanged", count });
    count = 0;
  };
  for (const { change, cells } of rows) {
    if (change === "unchanged") {
      count++;
      continue;
    }
    flush();
    presented.push({ change, cells: cells.map(presentCell) });
  }
  flush();
  return presented;
}

function presentCell({ change, before, after, blocks }: CellDiff) {
  if (change === "unchanged") return { change };
  if (blocks !== undefined) return { change, blocks: presentBlocks(blocks) };
  return { change, ...(before && { before }), ...(after && { after }) };
}
