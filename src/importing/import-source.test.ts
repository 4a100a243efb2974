import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { outlineOf, testImportContext } from "../../test/support/importing.ts";
import { zipOf, zipOfTree } from "../../test/support/zip.ts";
import { archiveUrl, googleExportUrl } from "./fetch-source.ts";
import { importSource } from "./import-source.ts";
import { ImportError, type ImportedTree, type ImportOptions } from "./source/imported-tree.ts";

type Source = ImportOptions["source"];

async function importFrom(
  t: TestContext,
  source: Source,
  from: ImportOptions["from"],
): Promise<ImportedTree> {
  const { folder, report } = await testImportContext(t);
  return importSource({ source, from, folder, allowPrivateNetwork: true }, report);
}

const importBytes = async (t: TestContext, source: Source, name: string, bytes: string | Uint8Array) => {
  const { folder } = await testImportContext(t);
  await writeFile(join(folder, name), bytes);
  return importFrom(t, source, { path: join(folder, name) });
};

function assertRefused(work: Promise<unknown>, reason: RegExp): Promise<void> {
  return assert.rejects(work, (error) => {
    assert.ok(error instanceof ImportError, String(error));
    assert.match(error.message, reason);
    return true;
  });
}

describe("a source on this machine", () => {
  test("must be a file if it is a document, and never a device or pipe", async (t) => {
    const { folder } = await testImportContext(t);
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await mkdir(join(folder, "docs"));
    for (const source of ["markdown", "html", "docx"] as const)
      await assertRefused(importFrom(t, source, { path: join(folder, "docs") }), /^docs is a folder/);
    for (const source of ["html", "docx", "google-docs", "zip", "notion"] as const) {
      await assertRefused(importFrom(t, source, { path: "/dev/zero" }), /^zero is not a file/);
      await assertRefused(importFrom(t, source, { path: join(folder, "pipe") }), /^pipe is not a file/);
      await assertRefused(importFrom(t, source, { path: join(folder, "none") }), /^none cannot be read/);
    }
  });

  test("is not read if it is too large", async (t) => {
    const { folder } = await testImportContext(t);
    const path = join(folder, "large");
    await writeFile(path, "");
    await truncate(path, 400 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    for (const source of ["markdown", "html", "docx", "google-docs"] as const)
      await assertRefused(importFrom(t, source, { path }), /too large/);
    assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024);
  });

  test("from Google Docs is an HTML file, a zip file or a folder", async (t) => {
    const page = "<title>Plan</title><p>Text</p>";
    assert.equal(outlineOf(await importBytes(t, "google-docs", "plan.html", page)), "Plan");
    const zip = zipOfTree({ "Plan.html": page, "images/a.png": "x" });
    assert.equal(outlineOf(await importBytes(t, "google-docs", "plan.zip", zip)), "Plan");
    const { folder } = await testImportContext(t);
    await writeFile(join(folder, "Plan.html"), page);
    assert.equal(outlineOf(await importFrom(t, "google-docs", { path: folder })), "Plan");
  });
});

test("the parts of a Notion export are combined", async (t) => {
  const id = (n: number): string => n.toString(16).padStart(32, "a");
  const parts = zipOfTree({
    "ExportBlock-1-Part-1.zip": zipOfTree({
      [`Top ${id(1)}/Below ${id(2)}.md`]: "# Below\n",
      "index.html": "",
    }),
    "ExportBlock-1-Part-2.zip": zipOfTree({
      [`Top ${id(1)}.md`]: "# Top\n\n![](a.png)",
      "a.png": "x",
      "index.html": "",
    }),
  });
  const imported = await importBytes(t, "notion", "export.zip", parts);
  assert.equal(outlineOf(imported), "Top\n  Below");
  assert.equal(imported.total, 3);
  const many = Array.from({ length: 101 }, (_, i) => [`Export-${i}.zip`, "PK"]);
  await assertRefused(
    importBytes(t, "notion", "a.zip", zipOfTree(Object.fromEntries(many))),
    /more than 100 parts/,
  );
  const broken = zipOfTree({ "Export-1.zip": "PK" });
  await assertRefused(importBytes(t, "notion", "a.zip", broken), /not a readable zip file/);
  const nested = zipOfTree({ "Export-1.zip": zipOfTree({ "Export-2.zip": parts }) });
  await assertRefused(importBytes(t, "notion", "a.zip", nested), /not an export of Notion/);
});

test("files with invalid names in a zip file are counted", async (t) => {
  const names = ["Home.md", "x\0.md", "home.md"];
  for (const source of ["zip", "github-wiki"] as const) {
    const zip = zipOf(names.map((name) => ({ name, bytes: "Text" })));
    const { pages, total } = await importBytes(t, source, "a.zip", zip);
    assert.deepEqual([pages.length, total], [1, 3]);
  }
});

