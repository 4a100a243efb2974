import { type Content, type PageRecord, readEvaluatedBlocks } from "../content/index.ts";
import type { Difference } from "../content/map/index.ts";
import { ancestorsOf } from "../content/pages/index.ts";
import type { IndexedText, Words } from "../storage/database/dialects/index.ts";
import { guessLanguage, type Language, loadLanguage } from "./languages.ts";
import { type Section, sectionsOf } from "./sections.ts";
import { bigramsToIndex, tokenize } from "./words.ts";

/** A page as it is to be found: its sections, the first of which is its beginning, and the words of each. */
export interface IndexedPage {
  readonly title: string;
  /** The hash of its document, where it has one. */
  readonly document: string | undefined;
  readonly language: string;
  readonly sections: readonly (Section & { readonly words: Omit<IndexedText, "id"> })[];
}

/** What can be found of a page; nothing of one that is not to be found. */
export async function readIndexedPage(
  content: Content,
  id: string,
  page: PageRecord,
  language: string | null,
): Promise<IndexedPage | undefined> {
  if (page.type !== "document" || !(await isSearchable(content, page))) return undefined;
  const reading = { content, origin: id, page, hash: page.document };
  // What depends on the reader stays in, under its condition.
  const { nodes } = await readEvaluatedBlocks(reading, "deterministic-only");
  const sections = withBeginning(sectionsOf(nodes), page.description ?? "");
  const code = language ?? (await guessLanguage(sampleOf(page, sections)));
  const rules = await loadLanguage(code);
  const title = wordsOf(page.title, rules);
  return {
    title: page.title,
    document: page.document,
    language: code,
    sections: sections.map((section) => ({
      ...section,
      words: { title, heading: wordsOf(section.heading, rules), body: wordsOf(section.body, rules) },
    })),
  };
}

/** Whether something of a page that is read above has changed. Where it stands is looked up when it is found. */
export function isTextChanged({ before, after }: Difference<PageRecord>): boolean {
  const textOf = (page: PageRecord | undefined) =>
    page && [
      page.type,
      page.title,
      page.description,
      page.document,
      page.hidden,
      page.noIndex,
      page.variables,
    ];
  return JSON.stringify(textOf(before)) !== JSON.stringify(textOf(after));
}

/** Whether neither a page nor any above it is hidden or kept from search. */
export async function isSearchable(content: Content, page: PageRecord): Promise<boolean> {
  const isOpen = ({ hidden, noIndex }: PageRecord) => !hidden && !noIndex;
  return isOpen(page) && (await ancestorsOf(content, page)).values().every(isOpen);
}

/** What stands before the first heading is one with the description; there is always such a beginning. */
function withBeginning(sections: readonly Section[], description: string): Section[] {
  const [first, ...others] = sections;
  const isBeginning = first?.anchor === "" && first.conditions.length === 0;
  const body = [description, isBeginning ? first.body : ""].filter((text) => text !== "").join("\n");
  const beginning = { anchor: "", heading: "", body, conditions: [] };
  return [beginning, ...(first === undefined || isBeginning ? others : sections)];
}

function sampleOf({ title }: PageRecord, sections: readonly Section[]): string[] {
  const words: string[] = [];
  for (const text of [title, ...sections.flatMap(({ heading, body }) => [heading, body])]) {
    for (const run of tokenize(text.slice(0, 4000))) words.push(run.text);
    if (words.length > 300) break;
  }
  return words;
}

/** The words of a text, and what they share with their other forms. */
function wordsOf(text: string, language: Language | undefined): Words {
  const words: string[] = [];
  const stems = new Set<string>();
  for (const run of tokenize(text)) {
    if (run.isUnspaced) words.push(...bigramsToIndex(run.text));
    else {
      words.push(run.text);
      const stem = language?.stem(run.accented) ?? "";
      if (stem !== "" && stem !== run.text) stems.add(stem);
    }
  }
  return { inOrder: words, others: [...stems] };
}
