import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { collectLinks } from "./document-links.ts";
import { documentFromMarkdown } from "./markdown.ts";
import { destinationOf } from "./model/references.ts";
import { findNode } from "./model/tree.ts";

/** The links of a text, each as `kind destination`. A star marks an embedded target. */
function linksIn(markdown: string): string[] {
  return collectLinks(documentFromMarkdown(markdown)).links.map(
    ({ ref, relation }) => `${relation === "dependsOn" ? "*" : ""}${ref.kind} ${destinationOf(ref)}`,
  );
}

function assertLinks(...cases: readonly (readonly [markdown: string, links: string])[]): void {
  for (const [markdown, links] of cases)
    assert.deepEqual(linksIn(markdown), links === "" ? [] : links.split(", "), markdown);
}

describe("collectLinks", () => {
  test("finds links in text at any position", () => {
    const places = [
      "[x](/pages/p)",
      "# A [x](/pages/p)",
      "[x](/pages/p)\n===",
      "> * 1. [x](/pages/p)",
      "- [ ] [x](/pages/p)",
      "| a |\n| - |\n| [x](/pages/p) |",
      "a[^1]\n\n[^1]: b [x](/pages/p)",
      '{% hint style="info" %}\n[x](/pages/p)\n{% endhint %}',
      '{% tabs %}\n{% tab title="a" %}\n[x](/pages/p)\n{% endtab %}\n{% endtabs %}',
      "{% stepper %}\n{% step %}\n[x](/pages/p)\n{% endstep %}\n{% endstepper %}",
      "{% columns %}\n{% column %}\n[x](/pages/p)\n{% endcolumn %}\n{% endcolumns %}",
      "{% if visitor.claims.a %}\n[x](/pages/p)\n{% endif %}",
      '<details>\n<summary><a href="/pages/p">x</a></summary>\n\na\n\n</details>',
      "<details>\n<summary>a</summary>\n\n[x](/pages/p)\n\n</details>",
      '<table><tbody><tr><td><p><a href="/pages/p">x</a></p></td></tr></tbody></table>',
    ];
    for (const markdown of places) assert.deepEqual(linksIn(markdown), ["page /pages/p"], markdown);
  });

  test("finds links in every syntax", () => {
    assertLinks(
      ["[**a** *b*](/pages/p 'title')", "page /pages/p"],
      ["[a][r] [r][] [r]\n\n[r]: /pages/p", "page /pages/p, page /pages/p, page /pages/p"],
      ["<a href='/pages/p'>a</a>", "page /pages/p"],
      ['<a href="/pages/p" class="button primary">Go</a>', "page /pages/p"],
      ['<a class="button primary">Go</a> <button class="button primary" data-action="ask">Ask</button>', ""],
      [
        '{% updates %}\n{% update date="2026-04-22" %}\n[a](/pages/p)\n{% endupdate %}\n{% endupdates %}',
        "page /pages/p",
      ],
      ["<https://a.example> https://b.example", "url https://a.example, url https://b.example"],
      ["<a@b.example>", "url mailto:a@b.example"],
      ['{% content-ref url="/pages/p" %}\n[p](/pages/p)\n{% endcontent-ref %}', "page /pages/p"],
      ["[a](/pages/p#b%20c) [d](#e)", "anchor /pages/p#b%20c, anchor #e"],
      ["[a](/spaces/s) [b](/spaces/s/pages/p)", "space /spaces/s, page /spaces/s/pages/p"],
      ["[a](/users/u) [b](/collections/c)", "user /users/u, collection /collections/c"],
      ["[a](javascript:b) [c](missing.md)", "url javascript:b, url missing.md"],
    );
  });

  test("distinguishes embedded targets from linked ones", () => {
    assertLinks(
      ["![a](/files/f)", "*file /files/f"],
      ["a ![b](https://c.example/d.png) [e](/files/f)", "*url https://c.example/d.png, file /files/f"],
      ["a [![b](/files/f)](/pages/p)", "page /pages/p, *file /files/f"],
      [
        '<figure><picture><source srcset="/files/d" media="(prefers-color-scheme: dark)"><img src="/files/l"></picture><figcaption><p>a <a href="/pages/p">b</a></p></figcaption></figure>',
        "*file /files/l, *file /files/d, page /pages/p",
      ],
      ['{% file src="/files/f" %}\na [b](/pages/p)\n{% endfile %}', "*file /files/f, page /pages/p"],
      [
        '{% embed url="https://a.example" %}\nb [c](/pages/p)\n{% endembed %}',
        "*url https://a.example, page /pages/p",
      ],
      ['{% include "/reusable-contents/r" %}', "*reusable-content /reusable-contents/r"],
      ['{% openapi src="/files/f" path="/" method="get" %}\n{% endopenapi %}', "*file /files/f"],
      ['{% openapi-operation spec="s" path="/" method="get" %}', "*openapi /openapi/s"],
      ['{% @a/b url="https://c.example" %}', "*url https://c.example"],
      ['<img src="/files/f" class="gitbook-drawing">', "*file /files/f"],
    );
  });

  test("finds the targets and the covers of cards", () => {
    const head =
      '<th>a</th><th data-card-target data-type="content-ref">b</th><th data-card-cover data-type="files">c</th><th data-type="users">d</th>';
    const cells =
      '<td><a href="/pages/p">a</a></td><td><a href="/pages/q">b</a></td><td><a href="/files/f">c</a></td><td><a href="/users/u">d</a></td>';
    const table = `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody><tr>${cells}</tr></tbody></table>`;
    assert.deepEqual(linksIn(table).sort(), [
      "*file /files/f",
      "page /pages/p",
      "page /pages/q",
      "user /users/u",
    ]);
  });

  test("finds nothing in code, formulas, comments and text that resembles a link", () => {
    for (const markdown of [
      "`[x](/pages/p)`",
      "```\n[x](/pages/p)\n```",
      "    [x](/pages/p)",
      "<pre><code>[x](/pages/p)</code></pre>",
      "<!-- [x](/pages/p) -->",
      "$$[x](/pages/p)$$",
      "\\[x](/pages/p)",
      "[x][unknown]",
      "[unused]: /pages/p",
      '{% @a/b content="[x](/pages/p)" %}',
    ])
      assert.deepEqual(linksIn(markdown), [], markdown);
  });

  test("returns the key of the block of each link", () => {
    const document = documentFromMarkdown(
      'One\n\n* two [x](/pages/p)\n\n{% hint style="info" %}\n![i](/files/f)\n{% endhint %}',
    );
    const nodes = collectLinks(document).links.map(({ node = "" }) => findNode(document, node));
    assert.deepEqual(
      nodes.map((node) => node !== undefined && "type" in node && node.type),
      ["paragraph", "image"],
    );
  });

  test("returns the anchors of headings and expandables, and whether the document depends on variables", () => {
    const found = collectLinks(
      documentFromMarkdown(
        '# A\n\n## A\n\n> ### Über *b*\n\n## C <a href="#own" id="own"></a>\n\n<details>\n<summary>s</summary>\n\n## D\n\n</details>',
      ),
    );
    assert.deepEqual(found.links, []);
    assert.deepEqual(found.anchors, ["a", "a-1", "uber-b", "own", "s", "d"]);
    assert.equal(found.varies, false);
    for (const markdown of ["{% if a %}\nb\n{% endif %}", 'a <code class="expression">space.vars.b</code>'])
      assert.equal(collectLinks(documentFromMarkdown(markdown)).varies, true);
  });
});

