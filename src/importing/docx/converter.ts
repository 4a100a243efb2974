// Reads the Word document in a file and prints it as HTML. It runs in a child process, as a hostile document may exhaust
// the memory; in a worker thread, that would end the server.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import mammoth from "mammoth";
import { dropRepeatedNotes, equationStyle, keepEmptyLines, noHtml, ruleStyle } from "./converter-document.ts";

const [, , path = "", milliseconds = ""] = process.argv;

// Ends this process even if its parent has exited. The conversion is synchronous, so the timer needs another thread.
const killAfterTimeout =
  "setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(require('worker_threads').workerData))";
new Worker(killAfterTimeout, { eval: true, workerData: milliseconds }).unref();

const quoteStyles = ["Quote", "Intense Quote", "Quotations", "Block Text"];
const codeBlockStyles = ["Code", "Source Code", "HTML Preformatted", "Preformatted Text"];
const inlineCode = "Code,Code Char,HTML Code,Source Text,Verbatim Char,HTML Preformatted Char".split(",");

/** Matches a style by its name or its id: some programs use the styles of Word without defining them. */
const mapStyles = (kind: "p" | "r", names: readonly string[], html: string): string[] =>
  names.flatMap((name) => [
    `${kind}[style-name='${name}'] => ${html}`,
    `${kind}.${name.replaceAll(" ", "")} => ${html}`,
  ]);

const styleMap = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p.subtitle:fresh",
  ...mapStyles("p", quoteStyles, "blockquote > p:fresh"),
  ...mapStyles("p", codeBlockStyles, "pre:separator('\\n')"),
  ...mapStyles("r", inlineCode, "code"),
  ...mapStyles("p", ["Horizontal Line", ruleStyle], "hr:fresh"),
  `r.${equationStyle} => span.math`,
  // Tables of contents are dropped: they repeat the headings.
  "p[style-name^='toc '] => !",
  "p[style-name^='TOC '] => !",
  "u => u",
  "strike => del",
];
const codeStyles = new Set(
  codeBlockStyles.flatMap((name) => [name.toLowerCase(), name.toLowerCase().replaceAll(" ", "")]),
);

/** The maximum length of the HTML: about 1,000 printed pages. Reading longer HTML takes too much memory. */
const maxLength = 5 * 1024 * 1024;

/** The prepared file contains the path of each image in place of the image. */
const convertImage = mammoth.images.imgElement(async (image) => {
  const src = (await image.readAsBuffer()).toString();
  if (!/^word\/media\/[^/<]{1,255}$/.test(src)) throw new Error("Invalid path of an image");
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
process.stdout.write(value.length > maxLength ? noHtml : value);
