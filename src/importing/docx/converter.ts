// Converts one document in a process of its own: what is odd takes long, and more memory than there is. A thread would
// take the whole process with it when that is used up. Reads the file that it is given, and writes HTML.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import mammoth from "mammoth";
import { dropRepeatedNotes } from "./repeated-notes.ts";

const [, , path = "", milliseconds = ""] = process.argv;

// Whoever began this may be gone by then. Converting leaves no time for a timer in its own thread.
const watch =
  "setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(require('worker_threads').workerData))";
new Worker(watch, { eval: true, workerData: milliseconds }).unref();

const styleMap = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p.subtitle:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  ...["Code", "Source Code", "HTML Preformatted", "Preformatted Text"].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
  ...["Code", "Code Char", "HTML Code", "Source Text", "Verbatim Char", "HTML Preformatted Char"].map(
    (name) => `r[style-name='${name}'] => code`,
  ),
  // A table of contents is made from the headings.
  "p[style-name^='toc '] => !",
  "p[style-name^='TOC '] => !",
  "u => u",
  "strike => del",
];

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
    transformDocument: dropRepeatedNotes,
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
  },
);
process.stdout.write(value.length > longest ? "\0" : value);
