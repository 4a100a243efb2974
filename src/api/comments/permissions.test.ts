import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import type { Role } from "../../identity/roles/library-item-roles.ts";

describeOnEachDatabase("permissions on comments", (suite) => {
  test("depend on the role on the space and on the author", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const comment = { body: { body: { markdown: "Mine" } } };
    for (const { path } of [space, request]) {
      for (const role of ["read", "comment", "edit", "review", "create", "admin"] as const satisfies Role[]) {
        const [caller, author] = [await app.member(role), await app.member("comment")];
        const { id } = await app.comment(path, {}, author);
        const commentPath = `${path}/comments/${id}`;
        const reply = await app.ok(author, `POST ${commentPath}/replies`, comment);
        const replyPath = `${commentPath}/replies/${reply.id}`;
        const status = async (operation: string, body?: object) =>
          (await app.call(caller, operation, body && { body })).status;
        const [canComment, canResolve, isAdmin] = [
          role !== "read",
          !["read", "comment"].includes(role),
          role === "admin",
        ];
        const okIf = (may: boolean) => (may ? 200 : 403);
        assert.deepEqual(
          {
            list: await status(`GET ${path}/comments`),
            read: await status(`GET ${commentPath}`),
            readReply: await status(`GET ${replyPath}`),
            commenters: await status(`GET ${path}/commenters`),
            post: await status(`POST ${path}/comments`, comment.body),
            reply: await status(`POST ${commentPath}/replies`, comment.body),
            react: await status(`PUT ${commentPath}`, { addedReactions: ["👍"] }),
            reactToReply: await status(`PUT ${replyPath}`, { addedReactions: ["👍"] }),
            edit: await status(`PUT ${commentPath}`, comment.body),
            editReply: await status(`PUT ${replyPath}`, comment.body),
            resolve: await status(`PUT ${commentPath}`, { resolved: true }),
            reopen: await status(`PUT ${commentPath}`, { resolved: false }),
            both: await status(`PUT ${commentPath}`, { addedReactions: ["🎉"], ...comment.body }),
          },
          {
            list: 200,
            read: 200,
            readReply: 200,
            commenters: 200,
            post: okIf(canComment),
            reply: okIf(canComment),
            react: okIf(canComment),
            reactToReply: okIf(canComment),
            edit: 403,
            editReply: 403,
            resolve: okIf(canResolve),
            reopen: okIf(canResolve),
            both: 403,
          },
          `${role} on ${path}`,
        );
        const shown = await app.ok(caller, `GET ${commentPath}`);
        const permissions = { view: true, edit: false, reply: canComment, delete: isAdmin };
        assert.deepEqual(shown.permissions, permissions);
        assert.deepEqual((await app.ok(caller, `GET ${replyPath}`)).permissions, permissions);
        assert.ok(!shown.reactions.some(({ emoji }: { emoji: string }) => emoji === "🎉"));
        assert.equal(shown.body.markdown, "Hm.");
        assert.equal(await status(`DELETE ${replyPath}`), isAdmin ? 205 : 403);
        assert.equal(await status(`DELETE ${commentPath}`), isAdmin ? 205 : 403);
      }
    }
  });

  test("are lost with the role", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const guest = await app.member(null);
    await app.give(path, "comment", { users: [guest] });
    const { id } = await app.comment(path, {}, guest);
    await app.give(path, "read", { users: [guest] });
    const commentPath = `${path}/comments/${id}`;
    assert.deepEqual((await app.ok(guest, `GET ${commentPath}`)).permissions, {
      view: true,
      edit: false,
      reply: false,
      delete: false,
    });
    await app.refused(guest, `PUT ${commentPath}`, 403, /needs the role comment/, {
      body: { body: { markdown: "x" } },
    });
    await app.refused(guest, `DELETE ${commentPath}`, 403, /needs the role comment/);
    const stranger = await app.stranger();
    for (const operation of [`GET ${commentPath}`, `GET ${path}/comments`, `DELETE ${commentPath}`])
      await app.refused(stranger, operation, 404, /^Space not found/);
  });

  test("allow commenting on archived and merged change requests, and reading in a deleted space", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const { id } = await app.comment(request.path);
    const commentPath = `${request.path}/comments/${id}`;
    await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "archived" } });
    assert.equal((await app.ok(app.admin, `GET ${commentPath}`)).id, id);
    await app.ok(app.admin, `POST ${commentPath}/replies`, { body: { body: { markdown: "Why?" } } });
    await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "open" } });
    await app.ok(app.admin, `POST ${request.path}/merge`);
    const merged = await app.ok(app.admin, `PUT ${commentPath}`, { body: { resolved: true } });
    assert.equal(merged.status, "resolved");
    await app.comment(request.path);
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).comments, 1);
    await app.ok(app.admin, `DELETE ${space.path}`);
    assert.deepEqual(await app.ok(app.admin, `GET ${commentPath}`), merged);
    await app.refused(app.admin, `PUT ${commentPath}`, 409, /deleted; restore it first/, { body: {} });
    await app.ok(app.admin, `POST ${space.path}/restore`);
    assert.deepEqual(await app.ok(app.admin, `GET ${commentPath}`), merged);
  });

  test("and counts stay correct while the space is transferred", async () => {
    const { app } = suite;
    const other = await app.organization();
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, {
      body: { emails: [app.admin.email], role: "create" },
    });
    for (let round = 0; round < 4; round++) {
      const { path } = await app.space();
      const { id } = await app.comment(path);
      const commentPath = `${path}/comments/${id}`;
      const react = (emoji: string) =>
        app.call(app.admin, `PUT ${commentPath}`, { body: { addedReactions: [emoji] } });
      const calls = await Promise.all([
        app.call(app.admin, `POST ${path}/transfer`, { body: { organization: other.id } }),
        ...["👍", "🎉", "🚀"].map(react),
        app.call(app.admin, `POST ${commentPath}/replies`, { body: { body: { markdown: "x" } } }),
        app.call(app.admin, `POST ${path}/comments`, { body: { body: { markdown: "x" } } }),
      ]);
      for (const { status } of calls) assert.ok([200, 404, 409].includes(status), `${status}`);
      const strays = await app.context.database.read
        .selectFrom("comment_reactions")
        .where("place_id", "=", path.split("/")[2] ?? "")
        .where("organization_id", "!=", other.id)
        .selectAll()
        .execute();
      assert.equal(strays.length, 0);
      const reacted = calls.slice(1, 4).filter(({ status }) => status === 200).length;
      const shown = await app.ok(other.admin, `GET ${commentPath}`);
      assert.ok(shown.reactions.length >= reacted);
      const { items } = await app.ok(other.admin, `GET ${path}/comments`);
      assert.equal((await app.ok(other.admin, `GET ${path}`)).comments, items.length);
    }
  });

  test("and the comments are transferred with the space", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const other = await app.organization();
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, {
      body: { emails: [app.admin.email], role: "create" },
    });
    const transferred = [];
    for (const { path } of [space, request]) {
      const { id } = await app.comment(path);
      const commentPath = `${path}/comments/${id}`;
      await app.ok(app.admin, `PUT ${commentPath}`, { body: { addedReactions: ["👍"] } });
      await app.ok(app.admin, `POST ${commentPath}/replies`, { body: { body: { markdown: "x" } } });
      transferred.push([path, commentPath, await app.ok(app.admin, `GET ${commentPath}`)] as const);
    }
    await app.ok(app.admin, `POST ${space.path}/transfer`, { body: { organization: other.id } });
    for (const [path, commentPath, before] of transferred) {
      const after = await app.ok(other.admin, `GET ${commentPath}`);
      // It is unread by the other user.
      assert.deepEqual({ ...after, unread: false, permissions: before.permissions }, before);
      assert.equal((await app.ok(other.admin, `GET ${commentPath}/replies`)).items.length, 1);
      await app.comment(path, {}, other.admin);
      assert.equal((await app.ok(other.admin, `GET ${path}`)).comments, 2);
      assert.equal((await app.ok(other.admin, `GET ${path}/commenters`)).count, 2);
    }
  });
});
