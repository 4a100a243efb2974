import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { pixel } from "../../../test/support/integrations.ts";

describeOnEachDatabase("uploading files", (suite) => {
  const create = (path: string, body: object, person: Person = suite.app.admin) =>
    suite.app.ok(person, `POST ${path}/content/files/upload`, { body });
  const put = (url: string, payload: Buffer | string) => {
    const { pathname, search } = new URL(url);
    const headers = { "content-type": "application/octet-stream" };
    return suite.app.app.inject({ method: "PUT", url: pathname + search, headers, payload });
  };
  const filesIn = async (path: string) =>
    (await suite.app.ok(suite.app.admin, `GET ${path}/content/files`)).items;

  test("adds them to a space or a change request, several at once", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const bytes = Buffer.from(pixel, "base64");
    for (const { path } of [space, request]) {
      const { object, url, expiresAt } = await create(path, {
        name: "a b.png",
        size: bytes.length,
        contentType: "image/png",
      });
      assert.equal(object, "file-upload");
      assert.ok(Date.parse(expiresAt) > Date.now());
      const reply = await put(url, bytes);
      assert.equal(reply.statusCode, 201, reply.body);
      const file = reply.json();
      assert.deepEqual(
        [file.name, file.contentType, file.size, file.dimensions],
        ["a b.png", "image/png", bytes.length, { width: 1, height: 1 }],
      );
      assert.deepEqual(await filesIn(path), [file]);
      const { pathname, search } = new URL(file.downloadURL);
      assert.deepEqual((await app.app.inject({ url: pathname + search })).rawPayload, bytes);
      const texts = Array.from({ length: 10 }, (_, i) => `text ${i}`);
      const replies = await Promise.all(
        texts.map(async (text) =>
          put((await create(path, { name: "same.txt", size: text.length })).url, text),
        ),
      );
      assert.deepEqual(new Set(replies.map(({ statusCode }) => statusCode)), new Set([201]));
      assert.equal((await filesIn(path)).length, 11);
    }
  });

  test("refuses other bytes than announced, forged and expired URLs, and too large files", async () => {
    const { app } = suite;
    const space = await app.space();
    const { url } = await create(space.path, { name: "a.txt", size: 7 });
    for (const text of ["short", "too long a text"]) {
      const reply = await put(url, text);
      assert.equal(reply.statusCode, 400);
      assert.match(reply.json().error.message, /^body: must have 7 bytes/);
    }
    for (const [from, to] of [
      [/size=7/, "size=8"],
      [/name=a.txt/, "name=b.txt"],
      [/user=\w+/, `user=${(await app.stranger()).id}`],
      [/space=\w+/, `space=${(await app.space()).id}`],
    ] as const)
      assert.equal((await put(url.replace(from, to), "1234567")).statusCode, 404);
    assert.deepEqual(await filesIn(space.path), []);
    const refused = (status: number, message: RegExp, body: object, person = app.admin) =>
      app.refused(person, `POST ${space.path}/content/files/upload`, status, message, { body });
    const large = { name: "film.mp4", size: 150 * 1024 * 1024 };
    await refused(413, /^size: the file has 150 MB, but a file can have at most 100 MB/, large);
    await refused(400, /^name: must not/, { name: "..", size: 1 });
    await refused(400, /^contentType: must be a media type/, { name: "a", size: 1, contentType: "x" });
    await refused(403, /edit/, { name: "a", size: 1 }, await app.member("comment"));
  });

  test("requires that the user may still change the content", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const editor = await app.member("edit");
    const file = { name: "a.txt", size: 1 };
    const { url } = await create(space.path, file, editor);
    const { url: inRequest } = await create(request.path, file, editor);
    await app.ok(app.admin, `PATCH ${space.path}`, { body: { editMode: "locked" } });
    assert.equal((await put(url, "a")).statusCode, 409);
    await app.refused(app.admin, `POST ${space.path}/content/files/upload`, 409, /locked/, { body: file });
    assert.equal((await put(inRequest, "a")).statusCode, 201);
    await app.ok(app.admin, `POST ${request.path}/merge`);
    assert.equal((await put(inRequest, "a")).statusCode, 409);
    await app.refused(app.admin, `POST ${request.path}/content/files/upload`, 409, /merged/, { body: file });
    assert.equal((await filesIn(space.path)).length, 1);
  });
});
