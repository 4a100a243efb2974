import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, databaseKinds, type TestDatabase, testOnce } from "../support/databases.ts";
import { pixel } from "../support/integrations.ts";
import { runLectern, type ServerProcess, startServer } from "../support/server.ts";

const changes = [
  { operation: "set_variables", variables: { version: "1.2" } },
  { operation: "insert_reusable_content", title: "Unused", document: { markdown: "Nobody shows this." } },
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
    title: "Elsewhere",
    target: { kind: "url", url: "https://example.com/" },
  },
];

/** All files of a folder, by path. */
async function readAll(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, "latin1")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

for (const kind of databaseKinds) {
  describe(`a space (${kind})`, () => {
    let database: TestDatabase;
    let server: ServerProcess;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "lectern-test-"));
      database = await createTestDatabase(kind);
      server = await startServer({
        ...database.environment,
        LECTERN_ADMIN_TOKEN: "admin-token",
        LECTERN_ALLOW_PRIVATE_NETWORK: "true",
      });
    });
    after(async () => {
      await server.stop();
      await database.remove();
      await rm(folder, { recursive: true, force: true });
    });

    const lectern = (...args: string[]) => runLectern(database.environment, ...args);
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    async function call(method: string, path: string, body?: object): Promise<any> {
      const response = await fetch(`${server.url}/v1${path}`, {
        method,
        headers: { authorization: "Bearer admin-token", "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await response.json();
      assert.ok(response.ok, JSON.stringify(answer));
      return answer;
    }

    interface ReadPage {
      readonly id: string;
      readonly title: string;
      readonly pages?: readonly ReadPage[];
    }

    /** All that a reader sees of a space, without ids. */
    async function contentOf(space: string): Promise<unknown> {
      const { pages } = await call("GET", `/spaces/${space}/content/pages`);
      const { items } = await call("GET", `/spaces/${space}/content/files`);
      const all = (list: readonly ReadPage[]): ReadPage[] =>
        list.flatMap((page) => [page, ...all(page.pages ?? [])]);
      const texts = await Promise.all(
        all(pages).map(async ({ id }) => {
          const {
            title,
            type,
            path,
            description,
            icon,
            target,
            markdown = "",
          } = await call("GET", `/spaces/${space}/content/page/${id}?evaluated=true`);
          const text = markdown.replace(/\/files\/\w+/g, "FILE");
          return { title, type, path, description, icon, target, text };
        }),
      );
      const { variables, reusableContents } = await call("GET", `/spaces/${space}/content`);
      return {
        texts,
        variables,
        reusable: reusableContents.map(({ title }: { title: string }) => title),
        files: items.map(({ name, size }: { name: string; size: number }) => ({ name, size })),
      };
    }

    test("leaves as a folder of Markdown, and comes back the same", async () => {
      const [{ id: organization }] = (await call("GET", "/orgs")).items;
      const { id: from } = await call("POST", `/orgs/${organization}/spaces`, { title: "From" });
      const { id: to } = await call("POST", `/orgs/${organization}/spaces`, { title: "To" });
      const elsewhere = { operation: "insert_page", type: "link", title: "Another space" };
      const target = { kind: "space", space: to };
      await call("POST", `/spaces/${from}/content`, { changes: [...changes, { ...elsewhere, target }] });
      const out = join(folder, "out");
      const exported = await lectern("export", "--space", from, out);
      assert.deepEqual([exported.code, exported.stdout], [0, `${out}\n`], exported.stderr);
      assert.match(await readFile(join(out, "SUMMARY.md"), "utf8"), /\[How to install\]\(guides\/install/);
      const imported = await lectern("import", "--space", to, "--source", "zip", out);
      assert.equal(imported.code, 0, imported.stderr);
      assert.match(imported.stderr, /Imported 11 of 11 pages and files/);
      assert.equal((await call("GET", `/spaces/${to}`)).revision, imported.stdout.trim());
      assert.deepEqual(await contentOf(to), await contentOf(from));
      const again = join(folder, "again");
      await lectern("export", "--space", to, again);
      assert.deepEqual(await readAll(again), await readAll(out));
    });

    test("is no longer read when nobody waits for it", async (t) => {
      const asked: string[] = [];
      const slow = createServer((request, response) => {
        asked.push(request.url ?? "");
        if (request.url === "/quick") response.writeHead(404).end();
      });
      await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
      t.after(() => {
        slow.closeAllConnections();
        slow.close();
      });
      const [{ id: organization }] = (await call("GET", "/orgs")).items;
      const { id: space } = await call("POST", `/orgs/${organization}/spaces`, { title: "Waiting" });
      const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
      const begin = (path: string, signal?: AbortSignal) =>
        fetch(`${server.url}/v1/spaces/${space}/content/import`, {
          method: "POST",
          headers: { authorization: "Bearer admin-token", "content-type": "application/json" },
          body: JSON.stringify({ source: "markdown", url: url + path }),
          ...(signal && { signal }),
        });
      const leave = new AbortController();
      const gone = ["a", "b"].map((path) => begin(path, leave.signal).catch(() => "gone"));
      while (asked.length < 2) await sleep(20);
      assert.equal((await begin("c")).status, 429);
      leave.abort();
      assert.deepEqual(await Promise.all(gone), ["gone", "gone"]);
      // That they have gone is heard a moment later.
      let { status } = await begin("quick");
      for (; status === 429; { status } = await begin("quick")) await sleep(50);
      assert.deepEqual([status, asked.at(-1)], [400, "/quick"]);
    });

    testOnce({ kind })("says what it needs to know", async () => {
      for (const [args, message] of [
        [["export"], "Which space? Give its id with --space"],
        [["export", "--space", "unknown", join(folder, "x")], "There is no space unknown"],
        [["import", "--source", "zip", "x"], "Which space? Give its id with --space"],
        [["import", "--space", "unknown", "--source", "zip", folder], "There is no space unknown"],
        [["import", "--space", "unknown", "--source", "zip", "/no/file"], "There is no file /no/file"],
      ] as const) {
        const { code, stderr } = await lectern(...args);
        assert.deepEqual([code, stderr.trim()], [1, message]);
      }
    });
  });
}
