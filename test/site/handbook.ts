import { outline, pagesOf } from "./outline.ts";
import * as parts from "./page-parts.ts";

interface Page {
  readonly title: string;
  readonly path: string;
  readonly description?: string;
  readonly parts: readonly parts.Part[];
}

/** The end of every page: the headings that other pages link to. */
const lastParts = parts.headings.flatMap((heading, i) => [
  parts.heading(2 + (i % 2), heading),
  parts.paragraph(i),
]);

const entries = pagesOf(outline);
/** All images, by their names. */
export const pictures = new Map<string, Buffer>();

/** The description of the site, which only its first page has after the import. */
export const siteDescription = "A generated handbook";

export const pages: readonly Page[] = entries.map(({ title, path }, n) => {
  const pathAfter = (step: number) => entries[(n + step) % entries.length]?.path ?? "";
  const heading = parts.headings[n % parts.headings.length];
  const pool: readonly (() => readonly parts.Part[])[] = [
    () => [parts.tabs],
    () => [parts.container(n), parts.container(n + 1)],
    () => [parts.table(n)],
    () => [parts.list(n)],
    () => [parts.details, parts.alert],
    () => [parts.codeInCode, parts.quote],
    () => [parts.inlineHtml],
    () => {
      const image = parts.image(n, path);
      pictures.set(image.name, image.bytes);
      return [image];
    },
  ];
  const selected = [0, 3, 5].flatMap((step) => pool[(n + step) % pool.length]?.() ?? []);
  return {
    title,
    path,
    ...(n === 0 && { description: siteDescription }),
    ...(n % 5 === 1 && { description: `What page ${n} is about: “${title}”` }),
    parts: [
      ...(n % 10 === 0 ? [parts.contents] : []),
      parts.paragraph(n),
      parts.linkTo(path, pathAfter(7)),
      parts.plainHeading(2, "Usage"),
      parts.code(n),
      parts.linkTo(path, pathAfter(31), heading),
      ...selected,
      parts.plainHeading(3, "Example"),
      parts.code(n + 3),
      parts.plainHeading(3, "Example"),
      parts.linkTo(path, pathAfter(101), { anchor: "example-1" }),
      ...lastParts,
    ],
  };
});

/** The source of a page for the generator. */
export function sourceOf({ title, description, parts }: Page): string {
  const hasOwnDescription = description !== undefined && description !== siteDescription;
  const frontMatter = !hasOwnDescription ? "" : `---\ndescription: ${JSON.stringify(description)}\n---\n\n`;
  return `${frontMatter}# ${title}\n\n${parts.map(({ source }) => source).join("\n\n")}\n`;
}

/** The expected Markdown of a page after the import. */
export function importedOf({ parts }: Page, targets: parts.LinkTargets): string {
  const texts = parts.map(({ imported }) => (typeof imported === "string" ? imported : imported(targets)));
  return `${texts.filter((text) => text !== "").join("\n\n")}\n`;
}
