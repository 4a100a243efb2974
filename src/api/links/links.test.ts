import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";

describeOnEachDatabase("the links of a space", (suite) => {
  const list = (path: string, query: Record<string, string | number> = {}): Promise<Reply["body"]> =>
    suite.app.ok(suite.app.admin, `GET ${path}`, { query });
  const nameOf = ({ kind, url, page, file, reusableContent, internalLocation }: Reply["body"]): string => {
    if (kind === "url") return url;
    const anchor = internalLocation?.type === "anchor" ? `#${internalLocation.anchor}` : "";
    return `${page?.title ?? file?.name ?? reusableContent?.title ?? kind}${anchor}`;
  };
  /** Each link as `status relation target < sources`, sorted. */
  const summarize = ({ items }: Reply["body"]): string[] =>
    items
      .map(
        ({ status, relation, targetReference, locationReferences }: Reply["body"]) =>
          `${status} ${relation} ${nameOf(targetReference)} < ${locationReferences.map(nameOf).join(" ")}`,
      )
      .sort();
  const markdown = (text: string) => ({ document: { markdown: text } });
  const file = (name: string) => ({
    operation: "insert_files",
    files: [{ name, contentType: "image/png", base64: "YQ==" }],
  });

  test("have a target, a status and sources", async () => {
    const { app } = suite;
    const space = await app.space({ title: "Here" });
    const target = await app.page(space.path, "Target", markdown("# Head"));
    const { insertedFiles } = await app.change(space.path, file("f.png"));
    const text = `[a](target.md) [b](target.md#head) [c](target.md#none) [d](gone.md) ![e](/files/${insertedFiles[0].id}) https://x.example`;
    const page = await app.page(space.path, "A", markdown(text));
    await app.page(space.path, "B", markdown("> [a](/pages/target)"));
    const links = await list(`${space.path}/links`);
    assert.deepEqual(summarize(links), [
      "broken reference Target#none < A",
      "broken reference gone.md < A",
      "ok dependsOn f.png < A",
      "ok reference Target < A B",
      "ok reference Target#head < A",
      "ok reference https://x.example < A",
    ]);
    assert.deepEqual([links.count, links.stats], [6, { total: 6, broken: { total: 2 } }]);
    const [{ targetReference, locationReferences }] = links.items.filter(
      ({ targetReference: { page: found, internalLocation } }: Reply["body"]) =>
        found?.id === target && internalLocation === undefined,
    );
    assert.deepEqual(Object.keys(targetReference).sort(), ["kind", "organization", "page", "space"]);
    assert.deepEqual(targetReference.space, await app.ok(app.admin, `GET ${space.path}`));
    const [source] = locationReferences;
    assert.deepEqual(
      [source.kind, source.page.id, source.organization.id],
      ["page", page, app.organizationId],
    );
    const pagePath = `${space.path}/content/page/${page}`;
    const { document } = await app.ok(app.admin, `GET ${pagePath}?format=document`);
    assert.deepEqual(source.internalLocation, { type: "node", node: document.nodes[0].key });
    assert.equal((await list(`${pagePath}/links`)).count, 6);
  });

  test("are filtered by status, which does not change the stats", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const { baseUrl } = app.context.config;
    await app.page(
      path,
      "A",
      markdown(`[a](gone.md) [b](https://x.example) [c](${baseUrl}/app/x) [d](/v1/orgs)`),
    );
    const all = { ok: 1, broken: 1, "in-app": 2 };
    for (const [status, count] of Object.entries(all)) {
      const links = await list(`${path}/links`, { status });
      assert.deepEqual([links.count, links.items.length], [count, count]);
      assert.ok(links.items.every((link: Reply["body"]) => link.status === status));
      assert.deepEqual(links.stats, { total: 4, broken: { total: 1 } });
    }
    await app.refused(app.admin, `GET ${path}/links`, 400, /^status: must be one of/, {
      query: { status: "fine" },
    });
  });

  test("follow moved pages, and are broken while the target is deleted", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const group = await app.page(path, "Group", { type: "group" });
    const target = await app.page(path, "Target", markdown("# H"));
    const { insertedFiles } = await app.change(path, file("f.png"));
    const image = insertedFiles[0].id;
    const blocks = '{% content-ref url="target.md" %}\n[t](target.md)\n{% endcontent-ref %}';
    await app.page(path, "A", markdown(`---\ncover: /files/${image}\n---\n[t](target.md#h)\n\n${blocks}`));
    await app.page(path, "Link", { type: "link", target: { kind: "page", page: target } });
    const broken = async () => (await list(`${path}/links`, { status: "broken" })).count;
    await app.change(path, {
      operation: "update_page",
      page: target,
      title: "New",
      slug: "new",
      into: group,
    });
    assert.deepEqual(summarize(await list(`${path}/links`)), [
      "ok dependsOn f.png < A",
      "ok reference New < A Link",
      "ok reference New#h < A",
    ]);
    await app.change(path, { operation: "update_page", page: target, document: { markdown: "# Other" } });
    assert.equal(await broken(), 1);
    const { revision } = await app.ok(app.admin, `GET ${path}`);
    await app.change(path, { operation: "delete_page", page: target });
    assert.equal(await broken(), 2);
    await app.change(path, { operation: "delete_file", file: image });
    assert.equal(await broken(), 3);
    await app.change(path, { operation: "revert_page", page: target, revision });
    assert.equal(await broken(), 2);
  });

  test("are the same for every page size", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const unusual = [
      "javascript:alert(1)",
      "ü ü",
      "😀",
      "/\\",
      "%00",
      "%ff",
      "..",
      "?",
      "x\u0001y",
      `${"a".repeat(2000)}`,
    ];
    const text = unusual.map((target) => `[a](<${target}>) ![b](<${target}>)`).join("\n\n");
    await app.page(
      path,
      "A",
      markdown(`${text} [c](/spaces/a-b_c/pages/d) [e](/users/f) [g](/collections/h)`),
    );
    const { items, stats } = await list(`${path}/links`, { limit: 1000 });
    assert.equal(items.length, stats.total);
    const walked: unknown[] = [];
    for (let page = ""; ; ) {
      const step = await list(`${path}/links`, { limit: 1, ...(page !== "" && { page }) });
      assert.deepEqual([step.count, step.stats], [stats.total, stats]);
      walked.push(...step.items);
      page = step.next?.page ?? "";
      if (page === "") break;
    }
    assert.deepEqual(walked, items);
  });

  test("are found as backlinks of pages and files, with each source once", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const target = await app.page(path, "Target", markdown("# H\n\n[self](#h)"));
    const { insertedFiles } = await app.change(path, file("f.png"));
    const image = `/files/${insertedFiles[0].id}`;
    await app.page(path, "A", markdown(`[a](target.md) [b](target.md#h) ![c](${image}) [d](${image})`));
    await app.page(path, "B", markdown(`<a href="target.md" class="button primary">Go</a>`));
    await app.page(path, "C", markdown("`[a](target.md)`"));
    await app.change(path, {
      operation: "insert_reusable_content",
      title: "Snippet",
      ...markdown(`[a](target.md)\n\n{% file src="${image}" %}`),
    });
    const toPage = await list(`${path}/content/page/${target}/backlinks`);
    assert.deepEqual([toPage.count, toPage.items.map(nameOf)], [3, ["A", "B", "Snippet"]]);
    const toFile = await list(`${path}/content${image}/backlinks`);
    assert.deepEqual(toFile.items.map(nameOf), ["A", "Snippet"]);
    const first = await list(`${path}/content/page/${target}/backlinks`, { limit: 2 });
    const rest = await list(`${path}/content/page/${target}/backlinks`, { limit: 2, page: first.next.page });
    assert.deepEqual([...first.items, ...rest.items], toPage.items);
    assert.equal(rest.next, undefined);
  });

  test("are not found for unknown pages, nor by callers who may not read", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const page = await app.page(path, "A");
    const guest = await app.member(null);
    for (const resource of ["links", `content/page/${page}/links`, `content/page/${page}/backlinks`]) {
      const { items } = await list(`${path}/${resource}`);
      assert.deepEqual(items, []);
      await app.refused(guest, `GET ${path}/${resource}`, 404, /Space not found/);
    }
    await app.refused(app.admin, `GET ${path}/content/page/none/links`, 404, /Page not found/);
    await app.refused(app.admin, `GET ${path}/content/page/none/backlinks`, 404, /Page not found/);
    await app.refused(app.admin, `GET ${path}/content/files/none/backlinks`, 404, /File not found/);
    await app.refused(app.admin, `GET ${path}/change-requests/99/links`, 404, /Change request not found/);
    await app.refused(app.admin, `GET ${path}/links`, 400, /^page: is not a cursor/, {
      query: { page: "x" },
    });
  });

  test("have the pages and reusable contents that read a variable", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const usesOf = async (variable: string) =>
      (await list(`${path}/content/variables/${variable}/backlinks`)).items.map(nameOf);
    await app.change(
      path,
      { operation: "set_variables", variables: { version: "4.5", product: "Lectern", unused: "x" } },
      {
        operation: "insert_page",
        title: "Shown",
        ...markdown(
          'Version <code class="expression">space.vars.version</code> twice: <code class="expression">space.vars.version</code>',
        ),
      },
      {
        operation: "insert_page",
        title: "Compared",
        ...markdown('{% if space.vars.product == "Lectern" %}\n[Link](https://example.com)\n{% endif %}'),
      },
      {
        operation: "insert_reusable_content",
        title: "Snippet",
        ...markdown('<code class="expression">space.vars.version || space.vars["product"]</code>'),
      },
      { operation: "insert_page", title: "Plain", ...markdown("space.vars.version") },
    );
    assert.deepEqual(await usesOf("version"), ["Shown", "Snippet"]);
    assert.deepEqual(await usesOf("product"), ["Compared", "Snippet"]);
    assert.deepEqual(await usesOf("unused"), []);
    assert.deepEqual(await usesOf("unknown"), []);
    const late = await app.page(path, "Late", markdown('<code class="expression">space.vars.unused</code>'));
    assert.deepEqual(await usesOf("unused"), ["Late"]);
    await app.change(path, { operation: "delete_page", page: late });
    assert.deepEqual(await usesOf("unused"), []);
    await app.refused(
      await app.member(null),
      `GET ${path}/content/variables/version/backlinks`,
      404,
      /Space not found/,
    );
  });

  test("are correct for concurrent requests during writes", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const pages = Array.from({ length: 40 }, (_, i) => ({
      operation: "insert_page",
      title: `P ${i}`,
      ...markdown(`# H ${i}\n\n[a](#h-${i}) [b](gone-${i}.md)`),
    }));
    await app.change(path, ...pages);
    const replies = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        if (i % 4 === 3) await app.page(path, `N ${i}`, markdown("[a](p-1.md)"));
        return list(`${path}/links`);
      }),
    );
    for (const { stats } of replies) assert.equal(stats.broken.total, 40);
    assert.deepEqual((await list(`${path}/links`)).stats, { total: 81, broken: { total: 40 } });
  });
});
