import { globSync, readFileSync } from "node:fs";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { documentFromMarkdown, documentToMarkdown } from "../src/content/document/markdown.ts";
import { median } from "./load.ts";
import { progress, report } from "./report.ts";

const megabyte = 1024 * 1024;
const pageSize = 100 * 1024;

/** Parsing Markdown into blocks, compared with remark, which only builds its syntax tree. */
export function benchDocuments(): void {
  progress("parsing Markdown into blocks");
  const pages = globSync("test/corpus/**/*.md", { exclude: ["**/odd/**"] });
  const corpus = pages
    .toSorted()
    .map((path) => readFileSync(path, "utf8").replace(/^---\n[\s\S]*?\n---\n/, ""));
  const all = corpus.join("\n\n");
  const remark = unified().use(remarkParse);
  const page = all.slice(0, pageSize);
  const own = timeOf(() => documentFromMarkdown(all), 9);
  const other = timeOf(() => remark.parse(all), 3);
  const speed = all.length / megabyte / (own / 1000);
  report("Markdown read as blocks, MB/s", speed);
  report("… over remark alone", other / own, { atLeast: 0.5 });
  report(
    "a page of 100 KB read as blocks, ms",
    timeOf(() => documentFromMarkdown(page), 15),
    { atMost: 50 },
  );
  const document = documentFromMarkdown(page);
  report(
    "… and written as Markdown again, ms",
    timeOf(() => documentToMarkdown(document), 15),
  );
}

function timeOf(work: () => unknown, times: number): number {
  const measured = Array.from({ length: times }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return median(measured);
}
