import { locatePages } from "../../content/pages/index.ts";
import { containsAny, excerptOf, isSearchable, type Term, tokenize } from "../../search/index.ts";
import type { SearchSectionTable } from "../../storage/database/index.ts";
import { openSpaceContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import type { FoundPage } from "./schema.ts";

/** How many sections of a page are shown. */
export const maxSections = 5;

/** Presents pages of one space by the sections that were found, as they are now: what is gone since then is left out. */
export class FoundPagePresenter {
  readonly #context: Context;
  readonly #space: SpaceRow;
  readonly #terms: readonly Term[];

  constructor(context: Context, space: SpaceRow, terms: readonly Term[]) {
    this.#context = context;
    this.#space = space;
    this.#terms = terms;
  }

  /** Those of each page beside each other, the best first. */
  async present(pages: readonly (readonly SearchSectionTable[])[]): Promise<FoundPage[]> {
    const content = openSpaceContent(this.#context, this.#space, this.#space.root);
    const ids = pages.flatMap(([first]) => first?.page_id ?? []);
    const located = await locatePages(content, ids);
    const found: FoundPage[] = [];
    for (const sections of pages) {
      const id = sections[0]?.page_id ?? "";
      const page = located.get(id);
      if (page === undefined || !(await isSearchable(content, page.record))) continue;
      const { record, path } = page;
      found.push({
        id,
        title: record.title,
        path,
        sections: this.#telling(record.title, sections).map((each) =>
          this.#section(each, record.title, path),
        ),
        urls: { app: this.#appUrl(id) },
      });
    }
    return found;
  }

  /** Those that have what was looked for, where that is not in the title of their page alone. */
  #telling(title: string, sections: readonly SearchSectionTable[]): readonly SearchSectionTable[] {
    const telling = sections.filter(({ heading, body }) =>
      containsAny(this.#terms, tokenize(`${heading}\n${body}`)),
    );
    if (telling.length > 0 || containsAny(this.#terms, tokenize(title))) return telling;
    // Some languages have forms of a word that do not begin as it does: then the best one tells what was found.
    return sections.slice(0, 1);
  }

  #section({ page_id, anchor, heading, body }: SearchSectionTable, title: string, path: string) {
    const suffix = anchor === "" ? "" : `#${anchor}`;
    return {
      id: `${page_id}${suffix}`,
      title: heading === "" ? title : heading,
      path: path + suffix,
      body: excerptOf(body, this.#terms),
      urls: { app: this.#appUrl(page_id) + suffix },
    };
  }

  #appUrl(pageId: string): string {
    return this.#context.urls.app(`/spaces/${this.#space.id}/pages/${pageId}`);
  }
}
