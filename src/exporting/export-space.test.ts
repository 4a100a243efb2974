import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { testOnce } from "../../test/support/databases.ts";
import { withImportContext } from "../../test/support/importing.ts";
import { runLectern } from "../../test/support/server.ts";
import { openDiskFolder } from "../importing/folders/disk-folder.ts";
import { importMarkdownTree } from "../importing/markdown-tree/import-markdown-tree.ts";
import type { ImportedTree } from "../importing/source/imported-tree.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");

describeOnEachDatabase("the export of a space", (suite) => {
  const document = (markdown: string) => ({ document: { markdown } });

  /** Exports a space with the command line. */
  async function withExport(
    spaceId: string,
    work: (files: Readonly<Record<string, string>>, imported: Required<ImportedTree>) => Promise<void>,
  ): Promise<void> {
    const temporary = await mkdtemp(join(tmpdir(), "lectern-export-"));
    try {
      const folder = join(temporary, "tree");
      const { code, stdout, stderr } = await runLectern(
        suite.environment,
        "export",
        "--space",
        spaceId,
        folder,
      );
      assert.deepEqual([code, stdout], [0, `${folder}\n`], stderr);
      const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      );
      const files = names
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .sort();
      const texts = files.map(async (file) => [file, await readFile(join(folder, file), "utf8")]);
      const written = Object.fromEntries(await Promise.all(texts));
      await withImportContext(async (context) =>
        work(written, await importMarkdownTree(await openDiskFolder(folder), context)),
      );
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  test("writes a Markdown tree with relative links", async () => {
    const { app } = suite;
    const space = await app.space();
    const file = { name: "my pic.png", contentType: "image/png", base64: png.toString("base64") };
    const { files } = await app
      .ok(app.admin, `POST ${space.path}/content`, {
        body: { changes: [{ operation: "insert_files", files: [file, { ...file, contentType: "x/y" }] }] },
      })
      .then(() =>
        app.ok(app.admin, `GET ${space.path}/content/files`).then(({ items }) => ({ files: items })),
      );
    const [first, second] = files;
    const home = await app.page(space.path, "Welcome", document("Hello."));
    const guide = await app.page(space.path, "Guide", document("About"));
    const install = await app.page(space.path, "Install", {
      into: guide,
      description: "How to",
      icon: "bolt",
      ...document(
        `[home](/pages/${home}#top) [up](README.md) ![](/files/${first.id})\n\n<img src="/files/${second.id}">`,
      ),
    });
    await app.change(space.path, {
      operation: "update_page",
      page: home,
      ...document(`---\ncover: /files/${first.id}\n---\n\n[in](guide/install.md) [no](none.md)`),
    });
    const group = await app.page(space.path, "Reference", { type: "group", slug: "ref", emoji: "1f600" });
    await app.page(space.path, "API", { into: group, ...document("[i](../guide/install) [g](/pages/ref)") });
    await app.page(space.path, "To install", {
      type: "link",
      target: { kind: "page", page: install },
      into: group,
    });
    await app.change(
      space.path,
      {
        operation: "insert_reusable_content",
        title: "My Snippet",
        document: { markdown: "[i](guide/install.md)" },
      },
      { operation: "set_variables", variables: { version: "1.10", odd: "a: b" } },
    );
    const { reusableContents } = await app.ok(app.admin, `GET ${space.path}/content`);
    await app.page(space.path, "Last [x] *y*", {
      into: group,
      slug: "other",
      ...document(`{% include "/reusable-contents/${reusableContents[0].id}" %}`),
    });

    await withExport(space.id, async (written, imported) => {
      const { ".gitbook/assets/my pic.png": one, ".gitbook/assets/my pic (2).png": two, ...texts } = written;
      assert.ok(one !== undefined && two !== undefined);
      assert.deepEqual(texts, {
        ".gitbook/files.yaml": `files:
  - path: assets/my pic.png
  - path: assets/my pic (2).png
    name: my pic.png
    contentType: x/y
  - path: includes/my-snippet.md
`,
        ".gitbook/includes/my-snippet.md": "---\ntitle: My Snippet\n---\n[i](../../guide/install.md)",
        ".gitbook/vars.yaml": 'odd: "a: b"\nversion: "1.10"\n',
        ".gitbook.yaml": "structure:\n  readme: README.md\n  summary: SUMMARY.md\n",
        "README.md":
          "---\ncover: .gitbook/assets/my%20pic.png\n---\n\n# Welcome\n\n[in](guide/install.md) [no](none.md)",
        "SUMMARY.md": `# Table of contents

* [Welcome](README.md)
* [Guide](guide/README.md)
  * [Install](guide/install.md)

## Reference <a href="#ref" id="ref" data-emoji="1f600"></a>

* [API](ref/api.md)
* [To install](<guide/install.md>) <a data-link></a>
* [Last \\[x\\] \\*y\\*](ref/other.md)
`,
        "guide/README.md": "# Guide\n\nAbout",
        "guide/install.md": `---
# Said about the page, and not in its text:
description: How to
icon: bolt
---
# Install

[home](../README.md#top) [up](README.md) ![](../.gitbook/assets/my%20pic.png)

<img src="../.gitbook/assets/my%20pic%20%282%29.png">`,
        "ref/api.md": "# API\n\n[i](../guide/install.md) [g](../ref)",
        "ref/other.md": `# Last \\[x\\] \\*y\\*\n\n{% include "../.gitbook/includes/my-snippet.md" %}`,
      });
      assert.deepEqual(
        imported.pages.map(({ type, title, parent, slug, href }) => [type, title, parent, slug ?? href]),
        [
          ["document", "Welcome", undefined, undefined],
          ["document", "Guide", undefined, undefined],
          ["document", "Install", "guide/README.md", undefined],
          ["group", "Reference", undefined, "ref"],
          ["document", "API", "SUMMARY.md#3", undefined],
          ["link", "To install", "SUMMARY.md#3", "guide/install.md"],
          ["document", "Last [x] *y*", "SUMMARY.md#3", undefined],
        ],
      );
      assert.deepEqual(
        imported.files.map(({ name, contentType }) => [name, contentType]),
        [
          ["my pic.png", "image/png"],
          ["my pic.png", "x/y"],
        ],
      );
      for (const { path } of imported.files) assert.ok(png.equals(await readFile(path)));
      assert.deepEqual(imported.variables, { odd: "a: b", version: "1.10" });
      assert.equal(imported.reusableContents[0]?.markdown, "[i](../../guide/install.md)");
      assert.equal(imported.total, 7 + 2 + 1);
    });
  });

  testOnce(suite)("is rejected for a folder that is not empty, and for an unknown space", async () => {
    const { app } = suite;
    const space = await app.space();
    const temporary = await mkdtemp(join(tmpdir(), "lectern-export-"));
    const lectern = (...args: string[]) => runLectern(suite.environment, "export", ...args);
    const assertRejected = async (message: RegExp, ...args: string[]) => {
      const { code, stdout, stderr } = await lectern(...args);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, message);
    };
    await assertRejected(/^Which space or site\?/, temporary);
    await assertRejected(/^Which folder\?/, "--space", space.id);
    await assertRejected(/^There is no space nothing/, "--space", "nothing", temporary);
    await assertRejected(/failed and is incomplete: ENOENT/, "--space", space.id, join(temporary, "a/b"));
    const { code, stderr } = await lectern("--space", space.id, temporary);
    assert.deepEqual([code, stderr], [0, "Exported 0 pages and 0 files\n"]);
    await assertRejected(/is not empty/, "--space", space.id, temporary);
    await assertRejected(/is not a writable folder/, "--space", space.id, join(temporary, "SUMMARY.md"));
    await rm(temporary, { recursive: true });
  });
});
