/** How others make the anchor of a heading from its words, and what they put before the number of a repeated one. */
interface Style {
  readonly joint: string;
  slugOf(words: string): string;
}

/** Letters without what stands over and under them. */
const bare = (words: string) => words.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");

const styles: readonly Style[] = [
  // GitHub, and with it most others.
  {
    joint: "-",
    slugOf: (words) =>
      words
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
        .replaceAll(" ", "-"),
  },
  // Python's Markdown, as in MkDocs.
  {
    joint: "_",
    slugOf: (words) =>
      bare(words)
        .toLowerCase()
        .replace(/[^a-z0-9_\s-]/g, "")
        .trim()
        .replace(/[-\s]+/g, "-"),
  },
  // VuePress and VitePress.
  {
    joint: "-",
    slugOf: (words) =>
      bare(words)
        .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
        .replace(/^-|-$/g, "")
        .replace(/^(?=\d)/, "_")
        .toLowerCase(),
  },
];

/** Tells of one heading after the other by which anchors others know it. */
export function otherAnchors(): (words: string) => string[] {
  const counts = styles.map(() => new Map<string, number>());
  return (words) =>
    styles.map(({ joint, slugOf }, i) => {
      const slug = slugOf(words);
      const count = counts[i]?.get(slug) ?? 0;
      counts[i]?.set(slug, count + 1);
      return count === 0 ? slug : `${slug}${joint}${count}`;
    });
}
