import assert from "node:assert/strict";
import { test } from "node:test";
import { kindsOf, readSample } from "./sample-pages/read-sample.ts";

test("a page exported from Confluence keeps its links to headings", () => {
  const found = readSample("confluence");
  assert.equal(found.title, "Release process");
  assert.equal(kindsOf(found), "paragraph heading-2 paragraph hint hint hint code table images expandable");
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

test("the lists of a page exported from Notion are joined", () => {
  const found = readSample("notion");
  assert.equal(found.title, "Onboarding");
  assert.equal(
    kindsOf(found),
    "heading-2 paragraph list-unordered list-ordered list-tasks expandable hint images code math table embed blockquote",
  );
  assert.match(found.markdown, /^## First day\n/);
  assert.match(
    found.markdown,
    /- Laptop\n {2}- Charger\n- Badge\n\n1\. One\n2\. Two\n\n- \[x\] Sign\n- \[ \] Return\n/,
  );
  assert.match(found.markdown, /{% hint style="warning" %}\nKeep it safe\.\n{% endhint %}/);
});

test("a document exported from Google Docs has formatting, nested lists and the original links", () => {
  const found = readSample("google-docs", "all");
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
