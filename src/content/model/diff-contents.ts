import { type Difference, diffMaps } from "../map/index.ts";
import type { Content } from "./content.ts";
import type { FileRecord, PageRecord, ReusableContentRecord } from "./records.ts";

/** What differs between two contents, by id or name, with what it was and what it is. */
export interface ContentDiff {
  readonly pages: readonly Difference<PageRecord>[];
  readonly files: readonly Difference<FileRecord>[];
  readonly reusableContents: readonly Difference<ReusableContentRecord>[];
  readonly variables: readonly Difference<string>[];
}

/** Costs what differs, not what there is. */
export async function diffContents(before: Content, after: Content): Promise<ContentDiff> {
  const { nodes } = after;
  return {
    pages: await diffMaps<PageRecord>(nodes, before.roots.pages, after.roots.pages),
    files: await diffMaps<FileRecord>(nodes, before.roots.files, after.roots.files),
    reusableContents: await diffMaps<ReusableContentRecord>(
      nodes,
      before.roots.reusableContents,
      after.roots.reusableContents,
    ),
    variables: await diffMaps<string>(nodes, before.roots.variables, after.roots.variables),
  };
}
