import { createServer, type Server } from "node:http";
import { importLimits } from "../../src/importing/source/imported-tree.ts";
import { docx, paragraph } from "../support/docx.ts";
import { listen } from "../support/server.ts";
import { zipOfTree } from "../support/zip.ts";
import { documentShapes, oddWords, repeat } from "./texts.ts";

export interface ImportSources {
  /** Serves the source of each kind at a path of its name. */
  readonly url: string;
  close(): void;
}

/** The size of sources relative to the limits of an import. */
export async function serveImportSources(share: number): Promise<ImportSources> {
  const sources = sourcesOf(share);
  const created = new Map<string, string | Buffer>();
  const server: Server = createServer(({ url = "" }, response) => {
    const [, kind = "", page] = url.split("/");
    const create = sources[kind];
    if (create === undefined) return response.writeHead(404).end();
    const isHtml = kind === "html" || kind === "website";
    response.setHeader("content-type", isHtml ? "text/html; charset=utf-8" : "application/octet-stream");
    response.end(
      page === undefined
        ? created.getOrInsertComputed(kind, create)
        : htmlPage(`Page ${page}`, "<p>Text</p>"),
    );
  });
  const url = await listen(server);
  return { url, close: () => server.closeAllConnections() ?? server.close() };
}

const htmlPage = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

function sourcesOf(share: number): Readonly<Record<string, () => string | Buffer>> {
  const pages = Math.floor(importLimits.pages * share);
  const characters = Math.floor(importLimits.document * share);
  const markdownTree = (index: string) =>
    zipOfTree({
      [index]: Array.from({ length: pages }, (_, i) => `* [Page ${i}](page-${i}.md)\n`).join(""),
      ...Object.fromEntries(
        Array.from({ length: pages }, (_, i) => [
          `page-${i}.md`,
          `# Page ${i}\n\n${repeat(`${oddWords} [next](page-${i + 1}.md) *a* \n\n`, importLimits.text / importLimits.pages)}`,
        ]),
      ),
      "long.md": documentShapes["a narrow table"]?.(characters) ?? "",
    });
  const htmlTree = () =>
    zipOfTree(
      Object.fromEntries(
        Array.from({ length: pages }, (_, i) => [
          `page-${i}.html`,
          htmlPage(`Page ${i}`, repeat(`<p>${oddWords}<a href="page-${i + 1}.html">next</a></p>`, 8000)),
        ]),
      ),
    );
  return {
    markdown: () => documentShapes["links to addresses"]?.(characters) ?? "",
    html: () =>
      htmlPage("Large", repeat(`<p>${oddWords}<a href="#a"><b>b</b></a></p><ul><li>a</li></ul>`, characters)),
    zip: () => markdownTree("SUMMARY.md"),
    docx: () => docx(repeat(paragraph("Words"), Math.floor(6_000_000 * share))),
    website: () =>
      htmlPage(
        "Site",
        Array.from({ length: Math.min(pages, 200) }, (_, i) => `<a href="/website/${i}">${i}</a>`).join(""),
      ),
    confluence: htmlTree,
    "github-wiki": () => markdownTree("Home.md"),
    notion: htmlTree,
    "google-docs": htmlTree,
  };
}
