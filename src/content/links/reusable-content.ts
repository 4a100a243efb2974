import { type Entry, getValue, readEntries } from "../map/index.ts";
import type { Content, ReusableContentRecord } from "../model/index.ts";
import { slugOf } from "../pages/index.ts";

/** A reusable content: by its id, or by the name of the file in which other tools keep it. */
export async function findReusableContent(
  { nodes, roots }: Content,
  name: string,
): Promise<Entry<ReusableContentRecord> | undefined> {
  const byId = await getValue<ReusableContentRecord>(nodes, roots.reusableContents, name);
  return byId === undefined ? findByFileName({ nodes, roots }, name) : { key: name, value: byId };
}

/** About what a name takes up in memory. */
const nameSize = 300;

async function findByFileName(
  { nodes, roots }: Content,
  address: string,
): Promise<Entry<ReusableContentRecord> | undefined> {
  const [, name] = /(?:^|\/)includes\/([^/]+)\.md$/.exec(address) ?? [];
  if (name === undefined) return undefined;
  const names = await nodes.memoize(`names ${roots.reusableContents}`, async () => {
    const entries = await readEntries<ReusableContentRecord>(nodes, roots.reusableContents);
    const value = new Map<string, Entry<ReusableContentRecord>>();
    for (const entry of entries) value.getOrInsert(await slugOf(entry.value.title), entry);
    return { value, size: nameSize * (1 + value.size) };
  });
  return names.get(name);
}
