import assert from "node:assert/strict";
import { test } from "node:test";
import { linksIn } from "./collect-files.ts";

const findLinks = (markdown: string) =>
  Array.from(
    linksIn(markdown, "https://docs.test/a/b"),
    ({ url, isImage }) => `${isImage ? "!" : ""}${url.href.replace("https://docs.test", "")}`,
  );

test("images and links are distinguished", () => {
  assert.deepEqual(
    findLinks(
      [
        "---",
        'description: "![](no.png)"',
        "---",
        "![one](1.png) and [two](2.pdf#page=3)",
        '[![three](</3 x.png> "title")](4.zip) [a ![five](5.png) b](../6)',
        '<figure><img alt="x" src="/7.png?a=1&amp;b=2"></figure> <a href="8.pdf">8</a> <img src=9.png>',
        "![ten\\]](10\\_x.png) `![no](no.png)` \\![link](11.pdf)",
        '<picture><source srcset="12.png 2x"></picture> <video src="13.mp4"></video>',
        "```",
        "![no](no.png)",
        "```",
        "![](https://other.test/14.png) ![](data:image/png;base64,AAAA) ![](15.png)",
      ].join("\n"),
    ),
    [
      "!/a/1.png",
      "/a/2.pdf",
      "!/3%20x.png",
      "/a/4.zip",
      "!/a/5.png",
      "/6",
      "!/7.png?a=1&b=2",
      "/a/8.pdf",
      "!/a/9.png",
      "!/a/10_x.png",
      "/a/11.pdf",
      "/a/13.mp4",
      "!https://other.test/14.png",
      "!/a/15.png",
    ],
  );
});

test("hostile text is scanned", () => {
  const crowded = `<a ${"a".repeat(300)}${"[x](y)".repeat(50)}`;
  for (const part of [
    "![",
    "](",
    "![](a)",
    "<img ",
    "<a aaaaaaaa [x](y)",
    '<img src="',
    "\\",
    "]",
    "<a b = ",
    crowded,
  ]) {
    const text = part.repeat(1_000_000 / part.length);
    findLinks(text);
  }
});
