import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { readMarkdown } from "../../content/document/read/read-markdown.ts";
import { type HtmlPage, type NavigationEntry, readHtml } from "./read-html.ts";

/** Reads a page of a site that some generator made. */
function page(name: string, part: "main" | "all" = "main"): HtmlPage {
  return readHtml(readFileSync(new URL(`sample-pages/${name}.html.txt`, import.meta.url), "utf8"), part);
}

/** The kinds of the blocks that Lectern reads from a page. */
function kinds({ markdown }: HtmlPage): string {
  return readMarkdown(markdown)
    .map(({ type }) => type)
    .join(" ");
}

/** A navigation as lines, each indented below the one that it belongs to. */
function lines(entries: readonly NavigationEntry[], indent = ""): string[] {
  return entries.flatMap(({ title, href, children }) => [
    `${indent}${title}${href === undefined ? "" : ` (${href})`}`,
    ...lines(children, `${indent}  `),
  ]);
}

describe("a page of Docusaurus", () => {
  const found = page("docusaurus");

  test("is its text, without what is around it", () => {
    assert.equal(
      found.markdown,
      `Acme needs **Node.js 18** or newer. See the [options](/docs/configure#options).

{% hint style="success" %}
Use a version manager.
{% endhint %}

{% hint style="danger" %}
**Back up first**

Data _may_ be lost.
{% endhint %}

## With a package manager

{% tabs %}
{% tab title="npm" %}
\`\`\`bash
npm install acme
\`\`\`
{% endtab %}

{% tab title="Yarn" %}
\`\`\`bash
yarn add acme
\`\`\`
{% endtab %}
{% endtabs %}

### A configuration file <a href="#config-file" id="config-file"></a>

{% code title="acme.config.js" %}
\`\`\`js
export default {
  title: "Acme",

};
\`\`\`
{% endcode %}

<details>

<summary>Why a file?</summary>

It can be shared.

</details>

![A terminal](/assets/images/terminal-1.png)
`,
    );
    assert.equal(kinds(found), "paragraph hint hint heading-2 tabs heading-3 code expandable images");
  });

  test("has the title, the description and the address that it says", () => {
    assert.equal(found.title, "Installation");
    assert.equal(found.description, "How to install Acme.");
    assert.equal(found.canonical, "https://docs.acme.test/docs/install");
  });

  test("has the navigation of its sidebar, and not the links of its footer", () => {
    assert.deepEqual(lines(found.navigation), [
      "Introduction (/docs/intro)",
      "Getting started (/docs/category/getting-started)",
      "  Installation (/docs/install)",
      "  Configuration (/docs/configure)",
      "Guides (/docs/category/guides)",
    ]);
  });
});

describe("a page of MkDocs", () => {
  const found = page("mkdocs-material");

  test("is its text, with footnotes, code without the numbers of its lines, and formulas", () => {
    assert.equal(found.title, "Writing pages");
    assert.equal(
      found.markdown,
      `Pages are written in Markdown[^1].

{% hint style="info" %}
Save often.
{% endhint %}

<details>

<summary>Old versions</summary>

They are slower.

</details>

## Code

{% code title="app.py" %}
\`\`\`python
import acme
print(acme)
\`\`\`
{% endcode %}

{% tabs %}
{% tab title="C" %}
\`\`\`
#include <stdio.h>
\`\`\`
{% endtab %}

{% tab title="C++" %}
See [there](../publish/).
{% endtab %}
{% endtabs %}

- [x] Write
- [ ] Publish

Area: $$\\pi r^2$$

$$
\\sum_{i=1}^n i
$$

**\`--fast\`**

Faster.

\`Ctrl\`+\`C\` <mark>marked</mark> H<sub>2</sub>O ~~gone~~

[^1]: By John Gruber.
`,
    );
    assert.equal(
      kinds(found),
      "paragraph hint expandable heading-2 code tabs list-tasks paragraph math paragraph paragraph paragraph",
    );
  });

  test("has its navigation once, without the places on the page", () => {
    assert.deepEqual(lines(found.navigation), [
      "Home (..)",
      "Guide",
      "  Writing pages (./)",
      "  Publishing (../publish/)",
    ]);
  });
});

