import { isMet, noClaims } from "../../publishing/index.ts";
import { readIndexedPage } from "../../search/index.ts";
import type { SitePage } from "../page/index.ts";

/** The longest text of a section. Browsers load the texts of a whole copy. */
const maxLength = 2_000;

interface SearchedSpace {
  /** Relative to the copy, as all URLs. */
  readonly url: string;
  readonly section: string;
  readonly isDefault: boolean;
}

interface SearchedPage {
  readonly page: SitePage;
  readonly space: number;
  readonly url: string;
  readonly trail: readonly string[];
}

/** Writes the texts that the search of a copy looks in, for `browser/static-search.ts`. */
export async function* writeSearchTexts(
  spaces: readonly SearchedSpace[],
  pages: AsyncIterable<SearchedPage>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`{"spaces":${JSON.stringify(spaces)},"pages":[`);
  let separator = "";
  for await (const { page, ...place } of pages) {
    const { record, pageId, space } = page;
    const indexed = await readIndexedPage(space.content, pageId, record, null);
    if (indexed === undefined) continue;
    const sections = indexed.sections
      .filter(({ conditions }) => conditions.every((condition) => isMet(condition, noClaims)))
      .map(({ anchor, heading, body }) => [anchor, heading, body.slice(0, maxLength)]);
    yield Buffer.from(`${separator}\n${JSON.stringify({ ...place, title: record.title, sections })}`);
    separator = ",";
  }
  yield Buffer.from("]}\n");
}
