import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, uniqueName } from "../../../test/support/app.ts";

const condition = "visitor.claims.unsigned.beta";
const inIf = (text: string) => `{% if ${condition} %}\n${text}\n{% endif %}`;
const indent = (text: string, prefix: string) => text.replaceAll(/^/gm, prefix);

/** Positions of conditional content. Each is a page; in `inline` ones, there is no block. */
const positions: Record<string, (block: string, inline: string) => string> = {
  block: inIf,
  nested: (block) => `{% if visitor.claims %}\n${inIf(block)}\n{% endif %}`,
  tab: (block) => `{% tabs %}\n{% tab title="Tab" %}\n${inIf(block)}\n{% endtab %}\n{% endtabs %}`,
  expandable: (block) => `<details>\n\n<summary>More</summary>\n\n${inIf(block)}\n\n</details>`,
  item: (block) => `- Item\n\n${indent(inIf(block), "  ")}`,
  step: (block) => `{% stepper %}\n{% step %}\n${inIf(block)}\n{% endstep %}\n{% endstepper %}`,
  annotation: (_, inline) => `Text.[^1]\n\n[^1]:\n${indent(inIf(inline), "    ")}`,
  table: (_, inline) => inIf(`| A |\n| --- |\n| ${inline} |`),
  // Conditions in text are not evaluated: the text is hidden from all visitors.
  cell: (_, inline) => `| A | B |\n| --- | --- |\n| {% if ${condition} %} ${inline} {% endif %} | b |`,
  cells: (_, inline) => `| A | B | C |\n| - | - | - |\n| {% if ${condition} %} | ${inline} | {% endif %} |`,
};
const neverShown = ["cell", "cells"];
/** Positions with conditions outside of the text. */
const otherPositions = ["page", "ancestor", "include", "included", "target", "cover"];

