import { openAddressResolver, type ResolveOptions } from "../links/index.ts";
import { readFrontMatter, wrongField } from "../markdown/index.ts";
import type { Content, PageCover } from "../model/index.ts";

/** The cover that a document's front matter sets: an image among the files of the space, or elsewhere. */
export async function coverOf(
  content: Content,
  page: string,
  markdown: string,
  names: ResolveOptions,
): Promise<PageCover | undefined> {
  const { cover, coverDark, coverY } = (await readFrontMatter(markdown)) ?? {};
  if (cover === undefined && coverDark === undefined) return undefined;
  const resolver = await openAddressResolver(content, page, names);
  const image = async (address: string | undefined): Promise<PageCover["ref"]> => {
    if (!address) return undefined;
    if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^https?:\/\//i.test(address))
      throw wrongField("cover", "must be a file of the space, or an http or https address");
    const target = await resolver.resolve(address);
    if (target !== undefined && "file" in target) return { kind: "file", file: target.file };
    // A path that leads to no file shows nothing.
    return address.includes("://") ? { kind: "url", url: address } : undefined;
  };
  const [ref, refDark] = [await image(cover), await image(coverDark)];
  if (ref === undefined && refDark === undefined) return undefined;
  return { ...(ref && { ref }), ...(refDark && { refDark }), yPos: coverY ?? 0 };
}