test("the error for a file that is not a zip file describes the file", async (t) => {
  for (const source of ["zip", "notion", "confluence", "github-wiki"] as const) {
    await assertRefused(importBytes(t, source, "a", "%PDF-1.7"), /is not a readable zip file: it is a PDF/);
    await assertRefused(importBytes(t, source, "a", "<!doctype html><p>x"), /it is a web page/);
    await assertRefused(importBytes(t, source, "a", ""), /it is empty/);
  }
  await assertRefused(importBytes(t, "docx", "a", "%PDF-1.7"), /it is a PDF/);
});

describe("a URL without an export", () => {
  let server: Server;
  let base: string;
  const page = (title: string, links: string) =>
    `<!doctype html><title>${title}</title><nav><a href="/o/r/issues">Issues</a><a href="/o/r/pulls">Pulls</a></nav><main><h1>${title}</h1><p>Text of it. ${links}</p></main>`;
  const site: Readonly<Record<string, string>> = {
    "/o/r/wiki": page("Home", '<a href="/o/r/wiki/Install">Install</a> <a href="/o/r/wiki/_history">Old</a>'),
    "/o/r/wiki/Install": page("Install", `<a href="/o/r/wiki/Install/${"a".repeat(40)}">Before</a>`),
    "/o/r/wiki/_history": page("History", ""),
    [`/o/r/wiki/Install/${"a".repeat(40)}`]: page("Before", ""),
    "/o/r/issues": page("Issues", ""),
    "/notion/": page("Published", ""),
    "/app/": "<!doctype html><title>App</title><script>draw()</script>",
    "/text/": "plain words",
  };
  before(async () => {
    server = createServer((request, response) => {
      const body = site[request.url ?? ""];
      const type = request.url === "/text/" ? "text/plain" : "text/html";
      response.writeHead(body ? 200 : 404, { "content-type": type }).end(body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  test("imports only the pages of a wiki", async (t) => {
    for (const start of ["/o/r/wiki", "/o/r/wiki/Install"])
      assert.equal(outlineOf(await importFrom(t, "github-wiki", { url: base + start })), "Home\nInstall");
  });

  test("imports a website, and refuses other files and pages without text", async (t) => {
    for (const source of ["notion", "confluence"] as const) {
      assert.equal(outlineOf(await importFrom(t, source, { url: `${base}/notion/` })), "Published");
      await assertRefused(
        importFrom(t, source, { url: `${base}/app/` }),
        /without text; import a zip exported/,
      );
      await assertRefused(importFrom(t, source, { url: `${base}/text/` }), /is not a readable zip file/);
    }
  });

  test("of the Google Docs editor is replaced with the export URL", () => {
    const id = "1aBcDeFgHiJkLmNoPqRsTuV-_x";
    const exported = `https://docs.google.com/document/d/${id}/export?format=zip`;
    for (const end of ["", "/", "/edit", "/edit?usp=sharing#heading=h.1", "/view"])
      assert.equal(googleExportUrl(`https://docs.google.com/document/d/${id}${end}`), exported);
    for (const other of [
      exported,
      `https://docs.google.com/document/d/e/${id}/pub`,
      "https://a.example/edit",
    ])
      assert.equal(googleExportUrl(other), other);
  });

  test("is the archive of a repository, whose address may be given", () => {
    for (const [url, archive] of [
      ["https://github.com/acme/docs", "https://github.com/acme/docs/archive/HEAD.zip"],
      ["https://github.com/acme/docs.git", "https://github.com/acme/docs/archive/HEAD.zip"],
      ["https://github.com/acme/a.b/tree/feat/x/", "https://github.com/acme/a.b/archive/feat/x.zip"],
      ["https://gitlab.com/acme/team/docs", "https://gitlab.com/acme/team/docs/-/archive/HEAD/docs.zip"],
      ["https://gitlab.com/a/docs/-/tree/v1?x=y", "https://gitlab.com/a/docs/-/archive/v1/docs.zip"],
      ["https://bitbucket.org/acme/docs/src/main/", "https://bitbucket.org/acme/docs/get/main.zip"],
    ])
      assert.equal(archiveUrl(url ?? ""), archive);
    for (const other of [
      "https://github.com/acme/docs/archive/main.zip",
      "https://github.com/acme/docs/releases/download/v1/docs.zip",
      "https://gitlab.com/acme/docs/-/archive/main/docs.zip",
      "https://github.com/acme",
      "https://example.com/acme/docs",
    ])
      assert.equal(archiveUrl(other), other);
  });
});
