import { readdirSync, readFileSync } from "node:fs";
import { frontMatterLength, readFrontMatter } from "../../src/content/markdown/front-matter.ts";
import type { SampleSpace } from "./judged-queries.ts";

interface SamplePage {
  readonly name: string;
  readonly change: object;
}

export async function readSamples(space: SampleSpace): Promise<SamplePage[]> {
  const folder = new URL(`samples/${space}/`, import.meta.url);
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const { title, description } = (await readFrontMatter(text)) ?? {};
      const markdown = text.slice(frontMatterLength(text));
      return {
        name: file.slice(0, -".md".length),
        change: { operation: "insert_page", title, description, document: { markdown } },
      };
    }),
  );
}
