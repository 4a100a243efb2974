import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { documentFromMarkdown } from "../content/document/markdown.ts";
import { maxSections } from "../storage/database/index.ts";
import { type Section, sectionsOf } from "./sections.ts";

const read = (markdown: string) => sectionsOf(documentFromMarkdown(markdown).nodes);
/** A section as text: `#anchor Heading: body [conditions]`. */
const show = ({ anchor, heading, body, conditions }: Section) =>
  `#${anchor} ${heading}: ${body}${conditions.length > 0 ? ` [${conditions.join(", ")}]` : ""}`;

function assertSections(markdown: string, ...expected: string[]): void {
  assert.deepEqual(read(markdown).map(show), expected, markdown);
}

describe("the sections of a page", () => {
  test("are the text below each heading, and before the first one", () => {
    assertSections(
      "Before.\n\n# First\n\nOne.\n\nTwo.\n\n### Deeper\n\nThree.\n",
      "# : Before.",
      "#first First: One.\nTwo.",
      "#deeper Deeper: Three.",
    );
  });

  test("exist for a heading without text, and not for an empty page", () => {
    assertSections("## Alone\n\n## Too\n", "#alone Alone: ", "#too Too: ");
    assertSections("");
  });

  test("have different anchors for equal headings", () => {
    assert.deepEqual(
      read("## Same\n\na\n\n## Same\n\nb\n").map(({ anchor }) => anchor),
      ["same", "same-1"],
    );
  });

  test("contain all visible words, without markup", () => {
    const markdown = [
      "Some **bold** `code` [link](https://example.com/hidden) :smile: $$a+b$$",
      "- item",
      "> quote",
      "| Head |\n| --- |\n| cell |",
      "```js\nconst code = 1;\n```",
      '{% hint style="info" %}\nhint\n{% endhint %}',
      '{% tabs %}\n{% tab title="Tab" %}\nin tab\n{% endtab %}\n{% endtabs %}',
      "<details>\n\n<summary>Summary</summary>\n\nfolded\n\n</details>",
      "![Described](https://example.com/a.png)",
      "Noted[^1].\n\n[^1]: the note",
    ].join("\n\n");
    const [{ body = "" } = {}] = read(markdown);
    for (const part of [
      ...[
        "bold",
        "code",
        "link",
        "a+b",
        "item",
        "quote",
        "Head",
        "cell",
        "const code",
        "hint",
        "Tab",
        "in tab",
      ],
      ...["Summary", "folded", "Described", "the note"],
    ])
      assert.ok(body.includes(part), `${part} is not in ${body}`);
    for (const mark of ["**", "https://", "{%", "|", "<details>", ">"])
      assert.ok(!body.includes(mark), `${mark} is in ${body}`);
  });

  test("have the dates and tags of updates, the labels of options and the descriptions of prompts", () => {
    const update = (date: string, body: string) =>
      `{% update date="${date}" tags="api,new" %}\n${body}\n{% endupdate %}\n`;
    assertSections(
      `{% updates %}\n${update("2026-04-22", "## First\n\nOne.")}${update("2026-04-21", "Two.")}{% endupdates %}`,
      "#first First: 2026-04-22 api new\nOne.\n2026-04-21 api new\nTwo.",
    );
    assertSections(
      '<table><tr><th>Status<select><option value="x" label="Done"></option></select></th></tr><tr><td><span data-option="x">Done</span></td></tr></table>\n\n{% prompt description="Help" %}\n```\nDo it.\n```\n{% endprompt %}',
      "# : Status\nDone\nHelp\nDo it.",
    );
  });

  test("start at headings in other blocks, too", () => {
    assertSections(
      'Before.\n\n{% tabs %}\n{% tab title="Tab" %}\n## Inside\n\nText.\n{% endtab %}\n{% endtabs %}\n',
      "# : Before.\nTab",
      "#inside Inside: Text.",
    );
  });
});

describe("a block with a condition", () => {
  test("is a separate section, with the heading above it", () => {
    assertSections(
      "# Head\n\nAll.\n\n{% if visitor.claims.a %}\nSome.\n{% endif %}\n\nAll again.\n",
      "#head Head: All.",
      "#head Head: Some. [visitor.claims.a]",
      "#head Head: All again.",
    );
  });

  test("does not apply its headings to later blocks", () => {
    const secret = "{% if visitor.claims.a %}\n## Secret\n\nSome.\n{% endif %}\n";
    assertSections(
      `Before.\n\n${secret}\nAfter.\n`,
      "# : Before.",
      "#secret Secret: Some. [visitor.claims.a]",
      "# : After.",
    );
    assertSections(`Before.\n\n${secret}`, "# : Before.", "#secret Secret: Some. [visitor.claims.a]");
    assertSections(
      `{% hint style="info" %}\n${secret}{% endhint %}\n\nAfter.\n`,
      "#secret Secret: Some. [visitor.claims.a]",
      "# : After.",
    );
  });

  test("is separate from a block with another condition", () => {
    assertSections(
      "{% if visitor.claims.a %}\n## Secret\n{% endif %}\n\n{% if visitor.claims.b %}\nOther.\n{% endif %}\n",
      "#secret Secret:  [visitor.claims.a]",
      "# : Other. [visitor.claims.b]",
    );
  });

  test("in another one has both conditions", () => {
    assertSections(
      "{% if visitor.claims.a %}\nOne.\n\n{% if visitor.claims.b %}\nBoth.\n{% endif %}\n\nOne again.\n{% endif %}\n",
      "# : One. [visitor.claims.a]",
      "# : Both. [visitor.claims.a, visitor.claims.b]",
      "# : One again. [visitor.claims.a]",
    );
  });

  test("is hidden if the condition is malformed", () => {
    const visibleText = (markdown: string) =>
      read(markdown)
        .filter(({ conditions }) => conditions.length === 0)
        .map(show)
        .join("\n");
    for (const markdown of [
      "Shown.\n\nA {% if visitor.claims.x %}secret{% endif %} word.\n\nToo.\n",
      "Shown.\n\n## A {% if visitor.claims.x %}secret{% endif %}\n\nToo.\n",
      "Shown.\n\n{% IF visitor.claims.x %}\n\nsecret\n\n{% ENDIF %}\n\nToo.\n",
      "Shown.\n\n| A |\n| --- |\n| {% if visitor.claims.x %}secret{% endif %} |\n\nToo.\n",
    ]) {
      assert.doesNotMatch(visibleText(markdown), /secret/, markdown);
      assert.match(visibleText(markdown), /Shown\.[\s\S]*Too\./, markdown);
    }
  });
});

describe("a huge page", () => {
  test("has at most the maximum number of sections, including one for its introduction", () => {
    const markdown = Array.from({ length: maxSections + 10 }, (_, i) => `## Heading ${i}\n`).join("\n");
    const sections = read(markdown);
    assert.equal(sections.length, maxSections - 1);
    assert.equal(sections[0]?.heading, "Heading 0");
  });

  test("has long text split into several sections without losing words", () => {
    const words = Array.from({ length: 20_000 }, (_, i) => `word${i}`);
    const sections = read(`## Long\n\n${words.join(" ")}\n`);
    assert.ok(sections.length > 1);
    assert.deepEqual(new Set(sections.map(({ anchor }) => anchor)), new Set(["long"]));
    assert.equal(sections.map(({ body }) => body).join(""), words.join(" "));
  });
});
