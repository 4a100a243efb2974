import { getValues } from "../map/index.ts";
import type { Content, FileRecord, PageRecord, ReusableContentRecord } from "../model/index.ts";
import { hasMarkedValue } from "./markers.ts";
import { hasUnresolvedMarkers } from "./merge-documents.ts";

/** Of what a merge has marked, that in which both versions still stand: each by its name and its id. */
export async function findUnresolved(
  { nodes, roots }: Content,
  marked: readonly string[],
): Promise<string[]> {
  const keys = (map: string) =>
    marked.flatMap((one) => (one.startsWith(`${map}/`) ? [one.slice(map.length + 1)] : []));
  const undecided: string[] = [];
  const pages = await getValues<PageRecord>(nodes, roots.pages, keys("pages"));
  const reusable = await getValues<ReusableContentRecord>(
    nodes,
    roots.reusableContents,
    keys("reusableContents"),
  );
  for (const [id, { title, document }] of [...pages, ...reusable])
    if (hasMarkedValue(title) || (await hasUnresolvedMarkers(nodes, document)))
      undecided.push(`${title} (${id})`);
  for (const [id, { name }] of await getValues<FileRecord>(nodes, roots.files, keys("files")))
    if (hasMarkedValue(name)) undecided.push(`the name of the file ${id}`);
  for (const [name, value] of await getValues<string>(nodes, roots.variables, keys("variables")))
    if (hasMarkedValue(value)) undecided.push(`the variable ${name}`);
  return undecided;
}
