import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { zipOf } from "../../../test/support/zip.ts";

describeOnEachDatabase("importing an uploaded file", (suite) => {
  const create = (path: string, body: object, person: Person = suite.app.admin) =>
    suite.app.ok(person, `POST ${path}/content/import/upload`, { body });
  const put = (url: string, payload: Buffer | string) => {
    const { pathname, search } = new URL(url);
    const headers = { "content-type": "application/octet-stream" };
    return suite.app.app.inject({ method: "PUT", url: pathname + search, headers, payload });
  };
  const titlesIn = async (path: string) =>
    (await suite.app.ok(suite.app.admin, `GET ${path}/content/pages`)).pages.map(
      ({ title }: { title: string }) => title,
    );

  test("creates its pages, in one request", async () => {
    const { app } = suite;
    const space = await app.space();
    const zip = zipOf([
      { name: "README.md", bytes: "# Welcome\n" },
      { name: "guide.md", bytes: "# Guide\n" },
    ]);
    const { object, url, expiresAt } = await create(space.path, {
      source: "zip",
      name: "docs.zip",
      size: zip.length,
    });
    assert.equal(object, "import-upload");
    assert.ok(Date.parse(expiresAt) > Date.now());
    const reply = await put(url, zip);
    assert.equal(reply.statusCode, 201, reply.body);
    assert.equal(reply.json().importedResources, 2);
    assert.deepEqual(await titlesIn(space.path), ["Welcome", "Guide"]);
    const html = "<html><body><main><h1>Notes</h1><p>Text</p></main></body></html>";
    const second = await create(space.path, {
      source: "html",
      name: "https://evil.example/../../notes.html",
      size: html.length,
    });
    assert.equal((await put(second.url, html)).statusCode, 201);
    assert.deepEqual(await titlesIn(space.path), ["Welcome", "Guide", "Notes"]);
  });

  test("is refused if it is not what was announced, or the URL is not valid", async () => {
    const { app } = suite;
    const space = await app.space();
    const upload = { source: "markdown", name: "page.md", size: 7 };
    const { url } = await create(space.path, upload);
    for (const bytes of ["# Short"].flatMap((text) => [text.slice(1), `${text} and more`])) {
      const reply = await put(url, bytes);
      assert.equal(reply.statusCode, 400);
      assert.match(reply.json().error.message, /^body: must have 7 bytes/);
    }
    for (const [from, to] of [
      [/size=7/, "size=8"],
      [/source=markdown/, "source=zip"],
      [/user=\w+/, `user=${(await app.stranger()).id}`],
      [/space=\w+/, `space=${(await app.space()).id}`],
      [/signature=\w/, "signature="],
    ] as const)
      assert.equal((await put(url.replace(from, to), "# Short")).statusCode, 404, String(from));
    const { url: zipUrl } = await create(space.path, { source: "zip", name: "no.zip", size: 3 });
    const notAZip = await put(zipUrl, "abc");
    assert.equal(notAZip.statusCode, 400);
    assert.match(notAZip.json().error.message, /^file: /);
    for (const [body, message] of [
      [{ ...upload, source: "website" }, /^source: must be one of/],
      [{ ...upload, size: 0 }, /^size: /],
      [{ ...upload, size: 2 ** 31 }, /^size: /],
      [{ ...upload, name: "" }, /^name: /],
    ] as const)
      await app.refused(app.admin, `POST ${space.path}/content/import/upload`, 400, message, { body });
    assert.deepEqual(await titlesIn(space.path), []);
  });

  test("needs the role to edit, until it is uploaded", async () => {
    const { app } = suite;
    const space = await app.space();
    const upload = { source: "markdown", name: "page.md", size: 7 };
    await app.refused(await app.member("comment"), `POST ${space.path}/content/import/upload`, 403, /edit/, {
      body: upload,
    });
    const editor = await app.member("edit");
    const { url } = await create(space.path, upload, editor);
    await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${editor.id}`);
    assert.equal((await put(url, "# Short")).statusCode, 404);
    assert.deepEqual(await titlesIn(space.path), []);
  });
});
