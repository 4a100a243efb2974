import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { TestContent } from "../../../test/support/content.ts";
import { findProblems } from "./find-problems.ts";

const content = new TestContent();
const spaceId = "space";
const readDocumentLinks = async () => new Map();

async function problemsIn(markdown: string, origin?: string) {
  return findProblems({ content: await content.open(), spaceId, readDocumentLinks }, origin, markdown);
}

/** The marked texts with the codes of their problems: `code: text`. */
async function marked(markdown: string, origin?: string): Promise<string[]> {
  const lines = markdown.split("\n");
  return (await problemsIn(markdown, origin)).map(
    ({ code, line, column, length }) =>
      `${code}: ${(lines[line - 1] ?? "").slice(column - 1, column - 1 + length)}`,
  );
}

const corpus = globSync("test/corpus/**/*.md").filter((path) => !/\/(?:odd|imported)\//.test(path));

describe("the mistakes in Markdown", () => {
  test("are not found in well-written documents", async () => {
    assert.ok(corpus.length > 50);
    for (const path of corpus) {
      const found = await problemsIn(readFileSync(path, "utf8"));
      const others = found.filter(({ code }) => code !== "broken-reference");
      assert.deepEqual(others, [], path);
    }
  });

  test("are tags that are not closed, not open, unknown, or not at the start of a line", async () => {
    assert.deepEqual(await marked('Text\n\n{% hint style="info" %}\nText\n'), [
      'unclosed-tag: {% hint style="info" %}',
    ]);
    assert.deepEqual(await marked("{% endhint %}\n\n</details>\n"), [
      "unopened-tag: {% endhint %}",
      "unopened-tag: </details>",
    ]);
    assert.deepEqual(await marked("{% hint %}\n{% hint %}\na\n{% endhint %}\n"), [
      "unclosed-tag: {% hint %}",
    ]);
    assert.deepEqual(await marked("{% hnit %}\na\n{% endhnit %}\n"), [
      "unknown-tag: {% hnit %}",
      "unknown-tag: {% endhnit %}",
    ]);
    assert.match((await problemsIn("{% hnit %}"))[0]?.message ?? "", /^Write `hint` instead of `hnit`/);
    assert.deepEqual(await marked('Some {% embed url="https://a.example" %} text'), [
      'misplaced-tag: {% embed url="https://a.example" %}',
    ]);
    assert.deepEqual(await marked("> - {% hint\n"), ["tag-syntax: {% hint"]);
    assert.deepEqual(await marked("<details>\n\na\n"), ["unclosed-tag: <details>"]);
    assert.deepEqual(await marked("{% else %}"), ["unknown-tag: {% else %}"]);
    assert.deepEqual(await marked("{% if visitor.claims.a %}\na\n{% else %}\nb\n{% endif %}"), []);
  });

  test("are wrong attributes, places and content of tags", async () => {
    const cases = {
      '{% hint style="blue" %}\na\n{% endhint %}': "attribute-value",
      '{% hint color="blue" %}\na\n{% endhint %}': "unknown-attribute",
      "{% hint info %}\na\n{% endhint %}": "unknown-attribute",
      '{% hint "info" %}\na\n{% endhint %}': "tag-syntax",
      "{% embed %}": "missing-attribute",
      "{% include a.md %}": "missing-attribute",
      '{% tab title="a" %}\na\n{% endtab %}': "misplaced-tag",
      "{% tabs %}\n{% tab %}\na\n{% endtab %}\n{% endtabs %}": "missing-attribute",
      '{% tabs %}\nText\n{% tab title="a" %}\na\n{% endtab %}\n{% endtabs %}': "tag-content",
      "{% stepper %}\na\n{% endstepper %}": "tag-content",
      "{% code %}\ntext\n{% endcode %}": "tag-content",
      "{% if %}\na\n{% endif %}": "invalid-expression",
      "{% if visitor. %}\na\n{% endif %}": "invalid-expression",
      '{% update date="yesterday" %}\na\n{% endupdate %}': "attribute-value",
      '{% openapi-operation spec="a" path="/b" %}': "missing-attribute",
    };
    for (const [markdown, code] of Object.entries(cases))
      assert.deepEqual(
        (await problemsIn(markdown)).map((problem) => problem.code),
        [code],
        markdown,
      );
  });

  test("are not in code, and not escaped", async () => {
    const markdown =
      "`{% hnit %}` and ``{% a ` %}`` and \\{% b %}\n\n```\n{% hint %}\n```\n\n    {% hint %}\n";
    assert.deepEqual(await marked(markdown), []);
  });

  test("are rows and elements of tables", async () => {
    assert.deepEqual(await marked("| a | b |\n|---|\n| 1 | 2 |\n"), ["table-cells: |---|"]);
    assert.deepEqual(await marked("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n"), ["table-cells: | 1 | 2 | 3 |"]);
    const html =
      '<table><thead><tr><th data-type="colour">A</th></tr></thead><tbody><tr><td>1</tr></tbody></table>';
    assert.deepEqual(
      (await problemsIn(html)).map(({ message }) => message.split(":")[0]?.split(" of ")[0]),
      ["End each `<td>` with `</td>`", "Change the type `colour`"],
    );
  });

  test("are references to pages, files, headings and content that do not exist", async () => {
    const page = await content.page("Guide");
    const markdown = [
      "---\ntitle: A\n---\n",
      "# Head\n",
      "[a](guide.md) [b](gone.md) ![c](/files/gone)",
      "[d](#head) [e](#tail) [f](https://example.com)",
      '{% include "/reusable-contents/gone" %}',
    ].join("\n");
    assert.deepEqual(await marked(markdown, page), [
      "broken-reference: gone.md",
      "broken-reference: /files/gone",
      "broken-reference: #tail",
      "broken-reference: /reusable-contents/gone",
    ]);
    assert.deepEqual(
      (await problemsIn(markdown, page)).map(({ line, column }) => [line, column]),
      [
        [7, 19],
        [7, 33],
        [8, 16],
        [9, 13],
      ],
    );
  });

  test("are in front matter", async () => {
    assert.deepEqual(await marked("---\na: [\n---\n"), ["front-matter: ---"]);
    assert.match((await problemsIn("---\nemoji: abc\n---\n"))[0]?.message ?? "", /emoji/);
    assert.deepEqual(await marked("---\ntitle: A\n---\n\n{% hnit %}"), ["unknown-tag: {% hnit %}"]);
  });

  test("are found in time that grows with the text", async () => {
    for (const line of ["{% hint %}\n", "{% a `` ", "[a](b.md) ", "<details>\n", "| a | b |\n|---|\n"]) {
      const started = performance.now();
      await problemsIn(line.repeat(Math.ceil(200_000 / line.length)));
      assert.ok(performance.now() - started < 8000, line);
    }
  });
});
