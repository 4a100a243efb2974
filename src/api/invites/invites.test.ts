import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, uniqueName } from "../../../test/support/app.ts";

describeOnEachDatabase("invitations", (suite) => {
  const invites = () => `/orgs/${suite.app.organizationId}/invites`;
  const links = () => `/orgs/${suite.app.organizationId}/link-invites`;
  const member = (userId: string) =>
    suite.app.ok(suite.app.admin, `GET /orgs/${suite.app.organizationId}/members/${userId}`);

  test("users are added by email, and created if they do not exist", async () => {
    const { app } = suite;
    const known = await app.stranger();
    const [plain, special] = [`${uniqueName()}@example.com`, `${uniqueName()}@example.com`];
    const body = {
      emails: [plain.toUpperCase(), { email: special, role: null }, known.email, plain],
      role: "comment",
    };
    const reply = await app.ok(app.admin, `POST ${invites()}`, { body });
    assert.equal(reply.invited, 3);
    assert.equal(reply.users.length, 3);
    assert.ok(reply.users.includes(known.id));
    const added = await Promise.all(reply.users.map(member));
    const roles = Object.fromEntries(added.map(({ user, role }) => [user.email, role]));
    assert.deepEqual(roles, { [plain]: "comment", [special]: null, [known.email]: "comment" });

    const again = await app.ok(app.admin, `POST ${invites()}`, { body: { emails: [plain], role: "admin" } });
    assert.deepEqual(again, { users: [], invited: 0 });
    assert.deepEqual(
      reply.created,
      reply.users.filter((id: string) => id !== known.id),
    );
    assert.equal((await member(added.find(({ user }) => user.email === plain)?.id)).role, "comment");
  });

  test("without a role, invited users get the organization's default role", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { defaultRole: "edit" } });
    const { users } = await app.ok(admin, `POST /orgs/${id}/invites`, {
      body: { emails: [`${uniqueName()}@example.com`] },
    });
    assert.equal((await app.ok(admin, `GET /orgs/${id}/members/${users[0]}`)).role, "edit");
  });

  test("with sso, new users become SSO members; members of another organization do not", async () => {
    const { app } = suite;
    const { admin: otherAdmin } = await app.organization();
    const fresh = `${uniqueName()}@example.com`;
    const reply = await app.ok(app.admin, `POST ${invites()}`, {
      body: { emails: [fresh, otherAdmin.email], sso: true },
    });
    assert.equal(reply.invited, 2);
    assert.deepEqual(reply.failedSSOEmails, [otherAdmin.email]);
    const added = await Promise.all(reply.users.map(member));
    assert.deepEqual(Object.fromEntries(added.map(({ user, sso }) => [user.email, sso])), {
      [fresh]: true,
      [otherAdmin.email]: false,
    });
  });

  test("one invalid email address refuses the whole invitation", async () => {
    const { app } = suite;
    const good = `${uniqueName()}@example.com`;
    for (const [body, message] of [
      [{}, /emails: is required/],
      [{ emails: [] }, /emails: must have at least 1 item/],
      [{ emails: good }, /emails: must be array/],
      [{ emails: [good, "no address"] }, /emails\[1\].*no address/],
      [{ emails: [good, { email: "x" }] }, /emails\[1\]/],
      [{ emails: [good, 7] }, /emails\[1\]/],
      [{ emails: [good], role: "king" }, /role: must be one of/],
      [{ emails: [good], sso: "yes" }, /sso: must be boolean/],
    ] as const) {
      await app.refused(app.admin, `POST ${invites()}`, 400, message, { body });
    }
    const found = await app.ok(app.admin, `GET /orgs/${app.organizationId}/members`, {
      query: { search: good },
    });
    assert.equal(found.count, 0);
    await app.refused(await app.member("create"), `POST ${invites()}`, 403, /role admin/, {
      body: { emails: [good] },
    });
  });

  test("an invite link is created, listed, read, changed and deleted", async () => {
    const { app } = suite;
    const created = await app.call(app.admin, `POST ${links()}`, { body: { role: "edit" } });
    assert.equal(created.status, 201);
    const { id } = created.body;
    assert.deepEqual(created.body, { object: "invite", id, role: "edit", redundant: true });
    assert.equal(created.headers.location, `http://127.0.0.1:4400/v1${links()}/${id}`);
    assert.deepEqual(await app.ok(app.admin, `GET ${links()}/${id}`), created.body);
    const { items } = await app.ok(app.admin, `GET ${links()}`);
    assert.ok(items.some((item: { id: string }) => item.id === id));
    assert.equal((await app.ok(app.admin, `PATCH ${links()}/${id}`, { body: { role: null } })).role, null);
    const deleted = await app.call(app.admin, `DELETE ${links()}/${id}`);
    assert.equal(deleted.status, 205);
    assert.equal(deleted.body, undefined);
    await app.refused(app.admin, `GET ${links()}/${id}`, 404, /Invite not found/);
    await app.refused(app.admin, `DELETE ${links()}/${id}`, 404, /Invite not found/);
  });

  test("an invite link needs a role and an existing target", async () => {
    const { app } = suite;
    await app.refused(app.admin, `POST ${links()}`, 400, /role: is required/, { body: {} });
    await app.refused(app.admin, `POST ${links()}`, 400, /role: must be one of/, { body: { role: "king" } });
    await app.refused(app.admin, `POST ${links()}`, 404, /space: Space not found/, {
      body: { level: "read", space: "x" },
    });
    const { id } = await app.ok(app.admin, `POST ${links()}`, { body: { role: "read" } });
    await app.refused(app.admin, `PATCH ${links()}/${id}`, 400, /level/, { body: { level: "read" } });
    await app.refused(app.admin, `PATCH ${links()}/${id}`, 400, /role: is required/, { body: {} });
    const editor = await app.member("edit");
    for (const operation of [`GET ${links()}`, `GET ${links()}/${id}`, `DELETE ${links()}/${id}`]) {
      await app.refused(editor, operation, 403, /role admin/);
    }
    const { admin: outsider } = await app.organization();
    await app.refused(outsider, `GET ${links()}/${id}`, 404, /Organization not found/);
  });

  test("a user joins by a link with its role, and never gets a lower role", async () => {
    const { app } = suite;
    const { id } = await app.ok(app.admin, `POST ${links()}`, { body: { role: "edit" } });
    const [stranger, guest, reviewer] = [
      await app.stranger(),
      await app.member(null),
      await app.member("review"),
    ];
    for (const person of [stranger, guest, reviewer, stranger]) {
      assert.deepEqual(await app.ok(person, `POST ${invites()}/${id}`), {});
    }
    assert.equal((await member(stranger.id)).role, "edit");
    assert.equal((await member(guest.id)).role, "edit");
    assert.equal((await member(reviewer.id)).role, "review");
    await app.refused(await app.stranger(), `POST ${invites()}/wrong`, 404, /Invite not found/);
    const { id: other } = await app.organization();
    await app.refused(await app.stranger(), `POST /orgs/${other}/invites/${id}`, 404, /Invite not found/);
  });

  test("when invite links are turned off, they can be neither used nor created", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const { id: invite } = await app.ok(admin, `POST /orgs/${id}/link-invites`, { body: { role: "read" } });
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { inviteLinks: false } });
    await app.refused(
      await app.stranger(),
      `POST /orgs/${id}/invites/${invite}`,
      409,
      /turned its invite links off/,
    );
    await app.refused(admin, `POST /orgs/${id}/link-invites`, 409, /turned its invite links off/, {
      body: { role: "read" },
    });
  });

  test("users of an accepted email domain join by themselves, with the default role", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const domain = `${uniqueName()}.example.net`;
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { emailDomains: [domain], defaultRole: "comment" } });
    const person = await app.stranger(`one@${domain}`);
    assert.equal((await app.call(person, `POST /orgs/${id}/join`)).status, 204);
    assert.equal((await app.call(person, `POST /orgs/${id}/join`)).status, 204);
    assert.equal((await app.ok(admin, `GET /orgs/${id}/members/${person.id}`)).role, "comment");
    await app.refused(admin, `POST /orgs/${id}/join`, 400, /not open to email addresses at example\.com/);
    await app.refused(await app.stranger(), `POST /orgs/${id}/join`, 404, /Organization not found/);
    await app.refused(person, "POST /orgs/unknown/join", 404, /Organization not found/);
  });

  test("a link to a space or collection grants a role on it and makes new users guests", async () => {
    const { app } = suite;
    const links = `/orgs/${app.organizationId}/link-invites`;
    for (const kind of ["space", "collection"] as const) {
      const target = await app[kind]();
      const itemAdmin = await app.member("read");
      await app.refused(itemAdmin, `POST ${links}`, 403, /role admin/, {
        body: { level: "edit", [kind]: target.id },
      });
      await app.give(target.path, "admin", { users: [itemAdmin] });
      const invite = await app.ok(itemAdmin, `POST ${links}`, { body: { level: "edit", [kind]: target.id } });
      assert.deepEqual(invite, {
        object: "invite",
        id: invite.id,
        level: "edit",
        redundant: true,
        [kind]: await app.ok(itemAdmin, `GET ${target.path}`),
      });
      assert.deepEqual(await app.ok(itemAdmin, `GET ${links}/${invite.id}`), invite);
      const { items } = await app.ok(app.admin, `GET ${links}`, { query: { limit: 1000 } });
      assert.ok(items.every(({ id }: { id: string }) => id !== invite.id));
      await app.refused(await app.member("read"), `GET ${links}/${invite.id}`, 403, /role admin/);

      const outsider = await app.stranger();
      await app.ok(outsider, `POST /orgs/${app.organizationId}/invites/${invite.id}`);
      assert.equal(
        (await app.ok(outsider, `GET /orgs/${app.organizationId}/members/${outsider.id}`)).role,
        null,
      );
      const { items: grants } = await app.ok(app.admin, `GET ${target.path}/permissions/users`);
      assert.equal(
        grants.find(({ user }: { user: { id: string } }) => user.id === outsider.id).permission,
        "edit",
      );
      const creator = await app.member("create");
      await app.ok(creator, `POST /orgs/${app.organizationId}/invites/${invite.id}`);
      assert.equal((await app.ok(app.admin, `GET ${target.path}/permissions/users`)).count, grants.length);

      const changed = await app.ok(itemAdmin, `PATCH ${links}/${invite.id}`, { body: { level: "review" } });
      assert.equal(changed.level, "review");
      const wrong = [
        [{ role: "read" }, 400, /^role: is for invites to the organization/],
        [{ level: null }, 400, /^level: is required/],
        [{}, 400, /^level: is required/],
      ] as const;
      for (const [body, status, message] of wrong)
        await app.refused(itemAdmin, `PATCH ${links}/${invite.id}`, status, message, { body });
      await app.ok(app.admin, `DELETE ${target.path}`);
      await app.refused(app.admin, `GET ${links}/${invite.id}`, 404, /Invite not found/);
    }
  });

  test("tell the holder of a link to which organization it leads", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const { title } = await app.ok(admin, `GET /orgs/${id}`);
    const space = await app.space({ title: "Handbook" }, id, admin);
    const toOrganization = await app.ok(admin, `POST /orgs/${id}/link-invites`, { body: { role: "read" } });
    const toSpace = await app.ok(admin, `POST /orgs/${id}/link-invites`, {
      body: { level: "read", space: space.id },
    });
    const stranger = await app.stranger();
    const read = (invite: string) => app.ok(stranger, `GET /orgs/${id}/invites/${invite}`);
    const organization = { id, title };
    assert.deepEqual(await read(toOrganization.id), { object: "invitation", organization });
    assert.deepEqual(await read(toSpace.id), {
      object: "invitation",
      organization,
      item: { object: "space", id: space.id, title: "Handbook" },
    });
    await app.refused(stranger, `GET /orgs/${id}/invites/wrong`, 404, /Invite not found/);
    await app.refused(
      stranger,
      `GET /orgs/${app.organizationId}/invites/${toSpace.id}`,
      404,
      /Invite not found/,
    );
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { inviteLinks: false } });
    await app.refused(stranger, `GET /orgs/${id}/invites/${toSpace.id}`, 409, /turned its invite links off/);
  });

  test("list the links to a space or collection for those who manage it", async () => {
    const { app } = suite;
    const [space, collection] = [await app.space(), await app.collection()];
    const list = (person: Person, query: Record<string, string>) =>
      app.ok(person, `GET ${links()}`, { query });
    for (const [target, query] of [
      [space, { space: space.id }],
      [collection, { collection: collection.id }],
    ] as const) {
      const created = await app.ok(app.admin, `POST ${links()}`, { body: { level: "edit", ...query } });
      assert.deepEqual((await list(app.admin, query)).items, [created]);
      const itemAdmin = await app.member("read");
      await app.ok(app.admin, `POST ${target.path}/permissions`, {
        body: { role: "admin", users: [itemAdmin.id] },
      });
      assert.equal((await list(itemAdmin, query)).count, 1);
      await app.refused(await app.member("edit"), `GET ${links()}`, 403, /role admin/, { query });
      await app.refused(await app.member(null), `GET ${links()}`, 404, /not found/, { query });
      const { items } = await list(app.admin, {});
      assert.ok(items.every(({ id }: { id: string }) => id !== created.id));
    }
    await app.refused(app.admin, `GET ${links()}`, 404, /^space: Space not found/, {
      query: { space: collection.id },
    });
  });
});
