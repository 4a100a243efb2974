import type { useServer } from "../support/suite-server.ts";

type Server = ReturnType<typeof useServer>;

export const chapterCount = 100;

/** Chapters of ten pages; with `chapterCount`, a site of 1,000 pages. The first page of each chapter has a page below it. */
export async function publishChapters(
  server: Server,
  chapters: number,
  customization?: object,
): Promise<string> {
  const [{ id: organization }] = (await server.call("GET /orgs")).items;
  const space = await server.call(`POST /orgs/${organization}/spaces`, { title: `${chapters} chapters` });
  const perBatch = 5;
  for (let i = 0; i < chapters; i += perBatch) {
    const numbers = Array.from({ length: Math.min(perBatch, chapters - i) }, (_, j) => i + j);
    await server.call(`POST /spaces/${space.id}/content`, { changes: numbers.flatMap(chapter) });
  }
  const sites = `/orgs/${organization}/sites`;
  const { id } = await server.call(`POST ${sites}`, { title: "Chapters", spaces: [space.id] });
  if (customization !== undefined) await server.call(`PUT ${sites}/${id}/customization`, customization);
  return (await server.call(`POST ${sites}/${id}/publish`)).urls.published;
}

function chapter(number: number): object[] {
  const insert = (title: string, options: object) => ({
    operation: "insert_page",
    title,
    slug: title.toLowerCase().replace(" ", "-"),
    document: {
      markdown: `## Part of ${title}\n\n${"Some words of text. ".repeat(30)}\n\n## End\n\nThe last words.`,
    },
    ...options,
  });
  return [
    insert(`Chapter ${number}`, { ref: `chapter-${number}` }),
    insert(`Page ${number}.1`, { ref: `page-${number}`, into: `chapter-${number}` }),
    ...Array.from({ length: 7 }, (_, i) => insert(`Page ${number}.${i + 2}`, { into: `chapter-${number}` })),
    insert(`Deep ${number}`, { into: `page-${number}` }),
  ];
}
