/** An entry of the sidebar: a page, or (without a path) a title above other entries. */
export interface Entry {
  readonly title: string;
  /** The path of the page without extension; the page of a folder ends in `index`. */
  readonly path?: string;
  readonly children: readonly Entry[];
}

const sections = ["Getting started", "People and roles", "Reference"];

/** Every section has chapters with these titles. */
const chapterTitles = ["Overview", "First steps", "Everyday tasks", "Advanced topics"];
const topics = ["Concepts", "On Linux", "On macOS", "In the cloud", "Questions & answers", "Further reading"];

/** The sidebar: three levels, some titles without a page, 68 pages in all. */
export const outline: readonly Entry[] = [
  { title: "Welcome to the handbook", path: "index", children: [] },
  ...sections.map((title, i) => ({ title, children: chaptersOf(slugOf(title), i) })),
  { title: "Glossary", path: "glossary", children: [] },
];

function chaptersOf(section: string, number: number): Entry[] {
  return chapterTitles.map((title, i) => {
    const folder = `${section}/${slugOf(title)}`;
    // Every second section has a chapter without a page.
    const hasNoPage = i === 2 && number % 2 === 1;
    const children = topics
      .slice(0, hasNoPage ? 6 : i === 0 ? 3 : 5)
      .map((topic) => ({ title: topic, path: `${folder}/${slugOf(topic)}`, children: [] }));
    return { title, ...(!hasNoPage && { path: `${folder}/index` }), children };
  });
}

function slugOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** All entries with a page, in order. */
export function pagesOf(entries: readonly Entry[] = outline): (Entry & { path: string })[] {
  return entries.flatMap(({ path, ...entry }) => [
    ...(path === undefined ? [] : [{ ...entry, path }]),
    ...pagesOf(entry.children),
  ]);
}
