import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readPage } from "../read-pages.ts";
import { normalizeDialect } from "./normalize-dialect.ts";

const hint = (style: string, text: string) => `{% hint style="${style}" %}\n${text}\n{% endhint %}`;

describe("Markdown dialects", () => {
  const assertNormalized = (text: string, expected = text) =>
    assert.equal(normalizeDialect("a.md", text), expected);

  test("GitHub alerts become hints", () => {
    assertNormalized("A\n\n> [!NOTE]\n> B\n>\n> - C\n\nD\n", `A\n\n${hint("info", "B\n\n- C")}\n\nD\n`);
    assertNormalized("> [!warning] Look here\n> B", hint("warning", "**Look here**\n\nB"));
    assertNormalized(
      "> [!NOTE]\n> A\n> > [!TIP]\n> > B\n",
      `${hint("info", `A\n${hint("success", "B")}`)}\n`,
    );
    assertNormalized(
      "- a\n\n  > [!CAUTION]\n  > b\n",
      `- a\n\n  {% hint style="warning" %}\n  b\n  {% endhint %}\n`,
    );
    assertNormalized("> [!NOPE]\n> a");
    assertNormalized("```\n> [!NOTE]\n> a\n```\n");
  });

  test("containers between colons become hints", () => {
    assertNormalized(":::tip[A title]\n\nB\n\n:::\n", `${hint("success", "**A title**\n\n\nB\n")}\n`);
    assertNormalized("::: danger STOP\nA\n:::", hint("danger", "**STOP**\n\nA"));
    assertNormalized("::::note\n:::tip\nA\n:::\n::::", hint("info", hint("success", "A")));
    assertNormalized(":::warning Warning\n```\n:::\n```\n:::", hint("warning", "```\n:::\n```"));
    assertNormalized("::: details More\nA\n:::", "<details>\n\n<summary>More</summary>\n\nA\n\n</details>");
    assertNormalized("::: code-group\nA\n:::\n");
    assertNormalized(":::note\nA", hint("info", "A"));
  });

  test("MkDocs admonitions become hints", () => {
    assertNormalized(
      'A\n\n!!! note "T"\n\n    B\n\n        code\n\nC',
      `A\n\n${hint("info", "**T**\n\n\nB\n\n    code")}\n\nC`,
    );
    assertNormalized(
      "!!! danger\n    A\n    !!! tip\n        B\n",
      `${hint("danger", `A\n${hint("success", "B")}`)}\n`,
    );
    assertNormalized('??? note "T"\n    A', "<details>\n\n<summary>T</summary>\n\nA\n\n</details>");
    assertNormalized("!!! what\n    A");
  });

  test("heading ids become anchor tags", () => {
    assertNormalized(
      "## A b {#my-id}\n## C {: #x }\n",
      '## A b <a href="#my-id" id="my-id"></a>\n## C <a href="#x" id="x"></a>\n',
    );
    assertNormalized("Text {#no}\n```\n## A {#no}\n```\n");
  });

  test("TOML front matter becomes YAML", async () => {
    const toml =
      "+++\ntitle = \"A \\\"b\\\"\" # so\nweight = 3\ndraft = true\nslug = 'c'\ndate = 2020-01-01\n[menu]\ntitle = 'no'\n+++\nText";
    const { title, position, slug, markdown } = await readPage("a.md", toml);
    assert.deepEqual([title, position, slug], ['A "b"', 3, "c"]);
    assert.equal(markdown, '---\ntitle: A "b"\nweight: 3\nhidden: true\n---\nText');
    assertNormalized("+++\nText");
  });

  test("MDX comments are removed, and tabs converted", () => {
    const mdx = `import Tabs from '@theme/Tabs';

A {/* b */}c

{/* d
e */}
<Tabs groupId="os">
  <TabItem value="a" label="Apple" default>

  Text

  \`\`\`
  code {/* kept */}
  \`\`\`

  </TabItem>
  <TabItem value="b">B</TabItem>
</Tabs>
`;
    assert.equal(
      normalizeDialect("a.mdx", mdx),
      `A c

{% tabs %}
{% tab title="Apple" %}

Text

\`\`\`
code {/* kept */}
\`\`\`

{% endtab %}
{% tab title="b" %}
B
{% endtab %}
{% endtabs %}
`,
    );
    assert.equal(
      normalizeDialect("a.mdx", "<Tabs>\n<TabItem\n  label='a'>\n</TabItem>"),
      "<Tabs>\n<TabItem\n  label='a'>\n</TabItem>",
    );
  });
});
