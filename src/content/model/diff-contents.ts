import { type Difference, diffMaps } from "../map/index.ts";
import type { Content } from "./content.ts";
import type { FileRecord, PageRecord, ReusableContentRecord } from "./records.ts";

/** The differences between two contents, by id or name. */
export interface ContentDiff {
  readonly pages: readonly Difference<PageRecord>[];
  readonly files: readonly Difference<FileRecord>[];
  readonly reusableContents: readonly Difference<ReusableContentRecord>[];
  readonly variables: readonly Difference<string>[];
}

/** The cost is proportional to the differences, not to the size of the contents. */
export async function diffContents(before: Content, after: Content): Promise<ContentDiff> {
  const diff = <V>(map: keyof ContentDiff) => diffMaps<V>(after.nodes, before.roots[map], after.roots[map]);
  return {
    pages: await diff("pages"),
    files: await diff("files"),
    reusableContents: await diff("reusableContents"),
    variables: await diff("variables"),
  };
}
