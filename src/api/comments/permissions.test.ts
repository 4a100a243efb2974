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
        const at = `${path}/comments/${id}`;
        const reply = await app.ok(author, `POST ${at}/replies`, comment);
        const replyAt = `${at}/replies/${reply.id}`;
        const status = async (operation: string, body?: object) =>
          (await app.call(caller, operation, body && { body })).status;
        const [comments, resolves, admin] = [
          role !== "read",
          !["read", "comment"].includes(role),
          role === "admin",
        ];
        const if_ = (may: boolean) => (may ? 200 : 403);
        assert.deepEqual(
          {
            list: await status(`GET ${path}/comments`),
            read: await status(`GET ${at}`),
            readReply: await status(`GET ${replyAt}`),
            commenters: await status(`GET ${path}/commenters`),
            post: await status(`POST ${path}/comments`, comment.body),
            reply: await status(`POST ${at}/replies`, comment.body),
            react: await status(`PUT ${at}`, { addedReactions: ["👍"] }),
            reactToReply: await status(`PUT ${replyAt}`, { addedReactions: ["👍"] }),
            edit: await status(`PUT ${at}`, comment.body),
            editReply: await status(`PUT ${replyAt}`, comment.body),
            resolve: await status(`PUT ${at}`, { resolved: true }),
            reopen: await status(`PUT ${at}`, { resolved: false }),
            both: await status(`PUT ${at}`, { addedReactions: ["🎉"], ...comment.body }),
          },
          {
            list: 200,
            read: 200,
            readReply: 200,
            commenters: 200,
            post: if_(comments),
            reply: if_(comments),
            react: if_(comments),
            reactToReply: if_(comments),
            edit: 403,
            editReply: 403,
            resolve: if_(resolves),
            reopen: if_(resolves),
            both: 403,
          },
          `${role} on ${path}`,
        );
        const shown = await app.ok(caller, `GET ${at}`);
        const permissions = { view: true, edit: false, reply: comments, delete: admin };
        assert.deepEqual(shown.permissions, permissions);
        assert.deepEqual((await app.ok(caller, `GET ${replyAt}`)).permissions, permissions);
        assert.ok(!shown.reactions.some(({ emoji }: { emoji: string }) => emoji === "🎉"));
        assert.equal(shown.body.markdown, "Hm.");
        assert.equal(await status(`DELETE ${replyAt}`), admin ? 205 : 403);
        assert.equal(await status(`DELETE ${at}`), admin ? 205 : 403);
      }
    }
  });

  test("end with the role", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const guest = await app.member(null);
    await app.give(path, "comment", { users: [guest] });
    const { id } = await app.comment(path, {}, guest);
    await app.give(path, "read", { users: [guest] });
    const at = `${path}/comments/${id}`;
    assert.deepEqual((await app.ok(guest, `GET ${at}`)).permissions, {
      view: true,
      edit: false,
      reply: false,
      delete: false,
    });
    await app.refused(guest, `PUT ${at}`, 403, /needs the role comment/, {
      body: { body: { markdown: "x" } },
    });
    await app.refused(guest, `DELETE ${at}`, 403, /needs the role comment/);
    const stranger = await app.stranger();
    for (const operation of [`GET ${at}`, `GET ${path}/comments`, `DELETE ${at}`])
      await app.refused(stranger, operation, 404, /^Space not found/);
  });

  test("allow commenting on archived and merged change requests, and reading in a deleted space", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const { id } = await app.comment(request.path);
    const at = `${request.path}/comments/${id}`;
    await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "archived" } });
    assert.equal((await app.ok(app.admin, `GET ${at}`)).id, id);
    await app.ok(app.admin, `POST ${at}/replies`, { body: { body: { markdown: "Why?" } } });
    await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "open" } });
    await app.ok(app.admin, `POST ${request.path}/merge`);
    const merged = await app.ok(app.admin, `PUT ${at}`, { body: { resolved: true } });
    assert.equal(merged.status, "resolved");
    await app.comment(request.path);
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).comments, 1);
    await app.ok(app.admin, `DELETE ${space.path}`);
    assert.deepEqual(await app.ok(app.admin, `GET ${at}`), merged);
    await app.refused(app.admin, `PUT ${at}`, 409, /deleted; restore it first/, { body: {} });
    await app.ok(app.admin, `POST ${space.path}/restore`);
    assert.deepEqual(await app.ok(app.admin, `GET ${at}`), merged);
  });

  test("stay correct for comments posted while the space is transferred", async () => {
    const { app } = suite;
    const other = await app.organization();
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, {
      body: { emails: [app.admin.email], role: "create" },
    });
    for (let round = 0; round < 4; round++) {
      const { path } = await app.space();
      const { id } = await app.comment(path);
      const at = `${path}/comments/${id}`;
      const react = (emoji: string) =>
        app.call(app.admin, `PUT ${at}`, { body: { addedReactions: [emoji] } });
      const calls = await Promise.all([
        app.call(app.admin, `POST ${path}/transfer`, { body: { organization: other.id } }),
        ...["👍", "🎉", "🚀"].map(react),
        app.call(app.admin, `POST ${at}/replies`, { body: { body: { markdown: "x" } } }),
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
      const shown = await app.ok(other.admin, `GET ${at}`);
      assert.ok(shown.reactions.length >= reacted);
      const { items } = await app.ok(other.admin, `GET ${path}/comments`);
      assert.equal((await app.ok(other.admin, `GET ${path}`)).comments, items.length);
    }
  });

  test("are transferred with the space", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const other = await app.organization();
    await app.ok(other.admin, `POST /orgs/${other.id}/invites`, {
      body: { emails: [app.admin.email], role: "create" },
    });
    const kept = [];
    for (const { path } of [space, request]) {
      const { id } = await app.comment(path);
      const at = `${path}/comments/${id}`;
      await app.ok(app.admin, `PUT ${at}`, { body: { addedReactions: ["👍"] } });
      await app.ok(app.admin, `POST ${at}/replies`, { body: { body: { markdown: "x" } } });
      kept.push([path, at, await app.ok(app.admin, `GET ${at}`)] as const);
    }
    await app.ok(app.admin, `POST ${space.path}/transfer`, { body: { organization: other.id } });
    for (const [path, at, before] of kept) {
      const after = await app.ok(other.admin, `GET ${at}`);
      assert.deepEqual({ ...after, permissions: before.permissions }, before);
      assert.equal((await app.ok(other.admin, `GET ${at}/replies`)).items.length, 1);
      await app.comment(path, {}, other.admin);
      assert.equal((await app.ok(other.admin, `GET ${path}`)).comments, 2);
      assert.equal((await app.ok(other.admin, `GET ${path}/commenters`)).count, 2);
    }
  });
});
