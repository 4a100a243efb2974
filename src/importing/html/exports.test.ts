import assert from "node:assert/strict";
import { test } from "node:test";
import { blockTypesOf, readSample } from "./sample-pages/read-sample.ts";

test("a page exported from Confluence keeps its links to headings", () => {
  const page = readSample("confluence");
  assert.equal(page.title, "Release process");
  assert.equal(
    blockTypesOf(page),
    "paragraph heading-2 paragraph hint hint hint code table images expandable",
  );
  assert.match(page.markdown, /## Steps <a href="#releaseprocess-steps" id="releaseprocess-steps"><\/a>/);
  assert.match(
    page.markdown,
    /\[the checklist\]\(Checklist_2\.html\) and \[above\]\(#releaseprocess-steps\)/,
  );
  assert.match(page.markdown, /{% hint style="warning" %}\n\*\*Freeze\*\*\n\nNo merges\./);
  assert.match(page.markdown, /{% hint style="danger" %}\nNever\./);
  assert.match(page.markdown, /{% code title="Release\.java" %}\n```java\nclass Release {\n}\n```/);
  assert.match(page.markdown, /<tr><td>Ann<\/td><td><ul><li>Tag<\/li><li>Build<\/li><\/ul><\/td><\/tr>/);
});

test("a page exported from Notion has joined lists", () => {
  const page = readSample("notion");
  assert.equal(page.title, "Onboarding");
  assert.equal(
    blockTypesOf(page),
    "heading-2 paragraph list-unordered list-ordered list-tasks expandable hint images code math table embed blockquote",
  );
  assert.match(page.markdown, /^## First day\n/);
  assert.match(
    page.markdown,
    /- Laptop\n {2}- Charger\n- Badge\n\n1\. One\n2\. Two\n\n- \[x\] Sign\n- \[ \] Return\n/,
  );
  assert.match(page.markdown, /{% hint style="warning" %}\nKeep it safe\.\n{% endhint %}/);
});

test("a document exported from Google Docs has formatting, nested lists and the original links", () => {
  const page = readSample("google-docs", "all");
  assert.equal(page.title, "Project plan");
  assert.equal(
    page.markdown,
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