describe("a page of Sphinx", () => {
  const found = page("sphinx-rtd");

  test("is its text, with captions, tabs and what it documents", () => {
    assert.equal(found.title, "Quick start");
    assert.equal(
      found.markdown,
      `Call [\`acme.run()\`](api.html#acme.run) once [^1].

{% hint style="info" %}
The [Python site](https://www.python.org).
{% endhint %}

Added in version 2.0.

## Installing

\`\`\`console
$ pip install acme
\`\`\`

{% code title="run.py" %}
\`\`\`python
import acme
acme.run()
\`\`\`
{% endcode %}

{% tabs %}
{% tab title="Linux" %}
Use apt.
{% endtab %}

{% tab title="Windows" %}
Use winget.
{% endtab %}
{% endtabs %}

<figure><img src="../_images/flow.png" alt="The flow"><figcaption><p>Fig. 1 How it <em>flows</em>.</p></figcaption></figure>

Options

| Name | Meaning |
| - | - |
| \`a\\|b\` | Either |

**acme.run(_fast_)**

Runs.

$$
a^2 + b^2 = c^2
$$

[^1]: Only once.
`,
    );
    assert.equal(
      kinds(found),
      "paragraph hint paragraph heading-2 code code tabs images paragraph table paragraph paragraph math",
    );
  });

  test("has the captions of its navigation over their lists, and itself in it", () => {
    assert.deepEqual(lines(found.navigation), [
      "User guide",
      "  Introduction (intro.html)",
      "  Quick start (#)",
      "Reference",
      "  API (api.html)",
      "    Client (api/client.html)",
    ]);
  });
});

describe("a page of VitePress", () => {
  const found = page("vitepress");

  test("is its text, with a group of code as tabs", () => {
    assert.equal(found.title, "Getting Started");
    assert.equal(kinds(found), "hint hint expandable heading-2 tabs code table");
    assert.match(found.markdown, /^{% hint style="success" %}\nTry it \[online\]\(https:\/\/acme\.new\)\./);
    assert.match(found.markdown, /{% hint style="warning" %}\n\*\*Mind the gap\*\*\n\nIt is there\./);
    assert.match(found.markdown, /{% tab title="pnpm" %}\n```sh\n\$ pnpm add acme\n```\n{% endtab %}/);
    assert.match(found.markdown, /```js\nexport default {\n {2}title: '{{ site }}'\n\n}\n```/);
    assert.match(found.markdown, /\| Key \| Size \|\n\| - \| -: \|\n/);
    assert.doesNotMatch(found.markdown, /Copy|Edit|Previous|On this page/);
  });

  test("has a navigation without any lists", () => {
    assert.deepEqual(lines(found.navigation), [
      "Introduction",
      "  What is Acme? (/guide/what)",
      "  Getting Started (/guide/start)",
      "  Deploy",
      "    Docker (/guide/docker)",
      "Reference",
      "  CLI (/ref/cli)",
    ]);
  });
});

describe("a page of VuePress", () => {
  const found = page("vuepress");

  test("is its text, with code inside of its lists", () => {
    assert.equal(found.title, "Deploying");
    assert.equal(kinds(found), "hint hint heading-2 list-ordered");
    assert.match(
      found.markdown,
      /1\. Set the correct `base`:\n\n {3}```sh\n {3}# abort on errors\n {3}set -e\n {3}```\n/,
    );
  });

  test("has its navigation without headings of the page itself", () => {
    assert.deepEqual(lines(found.navigation), [
      "Guide",
      "  Introduction (/guide/)",
      "  Deploying (/guide/deploy.html)",
    ]);
  });
});

describe("a page of Docsy", () => {
  const found = page("docsy");

  test("is its text, with tabs where their labels stand", () => {
    assert.equal(found.title, "Concepts");
    assert.equal(kinds(found), "paragraph hint hint heading-2 tabs paragraph");
    assert.match(found.markdown, /{% tab title="YAML" %}\n```yaml\nkind: Node\nname: a\n```\n{% endtab %}/);
    assert.match(found.markdown, /{% endtabs %}\n\nAfter\.\n$/);
  });

  test("has its navigation", () => {
    assert.deepEqual(lines(found.navigation), [
      "Documentation (/docs/)",
      "  Concepts (/docs/concepts/)",
      "  Tasks (/docs/tasks/)",
    ]);
  });
});

