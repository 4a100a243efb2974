import { locatePages } from "../../content/pages/read-pages.ts";
import type { Context } from "../../context.ts";
import type { SearchSectionTable } from "../../database/tables.ts";
import { excerptOf } from "../../search/excerpt.ts";
import type { Term } from "../../search/query.ts";
import { isIn } from "../../search/score.ts";
import { type PageHit, readSections } from "../../search/search.ts";
import { runsOf } from "../../search/words.ts";
import { openContentOf } from "../content/access.ts";
import type { SpaceRow } from "../spaces/store.ts";
import type { FoundPage } from "./schema.ts";

/** How many sections of a page are shown. */
const mostSections = 5;

/** Presents pages of one space that were found, as they are now: what is gone since it was indexed is left out. */
export class PageHitPresenter {
  readonly #context: Context;
  readonly #space: SpaceRow;
  readonly #terms: readonly Term[];

  constructor(context: Context, space: SpaceRow, terms: readonly Term[]) {
    this.#context = context;
    this.#space = space;
    this.#terms = terms;
  }

  async present(hits: readonly PageHit[]): Promise<FoundPage[]> {
    const ids = hits.flatMap(({ sections }) => sections.slice(0, mostSections).map(({ id }) => id));
    const rows = await readSections(this.#context, ids);
    const found = hits.map(({ sections }) => sections.flatMap(({ id }) => rows.get(id) ?? []));
    const pageIds = found.flatMap(([first]) => first?.page_id ?? []);
    const located = await locatePages(openContentOf(this.#context, this.#space, this.#space.root), pageIds);
    return found.flatMap((sections) => {
      const id = sections[0]?.page_id ?? "";
      const page = located.get(id);
      if (page === undefined || page.record.hidden || page.record.noIndex) return [];
      const { title } = page.record;
      const isTitled = isIn(this.#terms, runsOf(title));
      const telling = sections.filter(({ heading, body }) =>
        isIn(this.#terms, runsOf(`${heading}\n${body}`)),
      );
      // Some languages have forms of a word that do not begin as it does: then the best one tells what was found.
      const shown = (telling.length === 0 && !isTitled ? sections.slice(0, 1) : telling).map((section) =>
        this.#section(section, title, page.path),
      );
      return { id, title, path: page.path, sections: shown, urls: { app: this.#appUrl(id) } };
    });
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
