import { type Entry, getValue, readEntries } from "../map/index.ts";
import type { Content, ReusableContentRecord } from "../model/index.ts";
import { slugOf } from "../pages/index.ts";

/** Estimated memory of one entry in bytes. */
const entrySize = 300;

/** Finds a reusable content by its id, or by the path of its Markdown file in exports: `includes/<slug of title>.md`. */
export async function findReusableContent(
  { nodes, roots }: Content,
  name: string,
): Promise<Entry<ReusableContentRecord> | undefined> {
  const byId = await getValue<ReusableContentRecord>(nodes, roots.reusableContents, name);
  if (byId !== undefined) return { key: name, value: byId };
  const [, slug] = /(?:^|\/)includes\/([^/]+)\.md$/.exec(name) ?? [];
  if (slug === undefined) return undefined;
  const bySlug = await nodes.memoize(`names ${roots.reusableContents}`, async () => {
    const value = new Map<string, Entry<ReusableContentRecord>>();
    for (const entry of await readEntries<ReusableContentRecord>(nodes, roots.reusableContents))
      value.getOrInsert(await slugOf(entry.value.title), entry);
    return { value, size: entrySize * (1 + value.size) };
  });
  return bySlug.get(slug);
}