describe("a page of mdBook", () => {
  const found = page("mdbook");

  test("has the title of its chapter, and not of its book", () => {
    assert.equal(found.title, "Ownership");
    assert.equal(
      found.markdown,
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

  test("has parts in its navigation, and sections below their chapters", () => {
    assert.deepEqual(lines(found.navigation), [
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

test("a page of just-the-docs is its text and its navigation", () => {
  const found = page("just-the-docs");
  assert.equal(found.title, "Buttons");
  assert.equal(kinds(found), "heading-2 hint hint code table");
  assert.match(found.markdown, /```ruby\ndef a\nend\n```/);
  assert.deepEqual(lines(found.navigation), ["Home (/)", "UI (/docs/ui)", "  Buttons (/docs/ui/buttons)"]);
});

test("a page of GitBook is its text and its navigation, without the pages before and behind", () => {
  const found = page("gitbook");
  assert.equal(found.title, "Editor");
  assert.equal(kinds(found), "paragraph paragraph heading-2 list-unordered code");
  assert.match(found.markdown, /{% code title="main\.ts" %}\n```\nlet a;\na = 1;\n```\n{% endcode %}\n$/);
  assert.deepEqual(lines(found.navigation), [
    "Welcome (/)",
    "Creating content",
    "  Editor (/editor)",
    "    Blocks (/editor/blocks)",
  ]);
});

test("a page of Nextra is its text and its navigation, without the pages before and behind", () => {
  const found = page("nextra");
  assert.equal(found.title, "Routing");
  assert.equal(kinds(found), "paragraph hint heading-2 code");
  assert.match(found.markdown, /{% hint style="warning" %}\nMind the names\.\n{% endhint %}/);
  assert.deepEqual(lines(found.navigation), [
    "Introduction (/docs)",
    "Guide",
    "  Routing (/docs/routing)",
    "  Data (/docs/data)",
  ]);
});

test("a page of Mintlify is its text and its navigation", () => {
  const found = page("mintlify");
  assert.equal(found.title, "Quickstart");
  assert.equal(kinds(found), "paragraph hint heading-2 list-ordered code");
  assert.match(found.markdown, /^Go fast\n\n{% hint style="warning" %}\nKeys are secret\./);
  assert.deepEqual(lines(found.navigation), [
    "Get Started",
    "  Introduction (/introduction)",
    "  Quickstart (/quickstart)",
    "API",
    "  List things (/api/list)",
  ]);
});

test("a page of Starlight is its text and its navigation", () => {
  const found = page("starlight");
  assert.equal(found.title, "Customize");
  assert.equal(kinds(found), "paragraph hint hint heading-2 tabs code");
  assert.match(found.markdown, /{% hint style="success" %}\n\*\*Did you know\?\*\*\n\nYes\./);
  assert.match(found.markdown, /{% tab title="npm" %}\n```sh\nnpm i acme\n\nnpm run dev\n```\n{% endtab %}/);
  assert.match(found.markdown, /{% code title="astro\.config\.mjs" %}\n```js\na\n {2}b\n```/);
  assert.deepEqual(lines(found.navigation), [
    "Start",
    "  Getting Started (/start/)",
    "  Customize (/customize/)",
    "FAQ (/faq/)",
  ]);
});

test("a page that Confluence exported is its text, and its links still lead to its headings", () => {
  const found = page("confluence");
  assert.equal(found.title, "Release process");
  assert.equal(kinds(found), "paragraph heading-2 paragraph hint hint hint code table images expandable");
  assert.match(found.markdown, /## Steps <a href="#releaseprocess-steps" id="releaseprocess-steps"><\/a>/);
  assert.match(
    found.markdown,
    /\[the checklist\]\(Checklist_2\.html\) and \[above\]\(#releaseprocess-steps\)/,
  );
  assert.match(found.markdown, /{% hint style="warning" %}\n\*\*Freeze\*\*\n\nNo merges\./);
  assert.match(found.markdown, /{% hint style="danger" %}\nNever\./);
  assert.match(found.markdown, /{% code title="Release\.java" %}\n```java\nclass Release {\n}\n```/);
  assert.match(found.markdown, /<tr><td>Ann<\/td><td><ul><li>Tag<\/li><li>Build<\/li><\/ul><\/td><\/tr>/);
});

test("a page that Notion exported is its text, with its lists in one piece", () => {
  const found = page("notion");
  assert.equal(found.title, "Onboarding");
  assert.equal(
    kinds(found),
    "heading-2 paragraph list-unordered list-ordered list-tasks expandable hint images code math table embed blockquote",
  );
  assert.match(found.markdown, /^## First day\n/);
  assert.match(
    found.markdown,
    /- Laptop\n {2}- Charger\n- Badge\n\n1\. One\n2\. Two\n\n- \[x\] Sign\n- \[ \] Return\n/,
  );
  assert.match(found.markdown, /{% hint style="warning" %}\nKeep it safe\.\n{% endhint %}/);
});

test("a document that Google exported has its marks, its levels of lists and its addresses", () => {
  const found = page("google-docs", "all");
  assert.equal(found.title, "Project plan");
  assert.equal(
    found.markdown,
    `We have **one** goal, _really_, and \`make all\`~~never~~. See [the plan](https://acme.test/plan?a=1)[^1]

## Steps

- One
  - Nested
- Two

![](images/image1.png)

| | |
| - | - |
| A | B |

[^1]: It changes.
`,
  );
});
