import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type Reply } from "../../../test/support/app.ts";

describeOnEachDatabase("a page as HTML for writers", (suite) => {
  const markdown = (text: string) => ({ document: { markdown: text } });
  const read = (path: string, person: Person = suite.app.admin): Promise<Reply["body"]> =>
    suite.app.ok(person, `GET ${path}/html`);

  test("has its attributes, its ancestors, its outline, and a document without style attributes", async () => {
    const { app } = suite;
    const space = await app.space();
    const parent = await app.page(space.path, "Parent");
    const page = await app.page(space.path, "Child", {
      into: parent,
      description: "About it",
      emoji: "1f4da",
      hidden: true,
      ...markdown(
        '## One\n\nText **bold**\n\n## Two\n\n<img src="/files/none" width="100">\n\n$$\\color{red}x$$',
      ),
    });
    const body = await read(`${space.path}/content/page/${page}`);
    assert.deepEqual(
      [body.object, body.title, body.description, body.hidden, body.type],
      ["page-html", "Child", "About it", true, "document"],
    );
    assert.deepEqual(body.ancestors, [{ id: parent, title: "Parent", type: "document" }]);
    assert.match(body.icon, /📚/);
    const { html, outline } = body.document;
    assert.deepEqual(
      outline.map(({ title }: Reply["body"]) => title),
      ["One", "Two"],
    );
    assert.match(html, /<strong>bold<\/strong>/);
    assert.doesNotMatch(html, / style=/);
    assert.match(body.document.styles, /^\.s1\{/);
  });

  test("links to places in the workspace and to files, and shows nothing of other hosts", async () => {
    const { app } = suite;
    const other = await app.space({ title: "Other" });
    const there = await app.page(other.path, "There");
    const space = await app.space();
    const target = await app.page(space.path, "Target", markdown("# Head"));
    const { insertedFiles } = await app.change(space.path, {
      operation: "insert_files",
      files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }],
    });
    const text = [
      `[a](target.md#head) [b](/spaces/${other.id}/pages/${there}) [c](/files/${insertedFiles[0].id})`,
      "![Picture](https://x.example/i.png)",
      '{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}',
    ].join("\n\n");
    const page = await app.page(space.path, "A", markdown(text));
    const { html } = (await read(`${space.path}/content/page/${page}`)).document;
    const { baseUrl } = app.context.config;
    assert.ok(html.includes(`href="${baseUrl}/app/spaces/${space.id}/pages/${target}#head"`), html);
    assert.ok(html.includes(`href="${baseUrl}/app/spaces/${other.id}/pages/${there}"`), html);
    assert.ok(html.includes(`href="${insertedFiles[0].downloadURL.replaceAll("&", "&amp;")}"`), html);
    assert.doesNotMatch(html, /<img|<iframe|<template/);
    assert.match(html, /<a href="https:\/\/x\.example\/i\.png" class="link-card"/);
    assert.match(html, /class="link-card"[^>]*>.*YouTube/s);

    const request = await app.changeRequest(space);
    const inRequest = (await read(`${request.path}/content/page/${page}`)).document.html;
    assert.ok(inRequest.includes(`/app${request.path}/pages/${target}#head"`), inRequest);
    const { revision } = await app.ok(app.admin, `GET ${space.path}`);
    const old = await read(`${space.path}/revisions/${revision}/page/${page}`);
    assert.deepEqual([old.revision.id, old.revision.createdBy.id], [revision, app.admin.id]);
    const inRevision = old.document.html;
    assert.ok(
      inRevision.includes(`/app${space.path}/revisions/${revision}/pages/${target}#head"`),
      inRevision,
    );
  });

  test("does not name what the reader may not see", async () => {
    const { app } = suite;
    const other = await app.space({ title: "Secret space" });
    const there = await app.page(other.path, "Secret page");
    const space = await app.space();
    const page = await app.page(
      space.path,
      "A",
      markdown(`{% content-ref url="/spaces/${other.id}/pages/${there}" %}\n.\n{% endcontent-ref %}`),
    );
    const guest = await app.member(null);
    await app.give(space.path, "read", { users: [guest] });
    const path = `${space.path}/content/page/${page}`;
    assert.match((await read(path)).document.html, /Secret page/);
    assert.doesNotMatch((await read(path, guest)).document.html, /Secret|\/app\//);
  });

  test("marks conditional blocks, and fills in variables and reusable contents", async () => {
    const { app } = suite;
    const space = await app.space();
    await app.change(space.path, { operation: "set_variables", variables: { version: "1.2" } });
    const { insertedReusableContents } = await app.change(space.path, {
      operation: "insert_reusable_content",
      title: "Snippet",
      ...markdown("Shared words"),
    });
    const text = [
      '{% if visitor.claims.unsigned.plan == "pro" %}\nFor <code class="expression">space.vars.version</code>\n{% endif %}',
      '{% if space.vars.version == "9" %}\nNever\n{% endif %}',
      `{% include "/reusable-contents/${insertedReusableContents[0]}" %}`,
    ].join("\n\n");
    const page = await app.page(space.path, "A", markdown(text));
    const { html } = (await read(`${space.path}/content/page/${page}`)).document;
    assert.match(
      html,
      /<p class="condition-text">Shown if <code>visitor\.claims\.unsigned\.plan == &quot;pro&quot;<\/code><\/p><p[^>]*>For 1\.2/,
    );
    assert.match(html, /space\.vars\.version == &quot;9&quot;.*Never/s);
    assert.match(html, /Shared words/);
    const snippet = await read(`${space.path}/content/reusable-contents/${insertedReusableContents[0]}`);
    assert.deepEqual([snippet.title, /Shared words/.test(snippet.document.html)], ["Snippet", true]);
    await app.refused(
      app.admin,
      `GET ${space.path}/content/reusable-contents/none/html`,
      404,
      /Reusable content/,
    );
  });

  test("has a notice in the place of each conflict, in every container, as the difference has", async () => {
    const { app } = suite;
    const texts = [
      '{% hint style="info" %}\nA VERSION b.\n{% endhint %}',
      '{% hint style="info" %}\n| a | b |\n|---|---|\n| 1 | 2 |\n| VERSION | 4 |\n| 5 | 6 |\n{% endhint %}',
      '{% hint style="VERSION" %}\nA style.\n{% endhint %}',
      '{% tabs %}\n{% tab title="One" %}\nA VERSION b.\n{% endtab %}\n{% endtabs %}',
      "{% stepper %}\n{% step %}\n## One\n\nA VERSION b.\n{% endstep %}\n{% endstepper %}",
      "<details>\n\n<summary>T</summary>\n\nA VERSION b.\n\n</details>",
      "{% columns %}\n{% column %}\nA VERSION b.\n{% endcolumn %}\n{% endcolumns %}",
      "- a\n- A VERSION b.\n- c",
      "- a\n\n  A VERSION b.\n- c",
      "> Q.\n>\n> A VERSION b.",
      "| a | b |\n|---|---|\n| 1 | 2 |\n| VERSION | 4 |\n| 5 | 6 |",
      "```js\na\nVERSION\nb\n```",
    ];
    const space = await app.space();
    const fill = (version: string) => texts.map((text) => `${text.replace("VERSION", version)}\n\nEnd.\n`);
    const versions = { before: fill("info"), ours: fill("success"), theirs: fill("danger") };
    const pages: string[] = [];
    for (const [i, text] of versions.before.entries())
      pages.push(await app.page(space.path, `P${i}`, markdown(text)));
    const request = await app.changeRequest(space);
    for (const [path, side] of [
      [request.path, versions.ours],
      [space.path, versions.theirs],
    ] as const) {
      const changes = pages.map((page, i) => ({
        operation: "update_page",
        page,
        ...markdown(side[i] ?? ""),
      }));
      await app.change(path, ...changes);
    }
    assert.equal((await app.ok(app.admin, `POST ${request.path}/update`)).result, "conflicts");
    const { count } = await app.ok(app.admin, `GET ${request.path}/conflicts`);
    assert.equal(count, texts.length);
    const href = `href="${app.context.config.baseUrl}/app/spaces/${space.id}/change-requests/${request.id}/conflicts"`;
    for (const [i, page] of pages.entries()) {
      const label = texts[i] ?? "";
      const { html } = (await read(`${request.path}/content/page/${page}`)).document;
      assert.equal(html.split(href).length, 2, `${label}\n${html}`);
      assert.match(html, /End\./, label);
      const marks = /&lt;&lt;&lt;|&gt;&gt;&gt;|=====|primary content|success|danger|\| /;
      assert.doesNotMatch(html.replaceAll(/ class="[^"]*"/g, ""), marks, label);
      const difference = await app.ok(app.admin, `GET ${request.path}/changes/page/${page}`, {
        query: { format: "html", unchanged: "true" },
      });
      const shown = difference.parts.map((part: Reply["body"]) => part.html).join("");
      assert.ok(shown.includes(href), label);
      assert.doesNotMatch(shown, /&lt;&lt;&lt;|&gt;&gt;&gt;|=====|primary content/, label);
    }
  });

  test("is a group or a link without a document, and missing if there is no such page", async () => {
    const { app } = suite;
    const space = await app.space();
    const group = await app.page(space.path, "Group", { type: "group" });
    const body = await read(`${space.path}/content/page/${group}`);
    assert.deepEqual([body.type, "document" in body], ["group", false]);
    await app.refused(app.admin, `GET ${space.path}/content/page/none/html`, 404, /Page not found/);
  });

  test("has an ETag that changes with the page and with what it shows of others", async () => {
    const { app } = suite;
    const space = await app.space();
    const target = await app.page(space.path, "Target");
    const other = await app.space();
    const page = await app.page(other.path, "A", markdown(`[x](/spaces/${space.id}/pages/${target})`));
    const path = `GET ${other.path}/content/page/${page}/html`;
    let etag = "";
    const readAgain = async () => {
      const { status, headers } = await app.call(app.admin, path, { headers: { "if-none-match": etag } });
      etag = String(headers.etag);
      return status;
    };
    // Any write changes the ETag: on PostgreSQL those of tests in other processes too.
    let status = await readAgain();
    for (let tries = 0; tries < 50 && status !== 304; tries++) status = await readAgain();
    assert.equal(status, 304);
    await app.change(space.path, { operation: "update_page", page: target, title: "Renamed" });
    assert.equal(await readAgain(), 200);
  });
});
