import assert from "node:assert/strict";
import { dirname, relative } from "node:path/posix";
import { after, before, test } from "node:test";
import { describeOnce, type TestApp } from "../support/app.ts";
import { type BuiltSite, buildSite } from "./built-site.ts";
import { importedOf, pages, pictures } from "./handbook.ts";
import { type Entry, outline } from "./outline.ts";
import { headings, type Places } from "./page-parts.ts";

interface ImportedPage {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path: string;
  readonly pages?: readonly ImportedPage[];
}

/** Each entry of a tree in a line, indented by its depth. */
function linesOf<T extends { title: string }>(
  entries: readonly T[],
  below: (entry: T) => readonly T[],
  depth = 0,
): string[] {
  return entries.flatMap((entry) => [
    `${"  ".repeat(depth)}${entry.title}`,
    ...linesOf(below(entry), below, depth + 1),
  ]);
}

/** The entries of the sidebar that have a page, each with the page that was imported in the same place. */
function pairs(entries: readonly Entry[], imported: readonly ImportedPage[]): [path: string, ImportedPage][] {
  return entries.flatMap(({ path, below }, i) => {
    const page = imported[i];
    assert.ok(page);
    const own: [string, ImportedPage][] = path === undefined ? [] : [[path, page]];
    return [...own, ...pairs(below, page.pages ?? [])];
  });
}

/** Where a page stands for the links of others: one with pages below it is the first in their folder. */
function fileOf(page: ImportedPage | undefined): string {
  return page?.pages?.length ? `${page.path}/README.md` : `${page?.path}.md`;
}

describeOnce(
  "a site of 200 pages that a generator built",
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

    test("has the tree of its sidebar", () => {
      const tree = linesOf<Entry>(outline, ({ below }) => below);
      assert.deepEqual(
        linesOf(imported, (page) => page.pages ?? []),
        tree,
      );
      assert.equal(pairs(outline, imported).length, 200);
    });

    test("says on each page what its source says, with links and images that lead there, and nothing else", async () => {
      const { app } = suite;
      const found = new Map(pairs(outline, imported));
      const images = await imagesOf(app, space.path);
      assert.equal(images.size, pictures.size);
      const placesFrom = (from: ImportedPage): Places => ({
        link: (target, anchor) => {
          const to = relative(dirname(fileOf(from)), fileOf(found.get(target)));
          return anchor === undefined ? to : `${to}#${anchor}`;
        },
        file: (name) => `/files/${images.get(pictures.get(name)?.toString("base64") ?? "")}`,
      });
      for (const page of pages) {
        const place = found.get(page.path);
        assert.ok(place);
        const read = await app.ok(app.admin, `GET ${space.path}/content/page/${place.id}`);
        const text = read.markdown.replace(/^---\n.*?\n---\n\n/s, "");
        assert.equal(text, importedOf(page, placesFrom(place)), page.path);
        assert.equal(read.description ?? "", page.description ?? "", page.path);
      }
    });

    test("has no link that is broken, nor one to a heading that is not there", async () => {
      const { app } = suite;
      const { stats } = await app.ok(app.admin, `GET ${space.path}/links`);
      assert.equal(stats.broken.total, 0);
      const wanted = [...headings.map(({ anchor, imported: now = anchor }) => now), "example", "example-1"];
      for (const [path, { id }] of pairs(outline, imported)) {
        const { nodes } = await app.ok(app.admin, `GET ${space.path}/content/page/${id}/document`);
        const anchors = new Set(nodes.map(({ meta }: { meta?: { id?: string } }) => meta?.id));
        assert.deepEqual(
          wanted.filter((anchor) => !anchors.has(anchor)),
          [],
          path,
        );
      }
    });
  },
  { config: { allowPrivateNetwork: true } },
);

/** The ids of the files of a space, by their bytes. */
async function imagesOf(app: TestApp, path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { items } = await app.ok(app.admin, `GET ${path}/content/files`, { query: { limit: 1000 } });
  for (const { id, downloadURL } of items) {
    const { pathname, search } = new URL(downloadURL);
    const { rawPayload } = await app.app.inject({ method: "GET", url: pathname + search });
    found.set(rawPayload.toString("base64"), id);
  }
  return found;
}
