import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { blockTypesOf, navigationLines, readSample } from "./sample-pages/read-sample.ts";

describe("a page of Docusaurus", () => {
  const page = readSample("docusaurus");

  test("is read without navigation and buttons", () => {
    assert.equal(
      page.markdown,
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
    assert.equal(blockTypesOf(page), "paragraph hint hint heading-2 tabs heading-3 code expandable images");
  });

  test("has its title, description and canonical URL", () => {
    assert.equal(page.title, "Installation");
    assert.equal(page.description, "How to install Acme.");
    assert.equal(page.canonical, "https://docs.acme.test/docs/install");
  });

  test("has the navigation of its sidebar, without the links of its footer", () => {
    assert.deepEqual(navigationLines(page.navigation), [
      "Introduction (/docs/intro)",
      "Getting started (/docs/category/getting-started)",
      "  Installation (/docs/install)",
      "  Configuration (/docs/configure)",
      "Guides (/docs/category/guides)",
    ]);
  });
});

describe("a page of MkDocs", () => {
  const page = readSample("mkdocs-material");

  test("is read with footnotes, formulas, and code without line numbers", () => {
    assert.equal(page.title, "Writing pages");
    assert.equal(
      page.markdown,
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

<kbd>Ctrl</kbd>+<kbd>C</kbd> <mark>marked</mark> H<sub>2</sub>O ~~gone~~

[^1]: By John Gruber.
`,
    );
    assert.equal(
      blockTypesOf(page),
      "paragraph hint expandable heading-2 code tabs list-tasks paragraph math paragraph paragraph paragraph",
    );
  });

  test("has its navigation once, without the table of contents of the page", () => {
    assert.deepEqual(navigationLines(page.navigation), [
      "Home (..)",
      "Guide",
      "  Writing pages (./)",
      "  Publishing (../publish/)",
    ]);
  });
});

describe("a page of Sphinx", () => {
  const page = readSample("sphinx-rtd");

  test("is read with captions, tabs and API documentation", () => {
    assert.equal(page.title, "Quick start");
    assert.equal(
      page.markdown,
      `Call [\`acme.run()\`](api.html#acme.run) once [^1].

{% hint style="info" %}
**See also**

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
      blockTypesOf(page),
      "paragraph hint paragraph heading-2 code code tabs images paragraph table paragraph paragraph math",
    );
  });

  test("has a navigation with captions and the page itself", () => {
    assert.deepEqual(navigationLines(page.navigation), [
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
  const page = readSample("vitepress");

  test("is read with a code group as tabs", () => {
    assert.equal(page.title, "Getting Started");
    assert.equal(blockTypesOf(page), "hint hint expandable heading-2 tabs code table");
    assert.match(page.markdown, /^{% hint style="success" %}\nTry it \[online\]\(https:\/\/acme\.new\)\./);
    assert.match(page.markdown, /{% hint style="warning" %}\n\*\*Mind the gap\*\*\n\nIt is there\./);
    assert.match(page.markdown, /{% tab title="pnpm" %}\n```sh\n\$ pnpm add acme\n```\n{% endtab %}/);
    assert.match(page.markdown, /```js\nexport default {\n {2}title: '{{ site }}'\n\n}\n```/);
    assert.match(page.markdown, /\| Key \| Size \|\n\| - \| -: \|\n/);
    assert.doesNotMatch(page.markdown, /Copy|Edit|Previous|On this page/);
  });

  test("has a navigation that is not a list", () => {
    assert.deepEqual(navigationLines(page.navigation), [
      "Welcome (/)",
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
