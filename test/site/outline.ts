/** An entry of the sidebar: a page, or without a path a title above its entries. */
export interface Entry {
  readonly title: string;
  /** The path of the page without extension; the page of a folder ends in `index`. */
  readonly path?: string;
  readonly below: readonly Entry[];
}

const sections = [
  "Getting started",
  "Installation",
  "Configuration",
  "Writing",
  "Publishing",
  "People and roles",
  "Operations",
  "Troubleshooting",
  "Reference",
];

/** The same titles in all sections. */
const chapters = ["Overview", "First steps", "Everyday tasks", "Advanced topics"];
const topics = ["Concepts", "On Linux", "On macOS", "In the cloud", "Questions & answers", "Further reading"];

/** The sidebar: three levels, some titles without a page, 200 pages in all. */
export const outline: readonly Entry[] = [
  { title: "Welcome to the handbook", path: "index", below: [] },
  ...sections.map((title, i) => ({ title, below: chaptersOf(slugOf(title), i) })),
  { title: "Glossary", path: "glossary", below: [] },
];

function chaptersOf(section: string, number: number): Entry[] {
  return chapters.map((title, i) => {
    const folder = `${section}/${slugOf(title)}`;
    // Every second section has a chapter without a page.
    const hasNoPage = i === 2 && number % 2 === 1;
    const below = topics
      .slice(0, hasNoPage ? 6 : i === 0 ? 3 : 5)
      .map((topic) => ({ title: topic, path: `${folder}/${slugOf(topic)}`, below: [] }));
    return { title, ...(!hasNoPage && { path: `${folder}/index` }), below };
  });
}

function slugOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** All entries with a page, in order. */
export function pagesOf(entries: readonly Entry[] = outline): (Entry & { path: string })[] {
  return entries.flatMap(({ path, ...entry }) => [
    ...(path === undefined ? [] : [{ ...entry, path }]),
    ...pagesOf(entry.below),
  ]);
}