describe("the conditions of links", () => {
  /** Each link with the conditions of the part that it is in, from the outside. A dash is a condition that is never met. */
  function conditionsIn(markdown: string, stored: Parameters<typeof collectLinks>[1] = []): string[] {
    const { links, conditions } = collectLinks(documentFromMarkdown(markdown), stored);
    const pathOf = (index: number | undefined): string[] => {
      const condition = index === undefined ? undefined : conditions[index];
      return condition === undefined ? [] : [...pathOf(condition.within), condition.expression ?? "-"];
    };
    return links.map(({ ref, condition }) => [...pathOf(condition), destinationOf(ref)].join(" > "));
  }

  test("are those of all enclosing blocks", () => {
    const text =
      "[a](/files/a)\n\n{% if x %}\n[b](/files/b)\n\n> {% if y %}\n> - [c](/files/c)\n> {% endif %}\n{% endif %}\n\n" +
      "{% if z %}\nNo link.\n{% endif %}\n\nIn text {% if x %} [d](/files/d) {% endif %}\n\n[e](/files/e)\n";
    assert.deepEqual(conditionsIn(text), [
      "/files/a",
      "x > /files/b",
      "x > y > /files/c",
      "- > /files/d",
      "/files/e",
    ]);
  });

  test("are unknown for links that are read as text", () => {
    const stored = [{ isInPlainText: true, written: "f", ref: { kind: "file", file: "f" } as const }];
    const tabs = '{% tabs %}\n{% tab title="![](f)" %}\na\n{% endtab %}\n{% endtabs %}\n';
    assert.deepEqual(conditionsIn(tabs, stored), ["/files/f"]);
    assert.deepEqual(conditionsIn(`${tabs}\n{% if x %}\nb\n{% endif %}\n`, stored), ["- > /files/f"]);
  });
});
