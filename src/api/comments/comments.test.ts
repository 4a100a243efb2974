import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type TestApp } from "../../../test/support/app.ts";

/** Creates a space with one page, and a change request. */
async function createCommentables(app: TestApp) {
  const space = await app.space();
  const page = await app.page(space.path, "Page", { document: { markdown: "One\n\nTwo\n" } });
  const request = await app.changeRequest(space);
  return [
    { ...space, page, target: { space: space.id } },
    { ...request, page, target: { space: space.id, changeRequest: request.id } },
  ];
}

describeOnEachDatabase("comments", (suite) => {
  test("are posted, read, edited, resolved, reopened and deleted", async () => {
    const { app } = suite;
    for (const { path, target } of await createCommentables(app)) {
      const { revision } = await app.ok(app.admin, `GET ${path}`);
      const author = await app.member("comment");
      const markdown = "Hello *you* <script>alert(1)</script>\r\n\r\n\ttab  \n";
      const posted = await app.comment(path, { body: { markdown } }, author);
      const user = await app.ok(author, "GET /user");
      const commentPath = `${path}/comments/${posted.id}`;
      assert.deepEqual(posted, {
        object: "comment",
        id: posted.id,
        postedBy: user,
        postedAt: posted.postedAt,
        reactions: [],
        replies: 0,
        repliers: [],
        body: { markdown },
        target: { ...target, revision },
        status: "open",
        unread: false,
        urls: { location: `http://127.0.0.1:4400/v1${commentPath}` },
        permissions: { view: true, edit: true, reply: true, delete: true },
      });
      assert.deepEqual(await app.ok(author, `GET ${commentPath}`), posted);

      const edited = await app.ok(author, `PUT ${commentPath}`, { body: { body: { markdown: "Hi" } } });
      assert.ok(edited.editedAt >= posted.postedAt);
      assert.deepEqual(edited, { ...posted, body: { markdown: "Hi" }, editedAt: edited.editedAt });

      const resolved = await app.ok(app.admin, `PUT ${commentPath}`, { body: { resolved: true } });
      assert.ok(resolved.resolvedAt >= edited.editedAt);
      assert.equal(resolved.resolvedBy.id, app.admin.id);
      const mine = { view: true, edit: false, reply: true, delete: true };
      const unread = true;
      const { resolvedAt, resolvedBy } = resolved;
      const expected = { ...edited, status: "resolved", resolvedAt, resolvedBy, unread, permissions: mine };
      assert.deepEqual(resolved, expected);
      assert.deepEqual(await app.ok(app.admin, `PUT ${commentPath}`, { body: { resolved: true } }), resolved);
      const opened = await app.ok(app.admin, `PUT ${commentPath}`, { body: { resolved: false } });
      assert.deepEqual(opened, { ...edited, unread, permissions: mine });
      assert.deepEqual(await app.ok(app.admin, `PUT ${commentPath}`, { body: {} }), opened);

      assert.equal((await app.call(author, `DELETE ${commentPath}`)).status, 205);
      assert.equal((await app.call(author, `DELETE ${commentPath}`)).status, 204);
      await app.refused(author, `GET ${commentPath}`, 404, /^Comment not found/);
      await app.refused(author, `PUT ${commentPath}`, 404, /^Comment not found/, { body: {} });
    }
  });

  test("have replies, which are deleted with the comment", async () => {
    const { app } = suite;
    for (const { path } of await createCommentables(app)) {
      const [author, other] = [await app.member("comment"), await app.member("comment")];
      const comment = await app.comment(path, {}, author);
      const replies = `${path}/comments/${comment.id}/replies`;
      const body = { body: { markdown: "I see." } };
      const first = await app.ok(other, `POST ${replies}`, { body });
      assert.deepEqual(first, {
        object: "comment-reply",
        id: first.id,
        postedBy: await app.ok(other, "GET /user"),
        postedAt: first.postedAt,
        reactions: [],
        unread: false,
        body: { markdown: "I see." },
        urls: { location: `http://127.0.0.1:4400/v1${replies}/${first.id}` },
        permissions: { view: true, edit: true, reply: true, delete: true },
      });
      assert.deepEqual(await app.ok(other, `GET ${replies}/${first.id}`), first);
      const second = await app.ok(author, `POST ${replies}`, { body });
      const { items, count } = await app.ok(other, `GET ${replies}`);
      assert.deepEqual([count, items[0], items[1].id], [2, first, second.id]);
      assert.equal((await app.ok(author, `GET ${path}/comments/${comment.id}`)).replies, 2);
      assert.equal((await app.ok(author, `GET ${path}/comments`)).count, 1);

      const edited = await app.ok(other, `PUT ${replies}/${first.id}`, {
        body: { body: { markdown: "I do not." }, addedReactions: ["👍"], resolved: true },
      });
      assert.equal(edited.body.markdown, "I do not.");
      assert.ok(edited.editedAt);
      assert.equal(edited.reactions[0].count, 1);
      assert.ok(!("status" in edited) && !("replies" in edited) && !("target" in edited));

      assert.equal((await app.call(author, `DELETE ${replies}/${second.id}`)).status, 205);
      assert.equal((await app.call(author, `DELETE ${replies}/${second.id}`)).status, 204);
      await app.refused(author, `GET ${replies}/${second.id}`, 404, /^Comment reply not found/);
      assert.equal((await app.ok(author, `GET ${path}/comments/${comment.id}`)).replies, 1);
      await app.ok(author, `DELETE ${path}/comments/${comment.id}`);
      await app.refused(other, `GET ${replies}/${first.id}`, 404, /^Comment reply not found/);
      await app.refused(other, `GET ${replies}`, 404, /^Comment not found/);
      await app.refused(other, `POST ${replies}`, 404, /^Comment not found/, { body });
    }
  });

  test("list the users who replied, with the number of their replies", async () => {
    const { app } = suite;
    for (const { path } of await createCommentables(app)) {
      const [one, two] = [await app.member("comment"), await app.member("comment")];
      const [first, second] = [await app.comment(path), await app.comment(path)];
      const reply = (person: typeof one, { id }: { id: string }) =>
        app.ok(person, `POST ${path}/comments/${id}/replies`, { body: { body: { markdown: "x" } } });
      const post = [await reply(one, first), await reply(two, first), await reply(one, first)] as const;
      const other = await reply(two, second);
      const readRepliers = async () => {
        const { items } = await app.ok(app.admin, `GET ${path}/comments`, { query: { order: "asc" } });
        for (const item of items)
          assert.deepEqual(item, await app.ok(app.admin, `GET ${path}/comments/${item.id}`));
        return items.map(({ repliers }: { repliers: unknown }) => repliers);
      };
      const by = async (person: typeof one, count: number, { postedAt }: { postedAt: string }) => ({
        user: await app.ok(person, "GET /user"),
        count,
        updatedAt: postedAt,
      });
      const bySecond = [await by(two, 1, other)];
      assert.deepEqual(await readRepliers(), [
        [await by(one, 2, post[2]), await by(two, 1, post[1])],
        bySecond,
      ]);
      const remove = (id: string) => app.ok(app.admin, `DELETE ${path}/comments/${first.id}/replies/${id}`);
      await remove(post[2].id);
      await remove(post[1].id);
      assert.deepEqual(await readRepliers(), [[await by(one, 1, post[2])], bySecond]);
      await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${one.id}`);
      const [[{ user }]] = await readRepliers();
      assert.equal(user.id, one.id);
      await remove(post[0].id);
      assert.deepEqual(await readRepliers(), [[], bySecond]);
      await app.ok(app.admin, `DELETE ${path}/comments/${second.id}`);
      assert.deepEqual(await readRepliers(), [[]]);
    }
  });

  test("are not found on another space or change request", async () => {
    const { app } = suite;
    const [space, request] = await createCommentables(app);
    assert.ok(space && request);
    const other = await app.space();
    const comment = await app.comment(space.path);
    const reply = await app.ok(app.admin, `POST ${space.path}/comments/${comment.id}/replies`, {
      body: { body: { markdown: "Yes" } },
    });
    const otherComment = await app.comment(space.path);
    for (const path of [request.path, other.path]) {
      const commentPath = `${path}/comments/${comment.id}`;
      await app.refused(app.admin, `GET ${commentPath}`, 404, /^Comment not found/);
      await app.refused(app.admin, `PUT ${commentPath}`, 404, /^Comment not found/, {
        body: { resolved: true },
      });
      assert.equal((await app.call(app.admin, `DELETE ${commentPath}`)).status, 204);
      await app.refused(app.admin, `GET ${commentPath}/replies/${reply.id}`, 404, /^Comment reply not found/);
    }
    await app.refused(app.admin, `GET ${space.path}/comments/${reply.id}`, 404, /^Comment not found/);
    const otherPath = `${space.path}/comments/${otherComment.id}/replies/${reply.id}`;
    await app.refused(app.admin, `GET ${otherPath}`, 404, /^Comment reply not found/);
    assert.equal((await app.call(app.admin, `DELETE ${otherPath}`)).status, 204);
    assert.equal((await app.ok(app.admin, `GET ${space.path}/comments/${comment.id}`)).status, "open");
  });

  test("are written and read as Markdown or as blocks", async () => {
    const { app } = suite;
    for (const { path } of await createCommentables(app)) {
      const markdown =
        'See [this](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n{% embed url="data:text/html,x" %}\n';
      const { id } = await app.comment(path, { body: { markdown } });
      assert.deepEqual((await app.ok(app.admin, `GET ${path}/comments/${id}`)).body, { markdown });
      const { body } = await app.ok(app.admin, `GET ${path}/comments/${id}?format=document`);
      assert.deepEqual(Object.keys(body), ["document"]);
      assert.doesNotMatch(JSON.stringify(body), /javascript:|data:text/);
      assert.match(JSON.stringify(body), /about:blank/);
      const { items } = await app.ok(app.admin, `GET ${path}/comments?format=document`);
      assert.deepEqual(items[0].body, body);

      const safe = await app.comment(path, { body: { markdown: "See [this](https://a.b/c), **now**\n" } });
      const { document } = (await app.ok(app.admin, `GET ${path}/comments/${safe.id}?format=document`)).body;
      const again = await app.comment(path, { body: { document } });
      assert.deepEqual(again.body, safe.body);
      const replies = `${path}/comments/${id}/replies`;
      const reply = await app.ok(app.admin, `POST ${replies}?format=document`, {
        body: { body: { document } },
      });
      assert.deepEqual(reply.body, { document });
      const list = await app.ok(app.admin, `GET ${replies}?format=document`);
      assert.deepEqual(list.items, [reply]);
    }
  });

  test("are refused if invalid, with the name of the field", async () => {
    const { app } = suite;
    for (const { path, page } of await createCommentables(app)) {
      const longest = "x".repeat(100 * 1024);
      const { id } = await app.comment(path, { body: { markdown: longest } });
      const commentPath = `${path}/comments/${id}`;
      assert.equal((await app.ok(app.admin, `GET ${commentPath}`)).body.markdown, longest);
      const invalid = [
        [{}, /^body: is required/],
        [{ body: {} }, /^body: must not be empty/],
        [{ body: null }, /^body: must be object/],
        [{ body: "text" }, /^body: must be object/],
        [{ body: [] }, /^body: must be object/],
        [{ body: { markdown: "" } }, /^body: must not be empty/],
        [{ body: { markdown: " \n\t" } }, /^body: must not be empty/],
        [{ body: { markdown: 1 } }, /^body.markdown: must be string/],
        [{ body: { markdown: `${longest}x` } }, /^body.markdown: must be at most/],
        [{ body: { markdown: "é".repeat(60 * 1024) } }, /^body: must be at most 100 KB/],
        [{ body: { document: { object: "document", nodes: [] } } }, /^body: must not be empty/],
        [{ body: { document: { object: "document", nodes: [{}] } } }, /^body.document.nodes\[0\]/],
      ] as const;
      for (const [body, message] of invalid) {
        await app.refused(app.admin, `POST ${path}/comments`, 400, message, { body });
        await app.refused(app.admin, `POST ${commentPath}/replies`, 400, message, { body });
        if ("body" in body) await app.refused(app.admin, `PUT ${commentPath}`, 400, message, { body });
      }
      for (const [fields, message] of [
        [{ page: "nowhere" }, /^page: Page not found/],
        [{ page, node: "nowhere" }, /^node: Block of the page not found/],
      ] as const)
        await app.refused(app.admin, `POST ${path}/comments`, 404, message, {
          body: { body: { markdown: "x" }, ...fields },
        });
      for (const [fields, message] of [
        [{ page: 1 }, /^page: must be string/],
        [{ node: "x" }, /^page: is required with node/],
        [{ page, tableCell: { record: "a", definition: "b" } }, /^node: is required/],
        [{ page, tableCell: {} }, /^tableCell/],
      ] as const)
        await app.refused(app.admin, `POST ${path}/comments`, 400, message, {
          body: { body: { markdown: "x" }, ...fields },
        });
      for (const [body, message] of [
        [{ resolved: "yes" }, /^resolved: must be boolean/],
        [{ addedReactions: "👍" }, /^addedReactions: must be array/],
        [{ addedReactions: ["👍", "thumb"] }, /^addedReactions\[1\]: must be an emoji/],
        [{ removedReactions: [""] }, /^removedReactions\[0\]: must be an emoji/],
        [{ addedReactions: ["👍👎"] }, /^addedReactions\[0\]: must be an emoji/],
      ] as const)
        await app.refused(app.admin, `PUT ${commentPath}`, 400, message, { body });
      const { count, items } = await app.ok(app.admin, `GET ${path}/comments`);
      assert.deepEqual([count, items[0].replies, items[0].editedAt], [1, 0, undefined]);
    }
  });

  test("are counted by status on the space and the change request", async () => {
    const { app } = suite;
    const [space, request] = await createCommentables(app);
    assert.ok(space && request);
    const assertCounts = async (onSpace: number, onRequest: number) => {
      assert.equal((await app.ok(app.admin, `GET ${space.path}`)).comments, onSpace);
      assert.equal((await app.ok(app.admin, `GET ${request.path}`)).comments, onRequest);
    };
    for (const [commentable, assertCount] of [
      [space, (open: number) => assertCounts(open, 0)],
      [request, (open: number) => assertCounts(2, open)],
    ] as const) {
      const put = (id: string, resolved: boolean) =>
        app.ok(app.admin, `PUT ${commentable.path}/comments/${id}`, { body: { resolved } });
      const first = await app.comment(commentable.path);
      const second = await app.comment(commentable.path);
      await app.comment(commentable.path);
      await assertCount(3);
      await put(first.id, true);
      await put(first.id, true);
      await assertCount(2);
      await put(first.id, false);
      await put(first.id, false);
      await assertCount(3);
      await put(second.id, true);
      assert.equal((await app.ok(app.admin, `GET ${commentable.path}/comments?status=resolved`)).count, 1);
      await app.ok(app.admin, `DELETE ${commentable.path}/comments/${second.id}`);
      await assertCount(2);
      assert.equal((await app.ok(app.admin, `GET ${commentable.path}/comments?status=resolved`)).count, 0);
    }
  });

  test("have correct counts after concurrent posts, replies, updates and deletions", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    for (const { path } of [space, request]) {
      const { id } = await app.comment(path);
      const deleted: string[] = [];
      for (let i = 0; i < 10; i++) deleted.push((await app.comment(path)).id);
      const reply = (comment: string) =>
        app.call(app.admin, `POST ${path}/comments/${comment}/replies`, {
          body: { body: { markdown: "x" } },
        });
      await Promise.all([
        ...deleted.map((commentId) => app.call(app.admin, `DELETE ${path}/comments/${commentId}`)),
        ...deleted.map((commentId) =>
          app.call(app.admin, `PUT ${path}/comments/${commentId}`, { body: { resolved: true } }),
        ),
        ...deleted.map(reply),
        ...deleted.map((commentId) => app.call(app.admin, `DELETE ${path}/comments/${commentId}`)),
        ...deleted.map(() => app.comment(path)),
        ...deleted.map(() => reply(id)),
      ]);
      const { items, count } = await app.ok(app.admin, `GET ${path}/comments`);
      assert.deepEqual([items.length, count], [11, 11]);
      assert.equal((await app.ok(app.admin, `GET ${path}`)).comments, 11);
      const commented = await app.ok(app.admin, `GET ${path}/comments/${id}`);
      assert.deepEqual([commented.replies, commented.repliers[0].count], [10, 10]);
      assert.equal((await app.ok(app.admin, `GET ${path}/comments/${id}/replies`)).items.length, 10);
      assert.equal((await app.ok(app.admin, `GET ${path}/comments?status=resolved`)).count, 0);
    }
  });
});
