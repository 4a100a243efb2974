// Converts one document in a child process: a hostile document takes long, and more memory than is allowed, which in a
// worker thread would end the whole process. Reads a file and writes HTML to the standard output.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import mammoth from "mammoth";
import { dropRepeatedNotes, equationStyle, keepEmptyLines, ruleStyle } from "./converter-document.ts";

const [, , path = "", milliseconds = ""] = process.argv;

// The parent process may have ended by then. The conversion is synchronous, so the timer needs a thread of its own.
const watch =
  "setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(require('worker_threads').workerData))";
new Worker(watch, { eval: true, workerData: milliseconds }).unref();

const quotes = ["Quote", "Intense Quote", "Quotations", "Block Text"];
const code = ["Code", "Source Code", "HTML Preformatted", "Preformatted Text"];
const codeInline = "Code,Code Char,HTML Code,Source Text,Verbatim Char,HTML Preformatted Char".split(",");

/** Matches a style by its name or its id: some programs use the styles of Word without defining them. */
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
  // Tables of contents are generated.
  "p[style-name^='toc '] => !",
  "p[style-name^='TOC '] => !",
  "u => u",
  "strike => del",
];
const codeStyles = new Set(
  code.flatMap((name) => [name.toLowerCase(), name.toLowerCase().replaceAll(" ", "")]),
);

/** Longer HTML takes too much memory later. It is about 1,000 pages. */
const maxLength = 5 * 1024 * 1024;

/** The content of each image is its path. */
const convertImage = mammoth.images.imgElement(async (image) => {
  const src = (await image.readAsBuffer()).toString();
  if (!/^word\/media\/[^/<]{1,255}$/.test(src)) throw new Error("This is not an image");
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
process.stdout.write(value.length > maxLength ? "\0" : value);
