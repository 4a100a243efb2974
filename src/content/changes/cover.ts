import type { Content } from "../content.ts";
import { type Refs, resolveAddress } from "../links.ts";
import { readFrontMatter } from "../markdown/front-matter.ts";
import type { PageCover } from "../records.ts";

/** The cover that a document's front matter sets: an image among the files of the space, or elsewhere. */
export async function coverOf(
  content: Content,
  page: string,
  markdown: string,
  refs: Refs,
): Promise<PageCover | undefined> {
  const { cover, coverDark, coverY } = (await readFrontMatter(markdown)) ?? {};
  if (cover === undefined && coverDark === undefined) return undefined;
  const image = async (address: string | undefined): Promise<PageCover["ref"]> => {
    if (!address) return undefined;
    const target = await resolveAddress(content, page, address, refs);
    return target !== undefined && "file" in target
      ? { kind: "file", file: target.file }
      : { kind: "url", url: address };
  };
  const [ref, refDark] = [await image(cover), await image(coverDark)];
  return { ...(ref && { ref }), ...(refDark && { refDark }), yPos: coverY ?? 0 };
}
