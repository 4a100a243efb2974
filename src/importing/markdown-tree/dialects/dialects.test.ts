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

  test("earlier tags of GitBook become links, tabs, and lists of parameters", () => {
    assertNormalized('{% page-ref page="../a.md" %}\n', '{% content-ref url="../a.md" %}\n');
    assertNormalized(
      '{% code-tabs %}\n{% code-tabs-item title="a.js" %}\n```\n{% page-ref page="x" %}\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}',
      '{% tabs %}\n{% tab title="a.js" %}\n```\n{% page-ref page="x" %}\n```\n{% endtab %}\n{% endtabs %}',
    );
    assertNormalized(
      [
        '{% api-method method="get" host="https://a.example" path="/v1/:id" %}',
        "{% api-method-summary %}\nGet it\n{% endapi-method-summary %}",
        "{% api-method-description %}\nWords\n{% endapi-method-description %}",
        "{% api-method-spec %}\n{% api-method-request %}\n{% api-method-path-parameters %}",
        '{% api-method-parameter name="app\\_id" type="string" required=true %}\nWhich\n\none\n{% endapi-method-parameter %}',
        "{% endapi-method-path-parameters %}\n{% endapi-method-request %}\n{% api-method-response %}",
        "{% api-method-response-example httpCode=200 %}\n```\nok\n```\n{% endapi-method-response-example %}",
        "{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}\nAfter",
      ].join("\n"),
      [
        "## Get it\n\n`GET` `https://a.example/v1/:id`\n\nWords\n\n#### Path parameters\n",
        "* `app_id`, string, required\n\n  Which\n\n  one",
        '{% tabs %}\n{% tab title="200" %}\n```\nok\n```\n{% endtab %}\n{% endtabs %}\nAfter',
      ].join("\n"),
    );
    assertNormalized(
      [
        '{% swagger method="post" path="/b" baseUrl="https://a.example" summary="Send it" %}',
        "{% swagger-description %}\nWords\n{% endswagger-description %}",
        '{% swagger-parameter in="body" name="c" %}\nWhich\n{% endswagger-parameter %}',
        '{% swagger-response status="200: OK" description="Sent" %}\n{% endswagger-response %}',
        '{% swagger-response status="400" %}\n{% endswagger-response %}',
        "{% endswagger %}",
      ].join("\n"),
      [
        "## Send it\n\n`POST` `https://a.example/b`\n\nWords\n\n#### Request body\n\n* `c`\n\n  Which",
        '{% tabs %}\n{% tab title="200: OK" %}\nSent\n\n{% endtab %}\n{% tab title="400" %}\n{% endtab %}\n{% endtabs %}',
      ].join("\n"),
    );
    assertNormalized('{% swagger src="a.json" path="/a" method="get" %}\n[a](a.json)\n{% endswagger %}');
    assertNormalized("{% swagger-description %}\na\n{% endswagger-description %}");
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
