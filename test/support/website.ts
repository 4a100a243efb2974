import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { ImportedTree } from "../../src/importing/source/imported-tree.ts";
import { importWebsite } from "../../src/importing/website/import-website.ts";
import { createWebClient, type WebClient } from "../../src/importing/website/web-client.ts";
import { outlineLines } from "./importing.ts";
import { type LocalSite, serve } from "./local-site.ts";

export type MenuEntry = readonly [href: string | undefined, title: string, ...below: MenuEntry[]];

/** An HTML page with a navigation. */
export function pageOf(
  title: string,
  { menu = [], main = "", head = "" }: { menu?: readonly MenuEntry[]; main?: string; head?: string } = {},
): string {
  const list = (entries: readonly MenuEntry[]): string =>
    `<ul>${entries.map(([href, name, ...below]) => `<li>${href === undefined ? `<b>${name}</b>` : `<a href="${href}">${name}</a>`}${below.length > 0 ? list(below) : ""}</li>`).join("")}</ul>`;
  const nav = menu.length > 0 ? `<nav>${list(menu)}</nav>` : "";
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body>${nav}<main><h1>${title}</h1>${main}</main></body></html>`;
}

export const linksTo = (...urls: string[]): string =>
  urls.map((url) => `<p><a href="${url}">${url}</a></p>`).join("");

type PageResponse = string | Buffer | ((response: ServerResponse, request: IncomingMessage) => void);

export const redirectTo =
  (location: string): PageResponse =>
  (response) =>
    response.writeHead(301, { location }).end();

/** Serves pages by their paths, and records requested paths. Other paths are not found. */
export async function serveSite(
  t: TestContext,
  pages: Readonly<Record<string, PageResponse>> | ((path: string) => PageResponse | undefined),
): Promise<LocalSite & { requested: string[] }> {
  const requested: string[] = [];
  const site = await serve(t, (request, response) => {
    const path = request.url ?? "";
    requested.push(path);
    const page = typeof pages === "function" ? pages(path) : pages[path];
    if (page === undefined) response.writeHead(404, { "content-type": "text/html" }).end("not found");
    else if (typeof page === "function") page(response, request);
    else if (typeof page === "string" && page.startsWith("<!doctype html>"))
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    else response.end(page);
  });
  return { ...site, requested };
}

export interface ImportedSite extends ImportedTree {
  readonly progress: readonly { readonly done: number; readonly total: number }[];
  /** One line for each page, indented by its depth. */
  readonly outline: readonly string[];
}

export async function importSite(
  t: TestContext,
  start: string,
  { web = createWebClient({ allowPrivateNetwork: true }) }: { web?: WebClient } = {},
): Promise<ImportedSite> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-website-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const progress: { done: number; total: number }[] = [];
  const tree = await importWebsite(start, web, { folder, report: (step) => progress.push(step) });
  return { ...tree, progress, outline: outlineLines(tree) };
}
