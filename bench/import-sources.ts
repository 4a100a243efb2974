import { randomBytes } from "node:crypto";
import { type ZipEntry, zipOf } from "../test/support/zip.ts";

const pagesPerSection = 40;
const sentence =
  "The server keeps every page as it was written, and finds it again by its place or by its words. ";

/** A page of about 4 KB: headings with text, code, a table and a list. */
const pageMarkdown = (n: number, linkTo: (n: number) => string): string =>
  Array.from({ length: 4 }, (_, i) =>
    [
      `## Part ${i} of page ${n}`,
      sentence.repeat(4),
      `See [another page](${linkTo(n + 7 * (i + 1))}) for **more** about \`thing-${n}\`.`,
      `\`\`\`js\nconst thing${i} = ${n};\nconsole.log(thing${i});\n\`\`\``,
      "| Name | Value |\n| - | - |\n| first | 1 |\n| second | 2 |",
      "- one\n- two\n- three",
      sentence.repeat(3),
    ].join("\n\n"),
  ).join("\n\n");

const sectionOf = (n: number) => Math.floor(n / pagesPerSection);
const pathOf = (n: number) => `section-${sectionOf(n)}/page-${n}`;

/** A Markdown tree with a table of contents, and images on some pages. */
export function treeZip(pages: number, images: number): Buffer {
  const entries: ZipEntry[] = [];
  const lines = ["# Table of contents\n"];
  for (let n = 0; n < pages; n++) {
    if (n % pagesPerSection === 0) lines.push(`\n## Section ${sectionOf(n)}\n`);
    lines.push(`* [Page ${n}](${pathOf(n)}.md)`);
    const image = n % (pages / images) === 0 ? `![Image](../.gitbook/assets/${n}.png)\n\n` : "";
    const text = pageMarkdown(n, (to) => `../${pathOf(to % pages)}.md`);
    entries.push({ name: `${pathOf(n)}.md`, bytes: `# Page ${n}\n\n${image}${text}\n` });
  }
  for (let n = 0; n < pages; n += pages / images)
    entries.push({ name: `.gitbook/assets/${n}.png`, bytes: randomImage(), stored: true });
  return zipOf([{ name: "SUMMARY.md", bytes: lines.join("\n") }, ...entries]);
}

function randomImage(): Buffer {
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), randomBytes(20 * 1024)]);
}

const urlOf = (n: number) => `/docs/${n === 0 ? "" : pathOf(n)}`;

/** The pages of a site by path. The sidebar lists all sections and the pages of the current one. */
export function sitePages(pages: number): Map<string, string> {
  const entry = (n: number, title: string, below = "") =>
    `<li><a href="${urlOf(n)}">${title}</a>${below}</li>`;
  const menuAt = (current: number) =>
    Array.from({ length: pages / pagesPerSection }, (_, section) => {
      const first = section * pagesPerSection;
      const below = Array.from({ length: pagesPerSection - 1 }, (_, i) =>
        entry(first + i + 1, `Page ${first + i + 1}`),
      );
      return entry(first, `Section ${section}`, section === current ? `<ul>${below.join("")}</ul>` : "");
    });
  const menus = Array.from({ length: pages / pagesPerSection }, (_, section) => menuAt(section).join(""));
  const pageOf = (n: number) =>
    [
      `<!doctype html><html><head><title>Page ${n} | Docs</title></head><body>`,
      `<nav class="sidebar"><ul>${menus[sectionOf(n)]}</ul></nav>`,
      `<main><h1>Page ${n}</h1>${htmlOf(pageMarkdown(n, (to) => urlOf(to % pages)))}</main></body></html>`,
    ].join("\n");
  return new Map(Array.from({ length: pages }, (_, n) => [urlOf(n), pageOf(n)]));
}

/** Converts the Markdown of `pageMarkdown` to HTML. */
function htmlOf(markdown: string): string {
  return markdown
    .split("\n\n")
    .map((block) => {
      if (block.startsWith("## ")) return `<h2>${block.slice(3)}</h2>`;
      if (block.startsWith("```")) return `<pre><code class="language-js">${block.slice(6, -4)}</code></pre>`;
      if (block.startsWith("|"))
        return `<table>${block
          .split("\n")
          .filter((_, i) => i !== 1)
          .map((row) => `<tr><td>${row.slice(2, -2).split(" | ").join("<td>")}`)
          .join("")}</table>`;
      if (block.startsWith("- "))
        return `<ul>${block
          .split("\n")
          .map((item) => `<li>${item.slice(2)}`)
          .join("")}</ul>`;
      return `<p>${block
        .replace(/\[(.*?)\]\((.*?)\)/g, '<a href="$2">$1</a>')
        .replace(/\*\*(.*?)\*\*/g, "<b>$1</b>")
        .replace(/`(.*?)`/g, "<code>$1</code>")}</p>`;
    })
    .join("\n");
}
