import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { memoryFolder, outlineOf, png, testImportContext, textOf } from "../../../test/support/importing.ts";
import { ImportError } from "../source/imported-tree.ts";
import { importGithubWiki } from "./github-wiki.ts";

const files = {
  "tool.wiki/.git/HEAD": "ref: refs/heads/master",
  "tool.wiki/API-Reference.md": "Back [[Home]]",
  "tool.wiki/Changes.rst": "Changes\n=======\n\n```` four",
  "tool.wiki/Getting-Started.md": "# Getting Started\n\nStart",
  "tool.wiki/Home.md": [
    "Read [[Getting Started]], [[the API|API Reference]] or [[Getting Started#First Steps]].",
    "",
    "[a](Getting-Started) [b](/acme/tool/wiki/API-Reference#x) [c](https://github.com/acme/tool/wiki/getting-started)",
    "[d](https://github.com/other/tool/wiki/Home) [e](./API-Reference.md) [f](Nowhere) [g](#here)",
    "[h](https://github.com/acme/tool/wiki) ![](images/plan.png) ![](https://raw.githubusercontent.com/wiki/acme/tool/images/plan.png)",
    "",
    "[[images/plan.png|alt=A plan|width=300]] [[plan.png]] [[Missing Page]] [[Site|https://a.example/b]]",
    "",
    "`[[Home]]` and ``a ` [[Home]]`` but ` [[Home]]",
    "",
    "```",
    "[[Home]]",
    "```",
    "",
  ].join("\n"),
  "tool.wiki/Setup/Install-on-Linux.md": "Linux, see [[Home]]",
  "tool.wiki/_Footer.md": "Footer",
  "tool.wiki/_Header.md": "Header",
  "tool.wiki/images/plan.png": png,
};

const sidebar = [
  "# Tool",
  "",
  "- [[Home]]",
  "",
  "## Guides",
  "",
  "* [[Getting Started]]",
  "  * [Linux](Install-on-Linux)",
  "  * No page",
  "* More",
  "    1. [[API Reference]]",
  "    2. [[Getting Started]]",
  "* [Site](https://tool.example)",
  "",
  "### Empty",
].join("\n");

describe("a wiki of GitHub", () => {
  test("has the home page first and then the others if it has no sidebar", async (t) => {
    const context = await testImportContext(t);
    const imported = await importGithubWiki(memoryFolder(files), context);
    assert.equal(outlineOf(imported), "Home\nAPI Reference\nChanges\nGetting Started\nInstall on Linux");
    assert.equal(imported.total, 6);
    assert.deepEqual(
      imported.files.map(({ address, contentType }) => [address, contentType]),
      [["tool.wiki/images/plan.png", "image/png"]],
    );
    assert.equal(textOf(imported, "Changes"), "`````rst\nChanges\n=======\n\n```` four\n`````\n");
  });

  test("has the structure of its sidebar, with headings and items without a page as groups", async (t) => {
    const folder = memoryFolder({ ...files, "tool.wiki/_Sidebar.md": sidebar });
    const imported = await importGithubWiki(folder, await testImportContext(t));
    assert.equal(
      outlineOf(imported),
      [
        "Home",
        "Guides (group)",
        "  Getting Started",
        "    Install on Linux",
        "  More (group)",
        "    API Reference",
        "  Site (link)",
        "Changes",
      ].join("\n"),
    );
    assert.equal(textOf(imported, "Getting Started"), "Start");
    assert.equal(imported.pages.find(({ title }) => title === "Guides")?.slug, "guides");
    assert.equal(imported.pages.find(({ type }) => type === "link")?.href, "https://tool.example");
  });

  test("has relative links to its own pages and files", async (t) => {
    const imported = await importGithubWiki(memoryFolder(files), await testImportContext(t), "Acme/tool");
    assert.deepEqual(textOf(imported, "Home").split("\n"), [
      "Read [Getting Started](Getting-Started.md), [the API](API-Reference.md) or [Getting Started § First Steps](Getting-Started.md#first-steps).",
      "",
      "[a](Getting-Started.md) [b](API-Reference.md#x) [c](Getting-Started.md)",
      "[d](https://github.com/other/tool/wiki/Home) [e](API-Reference.md) [f](Nowhere) [g](#here)",
      "[h](Home.md) ![](images/plan.png) ![](images/plan.png)",
      "",
      "![A plan](images/plan.png) ![](images/plan.png) Missing Page [Site](https://a.example/b)",
      "",
      "`[[Home]]` and ``a ` [[Home]]`` but ` [Home](Home.md)",
      "",
      "```",
      "[[Home]]",
      "```",
      "",
    ]);
    assert.equal(textOf(imported, "Install on Linux"), "Linux, see [Home](../Home.md)");
  });

  test("is refused without a page", async (t) => {
    await assert.rejects(
      importGithubWiki(memoryFolder({ "_Footer.md": "x" }), await testImportContext(t)),
      ImportError,
    );
  });

  test("is imported even if its pages are hostile", async (t) => {
    const hostile = [
      "[[".repeat(1e6),
      "`".repeat(2e6),
      "[[a]]`".repeat(3e5),
      "[".repeat(2e6),
      "- ".repeat(1e6),
      `${" ".repeat(900)}- [a](b)\n`.repeat(2000),
    ];
    const deep = Array.from({ length: 1900 }, (_, i) => `${" ".repeat(i)}- [[Home]]`).join("\n");
    const pages = Object.fromEntries(hostile.map((text, i) => [`P${i}.md`, text]));
    for (const text of [...hostile, deep])
      await importGithubWiki(
        memoryFolder({ "Home.md": "x", "_Sidebar.md": text }),
        await testImportContext(t),
      );
    await importGithubWiki(memoryFolder(pages), await testImportContext(t));
  });
});
