import { applyChanges, type Change } from "../../content/changes/index.ts";
import { type Content, emptyContent, inMemoryNodes, openDraft } from "../../content/index.ts";
import { newId } from "../../platform/index.ts";

const welcome = `This is your new documentation. Everything on these pages is an example: change it, or delete it.

{% hint style="info" %}
Readers see these pages only after the site is published.
{% endhint %}

## What to do first

{% stepper %}
{% step %}
### Say what this is about

Rewrite this page: say in two sentences what readers find here and who it is for.
{% endstep %}

{% step %}
### Add a page for each question

Readers come with questions. A page that answers one of them well is worth more than a page about everything.
{% endstep %}

{% step %}
### Publish

When it reads well, publish the site and send its link to a first reader.
{% endstep %}
{% endstepper %}
`;

const quickstart = `The shortest way from nothing to something that works. Keep it under five minutes.

1. **Install.** One command, if you can:

   \`\`\`bash
   npm install your-product
   \`\`\`
2. **Use it.** The smallest example that does something useful.
3. **See the result.** Show what a reader should see now, so that they know that it worked.
`;

const writing = `Pages are written in Markdown, with some additional blocks.

{% tabs %}
{% tab title="Lists" %}
* A point
* Another point
{% endtab %}

{% tab title="Code" %}
\`\`\`js
console.log("Hello, reader");
\`\`\`
{% endtab %}
{% endtabs %}

| Block | Good for |
| --- | --- |
| Hint | Information that must not be missed |
| Tabs | The same thing in several languages |
| Stepper | Steps to follow in order |

<details>

<summary>What goes in here?</summary>

Details that only some readers need.

</details>
`;

const reviewing = `Changes can be made in a change request, reviewed by others, and merged when everyone agrees.

* Open a change request and edit pages in it: readers do not see these changes yet.
* Ask someone for a review. They comment, and approve or ask for changes.
* Merge it. The published site shows the new text at once.
`;

const pages: readonly Change[] = [
  { operation: "insert_page", title: "Welcome", emoji: "👋", document: { markdown: welcome } },
  { operation: "insert_page", type: "group", title: "Getting started", ref: "start" },
  { operation: "insert_page", title: "Quickstart", into: "start", document: { markdown: quickstart } },
  { operation: "insert_page", type: "group", title: "Working on the documentation", ref: "work" },
  { operation: "insert_page", title: "Writing", into: "work", document: { markdown: writing } },
  { operation: "insert_page", title: "Reviewing changes", into: "work", document: { markdown: reviewing } },
];

/** Example pages for a new site. */
export async function sampleContent(now: string): Promise<Content> {
  const base = emptyContent(inMemoryNodes());
  const draft = openDraft(base);
  await applyChanges(base, draft, pages, { now, newId, revision: async () => undefined });
  return draft;
}
