import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

describeOnEachDatabase("unread comments", (suite) => {
  test("are those of others since the caller last read the comments on the page", async () => {
    const { app } = suite;
    const space = await app.space();
    const [page, other] = [await app.page(space.path, "Page"), await app.page(space.path, "Other")];
    const request = await app.changeRequest(space);
    for (const { path } of [space, request]) {
      const [author, reader] = [await app.member("comment"), await app.member("read")];
      const read = (person: Person, body: object) => app.call(person, `POST ${path}/comments/read`, { body });
      const unread = async (person: Person): Promise<boolean[]> =>
        (await app.ok(person, `GET ${path}/comments?order=asc`)).items.map(
          (comment: { unread: boolean }) => comment.unread,
        );
      const first = await app.comment(path, { page }, author);
      await app.comment(path, { page: other }, author);
      await app.comment(path, {}, author);
      assert.deepEqual(await unread(author), [false, false, false]);
      assert.deepEqual(await unread(reader), [true, true, true]);

      assert.equal((await read(reader, { page, until: first.postedAt })).status, 204);
      assert.deepEqual(await unread(reader), [false, true, true]);
      await read(reader, {});
      assert.deepEqual(await unread(reader), [false, true, false]);

      const replies = `${path}/comments/${first.id}/replies`;
      const reply = await app.ok(app.admin, `POST ${replies}`, { body: { body: { markdown: "Yes" } } });
      assert.equal(reply.unread, false);
      assert.deepEqual(
        [await unread(author), await unread(reader)],
        [
          [true, false, false],
          [true, true, false],
        ],
      );
      const readReplies = async () => (await app.ok(reader, `GET ${replies}`)).items[0].unread;
      assert.equal(await readReplies(), true);
      // An earlier time, such as that of another window, changes nothing; a later one is now.
      await read(reader, { page, until: "2999-01-01T00:00:00.000Z" });
      await read(reader, { page, until: first.postedAt });
      assert.equal(await readReplies(), false);
      assert.deepEqual(await unread(reader), [false, true, false]);
      await app.ok(app.admin, `POST ${replies}`, { body: { body: { markdown: "And" } } });
      assert.deepEqual(await unread(reader), [true, true, false]);
    }
    for (const until of ["x", "2020-12-31T23:59:60Z", "9999-12-31T23:59:59-23:00"]) {
      const { status } = await app.call(app.admin, `POST ${space.path}/comments/read`, { body: { until } });
      assert.ok(status === 400 || status === 204, `${until}: ${status}`);
    }
    await app.refused(app.admin, `POST ${space.path}/comments/read`, 400, /until/, { body: { until: "x" } });
  });

  test("leave no mark for pages without comments", async () => {
    const { app } = suite;
    const space = await app.space();
    const reader = await app.member("read");
    const marks = async () => {
      const marked = app.context.database.read.selectFrom("comment_reads").where("user_id", "=", reader.id);
      return (await marked.select("page_id").execute()).map(({ page_id }) => page_id);
    };
    await app.call(reader, `POST ${space.path}/comments/read`, { body: { page: "x".repeat(200) } });
    assert.deepEqual(await marks(), []);
    await app.call(reader, `POST ${space.path}/comments/read`, { body: {} });
    assert.deepEqual(await marks(), [""]);
  });
});

describeOnEachDatabase("a comment on words", (suite) => {
  test("has the words with their surroundings, and may propose others, which are taken once", async () => {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page", { document: { markdown: "One two three\n" } });
    const request = await app.changeRequest(space);
    for (const { path } of [space, request]) {
      const { document } = await app.ok(app.admin, `GET ${path}/content/page/${page}?format=document`);
      const node = document.nodes[0].key;
      const author = await app.member("comment");
      const quote = { text: "two", prefix: "One ", suffix: " three" };
      const post = (fields: object) => app.comment(path, { page, node, ...fields }, author);
      const comment = await post({ quote, suggestion: "2" });
      assert.deepEqual(comment.target.quote, quote);
      assert.deepEqual(comment.suggestion, { text: "2" });
      assert.equal(comment.target.suggestion, undefined);
      assert.equal((await post({ quote: { text: "two" }, suggestion: "" })).suggestion.text, "");
      const plain = await post({});

      const at = (id: string) => `PUT ${path}/comments/${id}`;
      const take = { body: { suggestionTaken: true, resolved: true } };
      await app.refused(author, at(comment.id), 403, /edit/, take);
      await app.refused(app.admin, at(plain.id), 400, /^suggestionTaken: /, take);
      const editor = await app.member("edit");
      const taken = await app.ok(editor, at(comment.id), take);
      assert.deepEqual(
        [taken.status, taken.suggestion.takenBy.id, taken.suggestion.takenAt],
        ["resolved", editor.id, taken.resolvedAt],
      );
      await app.refused(app.admin, at(comment.id), 409, /taken already/, take);

      const refused = (field: RegExp, body: object) =>
        app.refused(author, `POST ${path}/comments`, 400, field, {
          body: { body: { markdown: "x" }, ...body },
        });
      await refused(/^node: /, { page, quote });
      await refused(/^quote: /, { page, node, suggestion: "2" });
      await refused(/quote/, { page, node, quote: { text: "" } });
      await refused(/quote/, { page, node, quote: { text: "x".repeat(3000) } });
    }
  });
});
