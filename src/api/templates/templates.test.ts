import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";
import { pixel } from "../../../test/support/integrations.ts";

type Body = Reply["body"];

describeOnEachDatabase("templates", (suite) => {
  const list = async (path: string, person = suite.app.admin): Promise<Body[]> =>
    (await suite.app.ok(person, `GET ${path}/templates`)).items;
  const idsOf = (items: Body[]) => items.map(({ id }) => id);
  const use = (path: string, body: object): Promise<Body> =>
    suite.app.ok(suite.app.admin, `POST ${path}/content/page-from-template`, { body });
  const markdownOf = async (path: string, id: string): Promise<string> =>
    (await suite.app.ok(suite.app.admin, `GET ${path}/content/page/${id}`, { query: { format: "markdown" } }))
      .markdown;

  test("that come with the server have no mistakes, and become pages", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const shipped = await list(space.path);
    assert.deepEqual(shipped.filter(({ kind }) => kind === "page").length, 7);
    for (const { id, kind, title, icon } of shipped) {
      if (kind !== "page") continue;
      for (const { path } of [space, request]) {
        const { id: page, revision } = await use(path, { template: id });
        assert.equal((await app.ok(app.admin, `GET ${path}`)).revision, revision);
        const created = await app.ok(app.admin, `GET ${path}/content/page/${page}`);
        assert.deepEqual([created.title, created.icon], [title, icon]);
        const markdown = await markdownOf(path, page);
        assert.doesNotMatch(markdown, /^---/);
        const { problems } = await app.ok(app.admin, `POST ${path}/content/check`, {
          body: { markdown, page },
        });
        assert.deepEqual(problems, [], id);
      }
    }
  });

  test("are pages that somebody marks, until they are unmarked or deleted", async () => {
    const { app } = suite;
    const [space, other] = [await app.space({ title: "Source" }), await app.space()];
    const page = await app.page(space.path, "Meeting", { icon: "users", document: { markdown: "Agenda\n" } });
    const template = `${space.path}/content/page/${page}/template`;
    const marked = await app.ok(app.admin, `POST ${template}`);
    assert.deepEqual(marked, {
      object: "template",
      kind: "page",
      id: `${space.id}.${page}`,
      title: "Meeting",
      icon: "users",
      space: { id: space.id, title: "Source" },
      page,
    });
    assert.deepEqual(await app.ok(app.admin, `POST ${template}`), marked);
    await app.change(space.path, { operation: "update_page", page, title: "Weekly" });
    assert.equal((await list(other.path))[0].title, "Weekly");
    const guest = await app.member(null);
    await app.give(other.path, "edit", { users: [guest] });
    assert.ok(!idsOf(await list(other.path, guest)).includes(marked.id));
    await app.refused(guest, `POST ${other.path}/content/page-from-template`, 404, /Template not found/, {
      body: { template: marked.id },
    });
    const before = (await app.ok(app.admin, `GET ${space.path}`)).revision;
    await app.change(space.path, { operation: "delete_page", page });
    assert.ok(!idsOf(await list(other.path)).includes(marked.id));
    await app.refused(app.admin, `POST ${other.path}/content/page-from-template`, 404, /Template not found/, {
      body: { template: marked.id },
    });
    await app.change(space.path, { operation: "revert_page", page, revision: before });
    assert.ok(idsOf(await list(other.path)).includes(marked.id));
    assert.equal((await app.call(app.admin, `DELETE ${template}`)).status, 205);
    assert.equal((await app.call(app.admin, `DELETE ${template}`)).status, 204);
    assert.ok(!idsOf(await list(other.path)).includes(marked.id));
    const group = await app.page(space.path, "Group", { type: "group" });
    await app.refused(
      app.admin,
      `POST ${space.path}/content/page/${group}/template`,
      400,
      /^pageId: a group cannot be a template/,
    );
    await app.refused(app.admin, `POST ${space.path}/content/page/gone/template`, 404, /Page not found/);
  });

  test("are copied with their files into other spaces, with the links that they have", async () => {
    const { app } = suite;
    const [space, other] = [await app.space(), await app.space()];
    const linked = await app.page(space.path, "Linked");
    const { insertedFiles } = await app.change(space.path, {
      operation: "insert_files",
      files: [{ name: "a.png", contentType: "image/png", base64: pixel }],
    });
    const file = insertedFiles[0].id;
    const markdown = `---\ntitle: Source\n---\n\n[a](linked.md#x) ![b](/files/${file})\n`;
    const cover = { ref: { kind: "file", file }, yPos: 0 };
    const page = await app.page(space.path, "Source", { cover, document: { markdown } });
    await app.ok(app.admin, `POST ${space.path}/content/page/${page}/template`);
    const template = `${space.id}.${page}`;
    const here = await use(space.path, { template, title: "Copy", into: linked });
    assert.equal(
      await markdownOf(space.path, here.id),
      `---\ntitle: Copy\n---\n\n[a](README.md#x) ![b](/files/${file})\n`,
    );
    const request = await app.changeRequest(other);
    for (const { path } of [other, request]) {
      const there = await use(path, { template });
      const { items } = await app.ok(app.admin, `GET ${path}/content/files`);
      const copied = items.at(-1);
      assert.deepEqual([items.length, copied.name, copied.dimensions], [1, "a.png", { width: 1, height: 1 }]);
      assert.equal(
        await markdownOf(path, there.id),
        `---\ntitle: Source\n---\n\n[a](/spaces/${space.id}/pages/${linked}#x) ![b](/files/${copied.id})\n`,
      );
      const created = await app.ok(app.admin, `GET ${path}/content/page/${there.id}`);
      assert.equal(created.cover.ref.file, copied.id);
      const { pathname, search } = new URL(copied.downloadURL);
      const { rawPayload } = await app.app.inject({ url: pathname + search });
      assert.equal(rawPayload.toString("base64"), pixel);
    }
    const elsewhere = await app.organization();
    const foreign = await app.space({}, elsewhere.id, elsewhere.admin);
    await app.refused(
      elsewhere.admin,
      `POST ${foreign.path}/content/page-from-template`,
      404,
      /Template not found/,
      { body: { template } },
    );
  });

  test("bring the reusable contents and variables that they use, unless a space has others of these names", async () => {
    const { app } = suite;
    const [space, other, third] = [await app.space(), await app.space(), await app.space()];
    const { insertedFiles } = await app.change(space.path, {
      operation: "insert_files",
      files: [{ name: "a.png", contentType: "image/png", base64: pixel }],
    });
    const add = async (title: string, markdown: string): Promise<string> =>
      (
        await app.change(space.path, {
          operation: "insert_reusable_content",
          title,
          document: { markdown },
        })
      ).insertedReusableContents[0];
    const variable = (name: string) => `<code class="expression">space.vars.${name}</code>`;
    const inner = await add("Inner", `Call ${variable("phone")} ![b](/files/${insertedFiles[0].id})\n`);
    const outer = await add("Outer note", `{% include "/reusable-contents/${inner}" %}\n`);
    await app.change(
      space.path,
      // They include each other.
      {
        operation: "update_reusable_content",
        reusableContent: inner,
        document: {
          markdown: `Call ${variable("phone")} ![b](/files/${insertedFiles[0].id})\n\n{% include "/reusable-contents/${outer}" %}\n`,
        },
      },
      { operation: "set_variables", variables: { phone: "1", plan: "pro", unused: "x" } },
    );
    const text = [
      `{% include "/reusable-contents/${outer}" %}`,
      '{% if space.vars.plan == "pro" %}\nPro\n{% endif %}',
      '{% include "includes/outer-note.md" %}',
      '```\n{% include "/reusable-contents/none" %}\n```',
    ].join("\n\n");
    const page = await app.page(space.path, "Source", { document: { markdown: text } });
    await app.ok(app.admin, `POST ${space.path}/content/page/${page}/template`);
    const template = `${space.id}.${page}`;
    const here = await use(space.path, { template });
    assert.equal(await markdownOf(space.path, here.id), text);
    await app.change(other.path, { operation: "set_variables", variables: { phone: "2" } });
    const request = await app.changeRequest(third);
    for (const { path } of [other, request]) {
      for (let uses = 1; uses <= 2; uses++) {
        const there = await use(path, { template });
        const { reusableContents, files, variables } = await app.ok(app.admin, `GET ${path}/content`);
        const idOf = (title: string) => reusableContents.find((found: Body) => found.title === title).id;
        assert.deepEqual(reusableContents.length, 2, `after ${uses}`);
        assert.deepEqual(variables, { phone: path === other.path ? "2" : "1", plan: "pro" });
        assert.equal(files.length, 1);
        assert.equal(
          await markdownOf(path, there.id),
          text
            .replace(outer, idOf("Outer note"))
            .replace('"includes/outer-note.md', `"/reusable-contents/${idOf("Outer note")}`),
        );
        const copied = await app.ok(app.admin, `GET ${path}/content/reusable-contents/${idOf("Inner")}`);
        assert.equal(
          copied.markdown,
          `Call ${variable("phone")} ![b](/files/${files[0].id})\n\n{% include "/reusable-contents/${idOf("Outer note")}" %}\n`,
        );
      }
    }
    // Applied to a whole space, it brings the same.
    const body = { id: template };
    assert.equal((await app.call(app.admin, `POST ${third.path}/content/template`, { body })).status, 201);
    assert.equal((await app.ok(app.admin, `GET ${third.path}/content`)).reusableContents.length, 2);
  });

  test("of spaces add their pages to a space or a change request", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const apply = async (body: object) => {
      const { status } = await app.call(app.admin, `POST ${space.path}/content/template`, { body });
      assert.equal(status, 201);
    };
    const titles = async (path: string) =>
      (await app.ok(app.admin, `GET ${path}/content/pages`)).pages.map(({ title }: Body) => title);
    await apply({ id: "knowledge-base", changeRequestId: request.id, params: {} });
    assert.deepEqual(await titles(space.path), []);
    assert.deepEqual(await titles(request.path), ["Questions and answers", "Guides"]);
    await apply({ id: "faq" });
    assert.deepEqual(await titles(space.path), ["Questions and answers"]);
    const refused = (body: object, message: RegExp) =>
      app.refused(app.admin, `POST ${space.path}/content/template`, 404, message, { body });
    await refused({ id: "unknown" }, /Template not found/);
    await refused({ id: "faq", changeRequestId: "unknown" }, /Change request not found/);
  });
});
