import {
  type Content,
  type PageRecord,
  readDocumentMarkdown,
  readEvaluatedBlocks,
  unlessTooLarge,
} from "../content/index.ts";
import type { Difference } from "../content/map/index.ts";
import { frontMatterLength } from "../content/markdown/index.ts";
import { ancestorsOf } from "../content/pages/index.ts";
import type { IndexedText, Words } from "../storage/database/dialects/index.ts";
import { guessLanguage, type Language, loadLanguage } from "./languages.ts";
import { type Section, sectionsOf, sectionsOfText } from "./sections.ts";
import { bigramsToIndex, tokenize } from "./tokenize.ts";

/** The tokenized sections of a page. The first one is its introduction, before the first heading. */
export interface IndexedPage {
  readonly title: string;
  readonly document: string | undefined;
  readonly language: string;
  readonly sections: readonly (Section & { readonly words: Omit<IndexedText, "id"> })[];
}

/** Reads the text of a page; undefined if it is not searchable. */
export async function readIndexedPage(
  content: Content,
  id: string,
  page: PageRecord,
  language: string | null,
): Promise<IndexedPage | undefined> {
  if (page.type !== "document" || !(await isSearchable(content, page))) return undefined;
  const input = { content, origin: id, page, hash: page.document };
  // Blocks whose condition depends on the reader are indexed with that condition.
  const document = await unlessTooLarge(readEvaluatedBlocks(input, "deterministic-only"));
  const read = document ? sectionsOf(document.nodes) : sectionsOfText(await readBody(content, id, page));
  const sections = withIntroduction(read, page.description ?? "");
  const languageCode = language ?? (await guessLanguage(sampleOf(page, sections)));
  const stemming = await loadLanguage(languageCode);
  const title = indexedWords(page.title, stemming);
  return {
    title: page.title,
    document: page.document,
    language: languageCode,
    sections: sections.map((section) => ({
      ...section,
      words: {
        title,
        heading: indexedWords(section.heading, stemming),
        body: indexedWords(section.body, stemming),
      },
    })),
  };
}

/** The Markdown of a page without the front matter, which visitors do not see. */
async function readBody(content: Content, id: string, { document }: PageRecord): Promise<string> {
  const markdown = await readDocumentMarkdown(content, id, document);
  return markdown.slice(frontMatterLength(markdown));
}

/** Whether the indexed text of a page changed. Its path is not indexed. */
export function isTextChanged({ before, after }: Difference<PageRecord>): boolean {
  const textOf = ({
    type,
    title,
    description,
    document,
    hidden,
    noIndex,
    variables,
  }: Partial<PageRecord> = {}) => [type, title, description, document, hidden, noIndex, variables];
  return JSON.stringify(textOf(before)) !== JSON.stringify(textOf(after));
}

/** Whether neither a page nor one of its ancestors is hidden or excluded from search. */
export async function isSearchable(content: Content, page: PageRecord): Promise<boolean> {
  return areSearchable([page]) && areSearchable([...(await ancestorsOf(content, page)).values()]);
}

/** Whether none of the pages is hidden or excluded from search. */
export function areSearchable(pages: readonly PageRecord[]): boolean {
  return pages.every(({ hidden, noIndex }) => !hidden && !noIndex);
}

/** Adds the description to the section before the first heading, which is created if it does not exist. */
function withIntroduction(sections: readonly Section[], description: string): Section[] {
  const [first, ...others] = sections;
  const isIntroduction = first?.anchor === "" && first.conditions.length === 0;
  const body = [description, isIntroduction ? first.body : ""].filter((text) => text !== "").join("\n");
  const introduction = { anchor: "", heading: "", body, conditions: [] };
  return [introduction, ...(first === undefined || isIntroduction ? others : sections)];
}

function sampleOf({ title }: PageRecord, sections: readonly Section[]): string[] {
  const words: string[] = [];
  for (const text of [title, ...sections.flatMap(({ heading, body }) => [heading, body])]) {
    for (const token of tokenize(text.slice(0, 4000))) words.push(token.text);
    if (words.length > 300) break;
  }
  return words;
}

/** The words of a text in order, and their stems. */
function indexedWords(text: string, language: Language | undefined): Words {
  const words: string[] = [];
  const stems = new Set<string>();
  for (const token of tokenize(text)) {
    if (token.isUnspaced) words.push(...bigramsToIndex(token.text));
    else {
      words.push(token.text);
      const stem = language?.stem(token.accented) ?? "";
      if (stem !== "" && stem !== token.text) stems.add(stem);
    }
  }
  return { inOrder: words, others: [...stems] };
}
