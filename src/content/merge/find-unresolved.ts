import { getValues } from "../map/index.ts";
import type { Content, FileRecord, PageRecord, ReusableContentRecord } from "../model/index.ts";
import { hasMarkedValue } from "./markers.ts";
import { hasUnresolvedMarkers } from "./merge-documents.ts";

/** Describes the records that still contain conflict markers, out of those that a merge marked. */
export async function findUnresolved(
  { nodes, roots }: Content,
  conflictKeys: readonly string[],
): Promise<string[]> {
  const keys = (map: string) =>
    conflictKeys.flatMap((key) => (key.startsWith(`${map}/`) ? [key.slice(map.length + 1)] : []));
  const unresolved: string[] = [];
  const pages = await getValues<PageRecord>(nodes, roots.pages, keys("pages"));
  const reusable = await getValues<ReusableContentRecord>(
    nodes,
    roots.reusableContents,
    keys("reusableContents"),
  );
  for (const [id, { title, document }] of [...pages, ...reusable])
    if (hasMarkedValue(title) || (await hasUnresolvedMarkers(nodes, document)))
      unresolved.push(`${title} (${id})`);
  for (const [id, { name }] of await getValues<FileRecord>(nodes, roots.files, keys("files")))
    if (hasMarkedValue(name)) unresolved.push(`the name of the file ${id}`);
  for (const [name, value] of await getValues<string>(nodes, roots.variables, keys("variables")))
    if (hasMarkedValue(value)) unresolved.push(`the variable ${name}`);
  return unresolved;
}
