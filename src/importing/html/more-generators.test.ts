import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readHtml } from "./read-html.ts";
import { blockTypesOf, navigationLines, readSample } from "./sample-pages/read-sample.ts";

describe("a page of VuePress", () => {
  const page = readSample("vuepress");

  test("is read with code in lists", () => {
    assert.equal(page.title, "Deploying");
    assert.equal(blockTypesOf(page), "hint hint heading-2 list-ordered");
    assert.match(
      page.markdown,
      /1\. Set the correct `base`:\n\n {3}```sh\n {3}# abort on errors\n {3}set -e\n {3}```\n/,
    );
  });

  test("has a navigation without the headings of the page", () => {
    assert.deepEqual(navigationLines(page.navigation), [
      "Guide",
      "  Introduction (/guide/)",
      "  Deploying (/guide/deploy.html)",
    ]);
  });
});

describe("a page of Docsy", () => {
  const page = readSample("docsy");

  test("is read with tabs", () => {
    assert.equal(page.title, "Concepts");
    assert.equal(blockTypesOf(page), "paragraph hint hint heading-2 tabs paragraph");
    assert.match(page.markdown, /{% tab title="YAML" %}\n```yaml\nkind: Node\nname: a\n```\n{% endtab %}/);
    assert.match(page.markdown, /{% endtabs %}\n\nAfter\.\n$/);
  });

  test("has a navigation", () => {
    assert.deepEqual(navigationLines(page.navigation), [
      "Documentation (/docs/)",
      "  Concepts (/docs/concepts/)",
      "  Tasks (/docs/tasks/)",
    ]);
  });
});

describe("a page of mdBook", () => {
  const page = readSample("mdbook");

  test("has the title of the chapter instead of the book", () => {
    assert.equal(page.title, "Ownership");
    assert.equal(
      page.markdown,
      `A value has one _owner_[^1].

\`\`\`rust
let s = "a";
\`\`\`

## Rules

> Each value has an owner.

[^1]: Or none.
`,
    );
  });

  test("has a navigation with parts, chapters and sections", () => {
    assert.deepEqual(navigationLines(page.navigation), [
      "The Acme Book (title-page.html)",
      "Basics",
      "  Getting Started (ch01.html)",
      "    Installation (ch01-01.html)",
      "  Ownership (ch02.html)",
      "More",
      "  Traits (ch03.html)",
    ]);
  });
});

test("a page of just-the-docs is read with its navigation", () => {
  const page = readSample("just-the-docs");
  assert.equal(page.title, "Buttons");
  assert.equal(blockTypesOf(page), "heading-2 hint hint code table");
  assert.match(page.markdown, /```ruby\ndef a\nend\n```/);
  assert.deepEqual(navigationLines(page.navigation), [
    "Home (/)",
    "UI (/docs/ui)",
    "  Buttons (/docs/ui/buttons)",
  ]);
});

test("a page of GitBook is read with its navigation, without pagination", () => {
  const page = readSample("gitbook");
  assert.equal(page.title, "Editor");
  assert.equal(blockTypesOf(page), "paragraph paragraph heading-2 list-unordered code");
  assert.match(page.markdown, /{% code title="main\.ts" %}\n```\nlet a;\na = 1;\n```\n{% endcode %}\n$/);
  assert.deepEqual(navigationLines(page.navigation), [
    "Welcome (/)",
    "Creating content",
    "  Editor (/editor)",
    "    Blocks (/editor/blocks)",
  ]);
});

test("a page of Nextra is read with its navigation, without pagination", () => {
  const page = readSample("nextra");
  assert.equal(page.title, "Routing");
  assert.equal(blockTypesOf(page), "paragraph hint heading-2 code");
  assert.match(page.markdown, /{% hint style="warning" %}\nMind the names\.\n{% endhint %}/);
  assert.deepEqual(navigationLines(page.navigation), [
    "Introduction (/docs)",
    "Guide",
    "  Routing (/docs/routing)",
    "  Data (/docs/data)",
  ]);
});

test("a page of Mintlify is read with its navigation", () => {
  const page = readSample("mintlify");
  assert.equal(page.title, "Quickstart");
  assert.equal(blockTypesOf(page), "paragraph hint heading-2 list-ordered code");
  assert.match(page.markdown, /^Go fast\n\n{% hint style="warning" %}\nKeys are secret\./);
  assert.deepEqual(navigationLines(page.navigation), [
    "Get Started",
    "  Introduction (/introduction)",
    "  Quickstart (/quickstart)",
    "API",
    "  List things (/api/list)",
  ]);
});

test("a page of Starlight is read with its navigation", () => {
  const page = readSample("starlight");
  assert.equal(page.title, "Customize");
  assert.equal(blockTypesOf(page), "paragraph hint hint heading-2 tabs code");
  assert.match(page.markdown, /{% hint style="success" %}\n\*\*Did you know\?\*\*\n\nYes\./);
  assert.match(page.markdown, /{% tab title="npm" %}\n```sh\nnpm i acme\n\nnpm run dev\n```\n{% endtab %}/);
  assert.match(page.markdown, /{% code title="astro\.config\.mjs" %}\n```js\na\n {2}b\n```/);
  assert.deepEqual(navigationLines(page.navigation), [
    "Start",
    "  Getting Started (/start/)",
    "  Customize (/customize/)",
    "FAQ (/faq/)",
  ]);
});

test("the search results of HonKit are not content", () => {
  const results = '<div class="search-results"><h1>results matching ""</h1><ul></ul></div>';
  const text =
    "<section><h1>Title</h1><h2>Part</h2><p>Text that is longer than what a search has found</p></section>";
  const html = `<main><div id="book-search-results"><div class="search-noresults">${text}</div>${results}</div></main>`;
  assert.equal(
    readHtml(html, "main").markdown,
    "## Part\n\nText that is longer than what a search has found\n",
  );
});
