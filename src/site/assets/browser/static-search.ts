import MiniSearch from "minisearch";
import type {
  MarkedText,
  SearchAnswer,
  SearchConfig,
  SearchedPage,
  SearchProvider,
} from "./search-provider.ts";

/** The texts of a copy, as `site/static/search-texts.ts` writes them. URLs are relative to the copy. */
interface SearchTexts {
  readonly spaces: readonly { readonly url: string; readonly section: string; readonly isDefault: boolean }[];
  readonly pages: readonly CopiedPage[];
}

interface CopiedPage {
  readonly space: number;
  readonly url: string;
  readonly title: string;
  readonly trail: readonly string[];
  readonly sections: readonly CopiedSection[];
}

/** The first section of a page has no anchor and no heading. */
type CopiedSection = readonly [anchor: string, heading: string, text: string];

interface IndexedSection {
  readonly id: number;
  readonly page: CopiedPage;
  readonly section: CopiedSection;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

const limits = { pages: 10, sections: 3, similar: 5, excerpt: 160, before: 60 };

/** The letters of a word from which on one of them may be wrong. */
const minFuzzyLength = 5;

/** Searches a copy of a site in the browser. */
export async function createProvider(config: SearchConfig): Promise<SearchProvider> {
  const root = new URL("../../", import.meta.url);
  const reply = await fetch(new URL("~lectern/search.json", root));
  if (!reply.ok) throw new Error(reply.statusText);
  const texts = (await reply.json()) as SearchTexts;
  const sections = texts.pages.flatMap((page) =>
    page.sections.map((section): Omit<IndexedSection, "id"> => {
      const [, heading, text] = section;
      return { page, section, title: heading === "" ? page.title : "", heading, text };
    }),
  );
  const index = new MiniSearch<IndexedSection>({
    fields: ["title", "heading", "text"],
    tokenize: wordsOf,
    processTerm: fold,
  });
  const indexed = sections.map((section, id) => ({ ...section, id }));
  await index.addAllAsync(indexed, { chunkSize: 100 });
  const here = texts.spaces.findIndex(({ url }) => isSameSpace(new URL(url, root), config.url));
  return {
    search: async (query, _, scope) => {
      const isInScope = scopeFilter(texts, here, scope);
      const found = index.search(query, {
        boost: { title: 4, heading: 2 },
        combineWith: "AND",
        prefix: (_term, i, terms) => i === terms.length - 1,
        fuzzy: (term) => (term.length >= minFuzzyLength ? 1 : false),
        filter: ({ id }) => isInScope(indexed[id]?.page.space),
      });
      const words = new Set(found.flatMap(({ terms }) => terms));
      const pages = groupByPage(found.flatMap(({ id }) => indexed[id] ?? []));
      return {
        pages: pages.map(([page, matches]) => present(page, matches, words, root)),
        ...(pages.length === 0 && { similar: similarTo(index, query) }),
      } satisfies SearchAnswer;
    },
  };
}

/** Whether the URL that the server would answer searches at is below the URL of a space. */
function isSameSpace(space: URL, searchUrl: string): boolean {
  return new URL("~lectern/search", space).href === new URL(searchUrl, document.baseURI).href;
}

function scopeFilter({ spaces }: SearchTexts, here: number, scope = "sections") {
  const section = spaces[here]?.section;
  return (space = -1): boolean => {
    if (space === here || scope === "variants") return true;
    const other = spaces[space];
    return scope === "sections" && other?.isDefault === true && other.section !== section;
  };
}

/** The first pages in the order of their best sections, each with the sections that match. */
function groupByPage(found: readonly IndexedSection[]): [CopiedPage, CopiedSection[]][] {
  const pages = new Map<CopiedPage, CopiedSection[]>();
  for (const { page, section } of found) {
    const sections = pages.get(page);
    if (sections !== undefined) sections.push(section);
    else if (pages.size < limits.pages) pages.set(page, [section]);
  }
  return [...pages];
}

function present(
  page: CopiedPage,
  matches: readonly CopiedSection[],
  words: ReadonlySet<string>,
  root: URL,
): SearchedPage {
  const url = new URL(page.url, root).href;
  const [, , introduction = ""] = matches.find(([anchor]) => anchor === "") ?? [];
  return {
    url,
    title: mark(page.title, words),
    trail: page.trail,
    text: mark(excerptOf(introduction, words), words),
    sections: matches
      .filter(([anchor]) => anchor !== "")
      .slice(0, limits.sections)
      .map(([anchor, heading, text]) => ({
        url: `${url}#${encodeURIComponent(anchor)}`,
        title: mark(heading, words),
        text: mark(excerptOf(text, words), words),
      })),
  };
}

function similarTo(index: MiniSearch<IndexedSection>, query: string): string[] {
  const suggestions = index.autoSuggest(query, { fuzzy: 0.4, combineWith: "OR" });
  return suggestions.slice(0, limits.similar).map(({ suggestion }) => suggestion);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) =>
    isWordLike ? segment : [],
  );
}

function fold(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The text around the first word that matches. */
function excerptOf(text: string, words: ReadonlySet<string>): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= limits.excerpt) return plain;
  const first = Array.from(segmenter.segment(plain)).find(({ segment }) => words.has(fold(segment)));
  const position = Math.max(0, (first?.index ?? 0) - limits.before);
  const start = position === 0 ? 0 : plain.indexOf(" ", position) + 1;
  const end = plain.lastIndexOf(" ", start + limits.excerpt);
  return `${start > 0 ? "…" : ""}${plain.slice(start, end > start ? end : undefined)}${end > start ? "…" : ""}`;
}

function mark(text: string, words: ReadonlySet<string>): MarkedText {
  const parts = [""];
  for (const { segment } of segmenter.segment(text)) {
    const isMatch = words.has(fold(segment));
    if (isMatch === (parts.length % 2 === 0)) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts;
}
