import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, relative } from "node:path";
import { before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { databaseKinds, testOnce } from "../support/databases.ts";
import { pixel } from "../support/integrations.ts";
import { adminToken, listen } from "../support/server.ts";
import { useServer } from "../support/suite-server.ts";

const changes = [
  { operation: "set_variables", variables: { version: "1.2" } },
  { operation: "insert_reusable_content", title: "Unused", document: { markdown: "Not used by a page." } },
  {
    operation: "insert_reusable_content",
    title: "Take care",
    document: { markdown: "Version {{ version }}: [install](install.md) it with care.\n" },
  },
  {
    operation: "insert_files",
    files: [
      { name: "dot.png", contentType: "image/png", base64: pixel, ref: "dot" },
      { name: "a.bin", contentType: "image/png", base64: pixel },
    ],
  },
  {
    operation: "insert_page",
    title: "Welcome",
    document: {
      markdown:
        'First [install](install.md#run) it.\n\n![Dot](dot)\n\n{% hint style="info" %}\nHm.\n{% endhint %}\n',
    },
  },
  { operation: "insert_page", type: "group", title: "Guides", ref: "guides" },
  { operation: "insert_page", title: "README", into: "guides", document: { markdown: "Read it." } },
  {
    operation: "insert_page",
    title: "How to install",
    slug: "install",
    description: "All steps",
    icon: "wrench",
    into: "guides",
    ref: "install",
    document: { markdown: "## Run\n\n| a | b |\n| - | - |\n| 1 | 2 |\n" },
  },
  {
    operation: "insert_page",
    title: "Deeper",
    into: "install",
    document: { markdown: 'Back [up](install.md).\n\n{% include "../.gitbook/includes/take-care.md" %}\n' },
  },
  {
    operation: "insert_page",
    type: "link",
    title: "Example",
    target: { kind: "url", url: "https://example.com/" },
  },
];

/** All files of a folder, by path. */
async function readAll(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, "latin1")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

for (const kind of databaseKinds) {
  describe(`a space (${kind})`, () => {
    const server = useServer(kind, { LECTERN_ALLOW_PRIVATE_NETWORK: "true" });
    const { call, lectern } = server;
    let organization = "";
    before(async () => {
      organization = (await call("GET /orgs")).items[0].id;
    });

    interface ReadPage {
      readonly id: string;
      readonly title: string;
      readonly pages?: readonly ReadPage[];
    }

    /** The content of a space without ids. */
    async function contentOf(space: string): Promise<unknown> {
      const { pages } = await call(`GET /spaces/${space}/content/pages`);
      const { items } = await call(`GET /spaces/${space}/content/files`);
      const all = (list: readonly ReadPage[]): ReadPage[] =>
        list.flatMap((page) => [page, ...all(page.pages ?? [])]);
      const texts = await Promise.all(
        all(pages).map(async ({ id }) => {
          const page = await call(`GET /spaces/${space}/content/page/${id}?evaluated=true`);
          const { title, type, path, description, icon, target, markdown = "" } = page;
          const text = markdown.replace(/\/files\/\w+/g, "FILE");
          return { title, type, path, description, icon, target, text };
        }),
      );
      const { variables, reusableContents } = await call(`GET /spaces/${space}/content`);
      return {
        texts,
        variables,
        reusable: reusableContents.map(({ title }: { title: string }) => title),
        files: items.map(({ name, size }: { name: string; size: number }) => ({ name, size })),
      };
    }

    test("is exported as a folder of Markdown, and imported from it unchanged", async () => {
      const { id: from } = await call(`POST /orgs/${organization}/spaces`, { title: "From" });
      const { id: to } = await call(`POST /orgs/${organization}/spaces`, { title: "To" });
      const link = { operation: "insert_page", type: "link", title: "Another space" };
      const target = { kind: "space", space: to };
      await call(`POST /spaces/${from}/content`, { changes: [...changes, { ...link, target }] });
      const out = join(server.folder, "out");
      const exported = await lectern("export", "--space", from, out);
      assert.deepEqual([exported.code, exported.stdout], [0, `${out}\n`], exported.stderr);
      assert.match(await readFile(join(out, "SUMMARY.md"), "utf8"), /\[How to install\]\(guides\/install/);
      const imported = await lectern("import", "--space", to, "--source", "zip", out);
      assert.equal(imported.code, 0, imported.stderr);
      assert.match(imported.stderr, /Imported 11 of 11 pages and files/);
      assert.equal((await call(`GET /spaces/${to}`)).revision, imported.stdout.trim());
      assert.deepEqual(await contentOf(to), await contentOf(from));
      const again = join(server.folder, "again");
      await lectern("export", "--space", to, again);
      assert.deepEqual(await readAll(again), await readAll(out));
    });

    test("stops importing when the client disconnects", async (t) => {
      const requested: string[] = [];
      const slow = createServer((request, response) => {
        requested.push(request.url ?? "");
        if (request.url === "/quick") response.writeHead(404).end();
      });
      const url = await listen(slow);
      t.after(() => {
        slow.closeAllConnections();
        slow.close();
      });
      const { id: space } = await call(`POST /orgs/${organization}/spaces`, { title: "Waiting" });
      const startImport = (path: string, signal?: AbortSignal) =>
        fetch(`${server.url}/v1/spaces/${space}/content/import`, {
          method: "POST",
          headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
          body: JSON.stringify({ source: "markdown", url: `${url}/${path}` }),
          ...(signal && { signal }),
        });
      const abort = new AbortController();
      const aborted = ["a", "b"].map((path) => startImport(path, abort.signal).catch(() => "aborted"));
      while (requested.length < 2) await sleep(20);
      assert.equal((await startImport("c")).status, 429);
      abort.abort();
      assert.deepEqual(await Promise.all(aborted), ["aborted", "aborted"]);
      // The server notices the disconnection a moment later.
      let { status } = await startImport("quick");
      for (; status === 429; { status } = await startImport("quick")) await sleep(50);
      assert.deepEqual([status, requested.at(-1)], [400, "/quick"]);
    });

    testOnce({ kind })("reports a missing or wrong argument", async () => {
      for (const [args, message] of [
        [["export"], "Which space or site? Give one id, with --space or --site"],
        [["export", "--space", "unknown", join(server.folder, "x")], "There is no space unknown"],
        [["import", "--source", "zip", "x"], "Which space? Give its id with --space"],
        [["import", "--space", "unknown", "--source", "zip", server.folder], "There is no space unknown"],
        [["import", "--space", "unknown", "--source", "zip", "/no/file"], "There is no file /no/file"],
      ] as const) {
        const { code, stderr } = await lectern(...args);
        assert.deepEqual([code, stderr.trim()], [1, message]);
      }
    });
  });
}
