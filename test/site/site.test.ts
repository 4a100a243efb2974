import assert from "node:assert/strict";
import { dirname, relative } from "node:path/posix";
import { after, before, test } from "node:test";
import { describeOnce, type TestApp } from "../support/app.ts";
import { type BuiltSite, buildSite } from "./built-site.ts";
import { importedOf, pages, pictures } from "./handbook.ts";
import { type Entry, outline } from "./outline.ts";
import { headings, type LinkTargets } from "./page-parts.ts";

interface ImportedPage {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path: string;
  readonly pages?: readonly ImportedPage[];
}

/** The titles of a tree, indented by depth. */
function linesOf<T extends { title: string }>(
  entries: readonly T[],
  childrenOf: (entry: T) => readonly T[],
  depth = 0,
): string[] {
  return entries.flatMap((entry) => [
    `${"  ".repeat(depth)}${entry.title}`,
    ...linesOf(childrenOf(entry), childrenOf, depth + 1),
  ]);
}

/** The entries of the sidebar with a page, each with the imported page at the same position. */
function pairPages(
  entries: readonly Entry[],
  imported: readonly ImportedPage[],
): [path: string, ImportedPage][] {
  return entries.flatMap(({ path, children }, i) => {
    const page = imported[i];
    assert.ok(page);
    const pair: [string, ImportedPage][] = path === undefined ? [] : [[path, page]];
    return [...pair, ...pairPages(children, page.pages ?? [])];
  });
}

/** The file of a page for links: a page with children is the README of their folder. */
function fileOf(page: ImportedPage | undefined): string {
  return page?.pages?.length ? `${page.path}/README.md` : `${page?.path}.md`;
}

describeOnce(
  "importing a generated website",
  (suite) => {
    let site: BuiltSite | undefined;
    let space: { path: string };
    let imported: readonly ImportedPage[];
    before(async () => {
      site = await buildSite();
      const { app } = suite;
      space = await app.space();
      const body = { source: "website", url: site.url };
      const reply = await app.ok(app.admin, `POST ${space.path}/content/import`, { body });
      assert.equal(reply.importedResources, reply.totalResources);
      imported = (await app.ok(app.admin, `GET ${space.path}/content/pages`)).pages;
    });

    after(() => site?.close());

    test("creates the page tree of its sidebar", () => {
      const tree = linesOf<Entry>(outline, ({ children }) => children);
      const lines = linesOf(imported, (page) => page.pages ?? []);
      assert.deepEqual(lines, tree);
      assert.equal(pairPages(outline, imported).length, 68);
    });

    test("imports the text of each page with its links and images", async () => {
      const { app } = suite;
      const pagesByPath = new Map(pairPages(outline, imported));
      const images = await imagesOf(app, space.path);
      assert.equal(images.size, pictures.size);
      const targetsFrom = (from: ImportedPage): LinkTargets => ({
        link: (path, anchor) => {
          const to = relative(dirname(fileOf(from)), fileOf(pagesByPath.get(path)));
          return anchor === undefined ? to : `${to}#${anchor}`;
        },
        file: (name) => `/files/${images.get(pictures.get(name)?.toString("base64") ?? "")}`,
      });
      for (const page of pages) {
        const target = pagesByPath.get(page.path);
        assert.ok(target);
        const read = await app.ok(app.admin, `GET ${space.path}/content/page/${target.id}`);
        const text = read.markdown.replace(/^---\n.*?\n---\n\n/s, "");
        assert.equal(text, importedOf(page, targetsFrom(target)), page.path);
        assert.equal(read.description ?? "", page.description ?? "", page.path);
      }
    });

    test("leaves no broken links, including to headings", async () => {
      const { app } = suite;
      const { stats } = await app.ok(app.admin, `GET ${space.path}/links`);
      assert.equal(stats.broken.total, 0);
      const expected = [
        ...headings.map(({ anchor, imported: importedAnchor = anchor }) => importedAnchor),
        "example",
        "example-1",
      ];
      for (const [path, { id }] of pairPages(outline, imported)) {
        const { nodes } = await app.ok(app.admin, `GET ${space.path}/content/page/${id}/document`);
        const anchors = new Set(nodes.map(({ meta }: { meta?: { id?: string } }) => meta?.id));
        const missing = expected.filter((anchor) => !anchors.has(anchor));
        assert.deepEqual(missing, [], path);
      }
    });
  },
  { config: { allowPrivateNetwork: true } },
);

/** The ids of the files of a space, by their bytes. */
async function imagesOf(app: TestApp, path: string): Promise<Map<string, string>> {
  const idsByBytes = new Map<string, string>();
  const { items } = await app.ok(app.admin, `GET ${path}/content/files`, { query: { limit: 1000 } });
  for (const { id, downloadURL } of items) {
    const { pathname, search } = new URL(downloadURL);
    const { rawPayload } = await app.app.inject({ method: "GET", url: pathname + search });
    idsByBytes.set(rawPayload.toString("base64"), id);
  }
  return idsByBytes;
}
