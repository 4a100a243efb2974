import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { memoryFolder, outlineOf, png, testHarvesting, textOf } from "../../../test/support/importing.ts";
import { ImportError } from "../source/imported-tree.ts";
import { harvestGithubWiki } from "./github-wiki.ts";

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
  test("has home first and then its pages as they come, where it has no sidebar", async (t) => {
    const harvesting = await testHarvesting(t);
    const harvest = await harvestGithubWiki(memoryFolder(files), harvesting);
    assert.equal(outlineOf(harvest), "Home\nAPI Reference\nChanges\nGetting Started\nInstall on Linux");
    assert.equal(harvest.total, 6);
    assert.deepEqual(
      harvest.files.map(({ address, contentType }) => [address, contentType]),
      [["tool.wiki/images/plan.png", "image/png"]],
    );
    assert.equal(textOf(harvest, "Changes"), "`````rst\nChanges\n=======\n\n```` four\n`````\n");
  });

  test("is as its sidebar says, with headings and items without a page as groups", async (t) => {
    const folder = memoryFolder({ ...files, "tool.wiki/_Sidebar.md": sidebar });
    const harvest = await harvestGithubWiki(folder, await testHarvesting(t));
    assert.equal(
      outlineOf(harvest),
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
    assert.equal(textOf(harvest, "Getting Started"), "Start");
    assert.equal(harvest.pages.find(({ title }) => title === "Guides")?.slug, "guides");
    assert.equal(harvest.pages.find(({ type }) => type === "link")?.href, "https://tool.example");
  });

  test("has links that lead to its own pages and files", async (t) => {
    const harvest = await harvestGithubWiki(memoryFolder(files), await testHarvesting(t), {
      repository: "Acme/tool",
    });
    assert.deepEqual(textOf(harvest, "Home").split("\n"), [
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
    assert.equal(textOf(harvest, "Install on Linux"), "Linux, see [Home](../Home.md)");
  });

  test("without a page is none", async (t) => {
    await assert.rejects(
      harvestGithubWiki(memoryFolder({ "_Footer.md": "x" }), await testHarvesting(t)),
      ImportError,
    );
  });

  test("takes no longer the odder it is", async (t) => {
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
      await harvestGithubWiki(memoryFolder({ "Home.md": "x", "_Sidebar.md": text }), await testHarvesting(t));
    await harvestGithubWiki(memoryFolder(pages), await testHarvesting(t));
  });
});