describeOnEachDatabase("what pages refer to", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  async function insertFiles(path: string, names: readonly string[]): Promise<Map<string, string>> {
    const files = names.map((name) => ({ name, contentType: "image/png", base64: "" }));
    const { insertedFiles } = await suite.app.change(path, { operation: "insert_files", files });
    return new Map(insertedFiles.map(({ name, id }: { name: string; id: string }) => [name, id]));
  }

  async function publish(path: string, id: string) {
    const sites = `/orgs/${suite.app.organizationId}/sites`;
    const site = await admin(`POST ${sites}`, { spaces: [id], visibility: "public" });
    const { urls } = await admin(`POST ${sites}/${site.id}/publish`);
    const visit = async (unsignedClaims: object): Promise<Person> => {
      const body = { url: urls.published, visitor: { unsignedClaims } };
      const { apiToken } = await admin("POST /urls/published", body);
      return { id: "", email: "", token: apiToken };
    };
    return { path: `${sites}/${site.id}`, space: path, visit };
  }

  /** A site with one page, file, variable, page variable and spec for each position, and one without a condition. */
  async function publishPositions() {
    const { app } = suite;
    const space = await app.space();
    const names = ["open", ...Object.keys(positions), ...otherPositions];
    const files = await insertFiles(space.path, [...names, "unused"]);
    const variables = Object.fromEntries([...names, "unused"].map((name) => [name, `value of ${name}`]));
    await app.change(space.path, { operation: "set_variables", variables });
    const specs = new Map(names.map((name) => [name, uniqueName()]));
    for (const slug of specs.values())
      await admin(`PUT /orgs/${app.organizationId}/openapi/${slug}`, { source: { text: "openapi: 3.1.0" } });
    const inlineOf = (name: string) =>
      `Marker ${name}. ![](/files/${files.get(name)}) <code class="expression">space.vars.${name}</code> <code class="expression">page.vars.${name}</code>`;
    const blockOf = (name: string) =>
      `${inlineOf(name)}\n\n{% openapi-operation spec="${specs.get(name)}" path="/a" method="get" %}\n`;
    const reusable = (title: string, markdown: string) => ({
      ...{ operation: "insert_reusable_content", title, document: { markdown } },
    });
    await app.change(
      space.path,
      reusable("include", inIf(blockOf("include"))),
      reusable("included", blockOf("included")),
    );
    const ids = new Map<string, string>();
    const add = async (name: string, markdown: string, fields: object = {}) => {
      const document = { document: { markdown } };
      const page = { ...document, variables: { [name]: `own ${name}`, secret: `secret ${name}` }, ...fields };
      ids.set(name, await app.page(space.path, name, page));
    };
    await add("open", blockOf("open"));
    for (const [name, write] of Object.entries(positions))
      await add(name, write(blockOf(name), inlineOf(name)));
    await add("include", '{% include "includes/include.md" %}');
    await add("included", inIf('{% include "includes/included.md" %}'));
    await add("page", blockOf("page"), { condition });
    await add("ancestor", blockOf("ancestor"), { into: ids.get("page") });
    const file = (name: string) => ({ kind: "file", file: files.get(name) });
    await add("cover", blockOf("cover"), { condition, cover: { ref: file("cover"), yPos: 0 } });
    await app.page(space.path, "target", { type: "link", target: file("target"), condition });
    return { ...(await publish(space.path, space.id)), names, files, specs, ids };
  }
  type Site = Awaited<ReturnType<typeof publishPositions>>;

  /** The names that a visitor sees in each way of reading the content. */
  async function seenBy(visitor: Person, { space, path, names, files, specs, ids }: Site) {
    const { app } = suite;
    const read = (path: string, query = {}) => app.ok(visitor, `GET ${path}`, { query });
    const select = async (pathOf: (name: string) => string, text = (_: string) => "") => {
      const replies = await Promise.all(names.map((name) => app.call(visitor, `GET ${pathOf(name)}`)));
      return names.filter((name, i) => {
        const body = JSON.stringify(replies[i]?.body);
        assert.doesNotMatch(body, /secret|visitor\.claims/, pathOf(name));
        return replies[i]?.status === 200 && body.includes(text(name));
      });
    };
    const listFiles = async (base: string) => {
      const listed: string[] = [];
      for (let page: string | undefined, isDone = false; !isDone; isDone = page === undefined) {
        const { items, count, next } = await read(`${base}/files`, { limit: 4, ...(page && { page }) });
        listed.push(...items.map(({ name }: { name: string }) => name));
        if (next === undefined) assert.equal(count, listed.length);
        page = next?.page;
      }
      return listed;
    };
    const seen: Record<string, readonly string[]> = {};
    const { revision } = await read(space);
    for (const base of [`${space}/content`, `${space}/revisions/${revision}`]) {
      const { pages, files: contentFiles, variables } = await read(base);
      assert.deepEqual(pages, (await read(`${base}/pages`)).pages);
      const allPages = pages.flatMap((page: { pages?: object[] }) => [page, ...(page.pages ?? [])]);
      seen[`${base}: files`] = contentFiles.map(({ name }: { name: string }) => name);
      seen[`${base}: listed files`] = await listFiles(base);
      seen[`${base}: variables`] = Object.keys(variables);
      seen[`${base}: variables of pages`] = allPages.flatMap(({ variables = {} }) => Object.keys(variables));
      const marker = (name: string) => `Marker ${name}`;
      seen[`${base}: text`] = await select((name) => `${base}/page/${ids.get(name)}`, marker);
      seen[`${base}: blocks`] = await select((name) => `${base}/page/${ids.get(name)}/document`, marker);
    }
    seen["single files"] = await select((name) => `${space}/content/files/${files.get(name)}`);
    for (const part of ["", "/versions"])
      seen[`specs${part}`] = await select(
        (name) => `/orgs/${app.organizationId}/openapi/${specs.get(name)}${part}`,
      );
    const search = { body: { query: "marker", mode: "all" }, query: { limit: 50 } };
    const [{ pages: found }] = (await app.ok(visitor, `POST ${path}/search`, search)).items;
    return { seen, found: found.map(({ title }: { title: string }) => title) };
  }

  test("is shown to visitors who meet the conditions of the parts that refer to it, and to no others", async () => {
    const { app } = suite;
    const site = await publishPositions();
    const shown = site.names.filter((name) => !neverShown.includes(name));
    const isSeen = (way: string, position: string) => {
      if (position === "target") return way.endsWith("files");
      return !(way.startsWith("specs") && ["annotation", "table"].includes(position));
    };
    const assertSeen = async (visitor: Person, positions: readonly string[]) => {
      const { seen, found } = await seenBy(visitor, site);
      for (const [way, names] of Object.entries(seen)) {
        const expected = positions.filter((position) => isSeen(way, position));
        assert.deepEqual(names.toSorted(), expected.toSorted(), way);
      }
      for (const title of found) assert.ok(positions.includes(title), `${title} is found`);
    };
    const [beta, other] = [await site.visit({ beta: true }), await site.visit({ beta: false })];
    await assertSeen(beta, shown);
    await assertSeen(other, ["open"]);
    const { revision } = await admin(`GET ${site.space}`);
    for (const base of [`${site.space}/content`, `${site.space}/revisions/${revision}`])
      for (const path of ["", "/pages", "/files", `/files/${site.files.get("block")}`]) {
        const { headers, body } = await app.call(beta, `GET ${base}${path}`);
        const conditional = { headers: { "if-none-match": String(headers.etag) } };
        assert.equal((await app.call(beta, `GET ${base}${path}`, conditional)).status, 304);
        for (const person of [other, app.admin]) {
          const reply = await app.call(person, `GET ${base}${path}`, conditional);
          assert.ok([200, 404].includes(reply.status));
          if (person === other) assert.notDeepEqual(reply.body, body, path);
        }
      }
    await app.refused(
      other,
      `GET ${site.space}/content/files/${site.files.get("unused")}`,
      404,
      /File not found/,
    );
    const request = await app.changeRequest({ path: site.space });
    for (const [person, count] of [[app.admin, 1] as const, [beta, 0] as const])
      assert.equal((await app.ok(person, `GET ${site.space}`)).changeRequests, count);
    for (const path of ["", "/files", `/files/${site.files.get("open")}`])
      await app.refused(beta, `GET ${request.path}/content${path}`, 403, /visitor/);
    const { files, variables } = await admin(`GET ${site.space}/content`);
    const all = [...site.names, "unused"].sort();
    assert.deepEqual(files.map(({ name }: { name: string }) => name).sort(), all);
    assert.deepEqual(Object.keys(variables).sort(), all);
    await admin(`GET ${site.space}/content/files/${site.files.get("unused")}`);
    await admin(`GET /orgs/${app.organizationId}/openapi/${site.specs.get("cell")}`);
  });

  test("changes with the content, and stays as it was in earlier revisions", async () => {
    const { app } = suite;
    const space = await app.space();
    const files = await insertFiles(space.path, ["one", "two"]);
    const [one, two] = [files.get("one"), files.get("two")];
    const page = await app.page(space.path, "Page", { document: { markdown: `![](/files/${one})` } });
    const { visit } = await publish(space.path, space.id);
    const visitor = await visit({});
    const namesIn = async (base: string) =>
      (await app.ok(visitor, `GET ${base}/files`)).items.map(({ name }: { name: string }) => name);
    const { revision } = await admin(`GET ${space.path}`);
    assert.deepEqual(await namesIn(`${space.path}/content`), ["one"]);
    const markdown = `![](/files/${two})\n\n![](/files/missing)`;
    await app.change(space.path, { operation: "update_page", page, document: { markdown } });
    assert.deepEqual(await namesIn(`${space.path}/content`), ["two"]);
    assert.deepEqual(await namesIn(`${space.path}/revisions/${revision}`), ["one"]);
    await app.change(space.path, { operation: "update_page", page, condition });
    assert.deepEqual(await namesIn(`${space.path}/content`), []);
    await app.refused(visitor, `GET ${space.path}/content/files/${two}`, 404, /File not found/);
    await app.ok(await visit({ beta: true }), `GET ${space.path}/content/files/${two}`);
  });

  test("does not reveal the path of a hidden page, the front matter, nor the hash of the text", async () => {
    const { app } = suite;
    const space = await app.space();
    const hidden = await app.page(space.path, "Hidden", { condition });
    const open = await app.page(space.path, "Open");
    const text = `[a](/pages/${hidden}) [b](/pages/${open})\n`;
    const front = `---\nvars:\n  key: secret\ndescription: Seen\n---\n\n`;
    const pages = [text, `${text}\n{% hint style="info" %}\nHint\n{% endhint %}\n`].map((markdown) =>
      app.page(space.path, "Page", { document: { markdown: front + markdown } }),
    );
    const ids = await Promise.all(pages);
    const renamed = (page: string, slug: string) => ({ operation: "update_page", page, slug });
    await app.change(space.path, renamed(hidden, "secret-plan"), renamed(open, "new-path"));
    const { visit } = await publish(space.path, space.id);
    const [visitor, beta] = [await visit({}), await visit({ beta: true })];
    for (const id of ids) {
      const read = async (person: Person, query = {}) =>
        JSON.stringify(await app.ok(person, `GET ${space.path}/content/page/${id}`, { query }));
      for (const query of [{}, { format: "document" }, { evaluated: "true" }])
        assert.doesNotMatch(await read(visitor, query), /secret/);
      assert.match(await read(visitor), /new-path/);
      assert.match(await read(beta), /secret-plan/);
      assert.match(await read(app.admin), /key: secret/);
      const documentId = async (person: Person) => JSON.parse(await read(person)).documentId;
      const hash = (await documentId(app.admin)).slice(0, 27);
      assert.equal((await documentId(visitor)).includes(hash), false);
    }
  });
});
