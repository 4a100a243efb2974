import { globSync, readFileSync } from "node:fs";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { documentFromMarkdown, documentToMarkdown } from "../src/content/document/markdown.ts";
import { medianTime } from "./load.ts";
import { progress, report } from "./report.ts";

const megabyte = 1024 * 1024;
const pageSize = 100 * 1024;

/** Parsing Markdown into blocks, compared with remark, which only builds its syntax tree. */
export async function benchDocuments(): Promise<void> {
  progress("parsing Markdown into blocks");
  const pages = globSync("test/corpus/**/*.md", { exclude: ["**/odd/**"] });
  const corpus = pages
    .toSorted()
    .map((path) => readFileSync(path, "utf8").replace(/^---\n[\s\S]*?\n---\n/, ""));
  const markdown = corpus.join("\n\n");
  const remark = unified().use(remarkParse);
  const page = markdown.slice(0, pageSize);
  const lecternTime = await medianTime(9, () => documentFromMarkdown(markdown));
  const remarkTime = await medianTime(3, () => remark.parse(markdown));
  report("Markdown read as blocks, MB/s", markdown.length / megabyte / (lecternTime / 1000));
  report("… speed relative to the parser of remark", remarkTime / lecternTime, { atLeast: 0.5 });
  const pageTime = await medianTime(15, () => documentFromMarkdown(page));
  report("a page of 100 KB read as blocks, ms", pageTime, { atMost: 50 });
  const document = documentFromMarkdown(page);
  report("… and written as Markdown again, ms", await medianTime(15, () => documentToMarkdown(document)));
}
