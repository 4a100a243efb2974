// Converts one document in a process of its own: what is odd takes long, and more memory than there is. A thread would
// take the whole process with it when that is used up. Reads the file that it is given, and writes HTML.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import mammoth from "mammoth";
import { dropRepeatedNotes, equationStyle, keepEmptyLines, ruleStyle } from "./converter-document.ts";

const [, , path = "", milliseconds = ""] = process.argv;

// Whoever began this may be gone by then. Converting leaves no time for a timer in its own thread.
const watch =
  "setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(require('worker_threads').workerData))";
new Worker(watch, { eval: true, workerData: milliseconds }).unref();

const quotes = ["Quote", "Intense Quote", "Quotations", "Block Text"];
const code = ["Code", "Source Code", "HTML Preformatted", "Preformatted Text"];
const codeInline = [
  "Code",
  "Code Char",
  "HTML Code",
  "Source Text",
  "Verbatim Char",
  "HTML Preformatted Char",
];

/** By the name of a style, or by its id: some programs use those of Word without describing them. */
const styled = (kind: "p" | "r", names: readonly string[], html: string): string[] =>
  names.flatMap((name) => [
    `${kind}[style-name='${name}'] => ${html}`,
    `${kind}.${name.replaceAll(" ", "")} => ${html}`,
  ]);

const styleMap = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p.subtitle:fresh",
  ...styled("p", quotes, "blockquote > p:fresh"),
  ...styled("p", code, "pre:separator('\\n')"),
  ...styled("r", codeInline, "code"),
  ...styled("p", ["Horizontal Line", ruleStyle], "hr:fresh"),
  `r.${equationStyle} => span.math`,
  // A table of contents is made from the headings.
  "p[style-name^='toc '] => !",
  "p[style-name^='TOC '] => !",
  "u => u",
  "strike => del",
];
const codeStyles = new Set(
  code.flatMap((name) => [name.toLowerCase(), name.toLowerCase().replaceAll(" ", "")]),
);

/** What is longer takes too much memory to be read on. It is a book of a thousand pages. */
const longest = 5 * 1024 * 1024;

/** In the place of its bytes, each image has its own path. */
const convertImage = mammoth.images.imgElement(async (image) => {
  const src = (await image.readAsBuffer()).toString();
  if (!/^word\/media\/[^/<]{1,255}$/.test(src)) throw new Error("This is no image");
  return { src };
});

const { value } = await mammoth.convertToHtml(
  { buffer: await readFile(path) },
  {
    styleMap,
    convertImage,
    transformDocument: (document) => {
      keepEmptyLines(document, (style) => codeStyles.has(style.toLowerCase()));
      return dropRepeatedNotes(document);
    },
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
  },
);
process.stdout.write(value.length > longest ? "\0" : value);
