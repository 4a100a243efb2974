import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

interface Item {
  readonly id: string;
  readonly kind: string;
  readonly unread: boolean;
  readonly count: number;
  readonly updatedAt: string;
}

describeOnEachDatabase("notifications", (suite) => {
  const path = () => `/orgs/${suite.app.organizationId}/notifications`;
  // biome-ignore lint/suspicious/noExplicitAny: replies are checked by assertions.
  const list = async (person: Person, query: Record<string, string | boolean> = {}): Promise<any[]> =>
    (await suite.app.ok(person, `GET ${path()}`, { query })).items;
  const kinds = async (person: Person) =>
    (await list(person, { unread: true })).map(({ kind, count }: Item) =>
      count === 1 ? kind : `${kind} ${count}`,
    );
  const unread = async (person: Person): Promise<number> =>
    (await suite.app.ok(person, `GET ${path()}/unread`)).count;
  const readAll = (person: Person) => suite.app.call(person, `POST ${path()}/read`, { body: {} });
  const mention = ({ id }: Person, text = "see") => ({
    body: { markdown: `Hi [@Name](/users/${id} "mention"), ${text}` },
  });

  /** A change request of an author, and two other members. */
  async function createChangeRequest() {
    const { app } = suite;
    const space = await app.space({ title: "Guide" });
    const page = await app.page(space.path, "Page", { document: { markdown: "One\n" } });
    const [author, reviewer, other] = [
      await app.member("create"),
      await app.member("review"),
      await app.member("comment"),
    ];
    const created = await app.ok(author, `POST ${space.path}/change-requests`, {
      body: { subject: "Better" },
    });
    const request = { id: created.id, path: `${space.path}/change-requests/${created.id}` };
    const post = (person: Person, operation: string, body: object = {}) =>
      app.ok(person, `POST ${request.path}/${operation}`, { body });
    const edit = (to: { path: string }, markdown: string, person = author) =>
      app.ok(person, `POST ${to.path}/content`, {
        body: { changes: [{ operation: "update_page", page, document: { markdown } }] },
      });
    return { app, space, page, request, author, reviewer, other, post, edit };
  }

  test("tell who is asked for a review, and the owners what became of their change request", async () => {
    const { app, space, page, request, author, reviewer, other, post, edit } = await createChangeRequest();
    await edit(request, "One better\n");
    await post(author, "requested-reviewers", { users: [reviewer.id, author.id] });
    const [asked] = await list(reviewer);
    assert.deepEqual(
      { ...asked, id: "", createdAt: "", updatedAt: "", urls: asked.urls.app, actor: asked.actor.id },
      {
        object: "notification",
        id: "",
        kind: "review-requested",
        unread: true,
        count: 1,
        createdAt: "",
        updatedAt: "",
        actor: author.id,
        space: { id: space.id, title: "Guide", emoji: "📘" },
        changeRequest: { id: request.id, number: 1, subject: "Better", status: "draft" },
        urls: app.context.urls.app(request.path),
      },
    );
    // Asking again makes it unread again; withdrawing removes it; a review settles it.
    await readAll(reviewer);
    assert.equal(await unread(reviewer), 0);
    await post(author, "requested-reviewers", { users: [reviewer.id] });
    assert.deepEqual(await kinds(reviewer), ["review-requested"]);
    await app.call(author, `DELETE ${request.path}/requested-reviewers/${reviewer.id}`);
    assert.deepEqual(await list(reviewer), []);
    await post(author, "requested-reviewers", { users: [reviewer.id] });
    await post(reviewer, "reviews", { status: "changes-requested", comment: { markdown: "Hm" } });
    assert.deepEqual([await kinds(reviewer), await kinds(author)], [[], ["reviewed"]]);
    assert.equal((await list(author))[0].review, "changes-requested");
    await post(reviewer, "reviews", { status: "approved" });
    const [reviewed] = await list(author);
    assert.deepEqual([reviewed.review, reviewed.count], ["approved", 2]);

    // An update with conflicts and a refused merge by others are told; one's own are not.
    await edit(space, "One other\n", app.admin);
    await readAll(author);
    assert.equal((await post(app.admin, "merge")).result, "conflicts");
    assert.equal((await post(author, "update")).result, "conflicts");
    assert.deepEqual(await kinds(author), ["conflicts"]);
    await edit(request, "One both\n");
    await readAll(author);
    await readAll(reviewer);
    await post(author, "requested-reviewers", { users: [other.id] });
    assert.equal((await post(app.admin, "merge")).result, "merge");
    assert.deepEqual(
      [await kinds(author), await kinds(reviewer), await kinds(other), await kinds(app.admin)],
      [["merged"], ["merged"], [], []],
    );

    const archived = await app.changeRequest(space);
    await app.ok(author, `POST ${archived.path}/content`, {
      body: { changes: [{ operation: "update_page", page, title: "New" }] },
    });
    for (const status of ["archived", "archived", "open"])
      await app.ok(author, `PATCH ${archived.path}`, { body: { status } });
    assert.deepEqual(await kinds(app.admin), ["archived"]);
  });

  test("about comments name the closest reason once, and are counted by thread and page", async () => {
    const { app, page, request, author, reviewer, other } = await createChangeRequest();
    const earlier = await app.comment(request.path, { page }, other);
    const comment = await app.comment(request.path, { page }, other);
    const replies = `POST ${request.path}/comments/${comment.id}/replies`;
    const reply = (person: Person, body: object = { body: { markdown: "And **so**" } }) =>
      app.ok(person, replies, { body });
    assert.deepEqual([await kinds(author), await kinds(other)], [["commented 2"], []]);
    for (let i = 0; i < 3; i++) await reply(reviewer);
    const last = await reply(reviewer);
    assert.deepEqual([await kinds(author), await kinds(other)], [["commented 6"], ["replied 4"]]);
    const [replied] = await list(other);
    assert.deepEqual(
      [replied.comment, replied.urls.app],
      [
        { id: last.id, thread: comment.id, page, excerpt: "And so" },
        app.context.urls.app(
          `${request.path}/pages/${page}?panel=comments&comment=${comment.id}&reply=${last.id}`,
        ),
      ],
    );
    // Whoever is mentioned is told that, and nothing else about the same comment.
    const mentioning = await reply(other, mention(author));
    assert.deepEqual(await kinds(author), ["mentioned", "commented 6"]);
    assert.equal((await list(author))[0].comment.excerpt, "Hi @Name, see");
    assert.deepEqual(await kinds(reviewer), ["replied"]);
    // Edits tell those who are newly mentioned.
    const edit = (body: object) =>
      app.ok(other, `PUT ${request.path}/comments/${comment.id}/replies/${mentioning.id}`, { body });
    await readAll(author);
    await edit(mention(author, "again"));
    assert.deepEqual(await kinds(author), []);
    await edit({ body: { markdown: `${mention(author).body.markdown} ${mention(reviewer).body.markdown}` } });
    assert.deepEqual([await kinds(author), await kinds(reviewer)], [[], ["mentioned", "replied"]]);
    assert.equal((await list(reviewer))[0].comment.page, page);

    // Reading the comments on the page settles what is about them.
    await app.call(reviewer, `POST ${request.path}/comments/read`, { body: {} });
    assert.equal(await unread(reviewer), 2);
    await app.call(reviewer, `POST ${request.path}/comments/read`, { body: { page } });
    assert.equal(await unread(reviewer), 0);

    // Deleted replies are subtracted, and what is only about them is removed.
    await app.call(reviewer, `DELETE ${request.path}/comments/${comment.id}/replies/${last.id}`);
    const [rest] = await list(other);
    assert.deepEqual([rest.kind, rest.count, rest.comment.id], ["replied", 3, comment.id]);
    await app.call(other, `DELETE ${request.path}/comments/${comment.id}/replies/${mentioning.id}`);
    assert.deepEqual(await list(reviewer), []);
    await app.call(app.admin, `DELETE ${request.path}/comments/${comment.id}`);
    assert.deepEqual(await list(other), []);
    const [about, ...others] = await list(author);
    assert.deepEqual([about.kind, about.comment.id, others], ["commented", earlier.id, []]);
    await app.call(app.admin, `DELETE ${request.path}/comments/${earlier.id}`);
    assert.deepEqual(await list(author), []);
  });

  test("about comments on a space reach only those who are mentioned or take part", async () => {
    const { app, space, author, reviewer, other } = await createChangeRequest();
    const comment = await app.comment(space.path, mention(reviewer), other);
    assert.deepEqual(
      [await kinds(author), await kinds(reviewer), await kinds(other)],
      [[], ["mentioned"], []],
    );
    const [mentioned] = await list(reviewer);
    assert.deepEqual(
      [mentioned.changeRequest, mentioned.urls.app],
      [undefined, app.context.urls.app(`${space.path}/comments?comment=${comment.id}`)],
    );
    await app.ok(app.admin, `POST ${space.path}/comments/${comment.id}/replies`, {
      body: { body: { markdown: "Yes" } },
    });
    assert.deepEqual([await kinds(reviewer), await kinds(other)], [["mentioned"], ["replied"]]);
  });

  test("of a review with collected comments are one for the owners, and one for each mention", async () => {
    const { page, reviewer, author, other, post } = await createChangeRequest();
    for (const body of [mention(other), { body: { markdown: "And here" } }])
      await post(reviewer, "pending-comments", { ...body, page });
    assert.deepEqual([await kinds(author), await kinds(other)], [[], []]);
    await post(reviewer, "reviews", { status: "commented", pendingComments: true });
    assert.deepEqual([await kinds(author), await kinds(other)], [["reviewed"], ["mentioned"]]);
    assert.equal((await list(author))[0].review, "commented");
    assert.equal((await list(other))[0].comment.page, page);
  });

  test("are marked one by one, by a list, by a change request and until a time", async () => {
    const { app, request, author, reviewer, other, post } = await createChangeRequest();
    await post(reviewer, "reviews", { status: "approved" });
    await app.comment(request.path, {}, other);
    const [comment, review] = await list(author);
    const mark = (body: object) => app.call(author, `POST ${path()}/read`, { body });
    const at = (id: string) => `${path()}/${id}`;
    const changed = await app.ok(author, `PATCH ${at(review.id)}`, { body: { unread: false } });
    assert.deepEqual([changed.unread, await unread(author)], [false, 1]);
    await app.ok(author, `PATCH ${at(review.id)}`, { body: { unread: true } });
    assert.deepEqual(await app.ok(author, `GET ${at(review.id)}`), review);
    assert.equal((await mark({ until: review.updatedAt })).status, 204);
    assert.deepEqual(await kinds(author), ["commented"]);
    await mark({ notifications: [comment.id, "unknown"] });
    assert.equal(await unread(author), 0);
    for (const { id } of [comment, review])
      await app.ok(author, `PATCH ${at(id)}`, { body: { unread: true } });
    await mark({ changeRequest: request.id });
    assert.deepEqual(await kinds(author), ["commented"]);
    assert.deepEqual(
      (await list(author, { kind: "reviewed,merged" })).map(({ kind }: Item) => kind),
      ["reviewed"],
    );

    // Nobody reads or marks those of others.
    await app.refused(other, `GET ${at(comment.id)}`, 404, /^Notification not found/);
    await app.refused(other, `PATCH ${at(comment.id)}`, 404, /^Notification/, { body: { unread: false } });
    await app.call(other, `POST ${path()}/read`, { body: { notifications: [comment.id] } });
    assert.equal(await unread(author), 1);
    await app.refused(author, `GET ${path()}`, 400, /^kind/, { query: { kind: "x" } });
    await app.refused(author, `POST ${path()}/read`, 400, /^until/, { body: { until: "x" } });
    await app.refused(author, `POST ${path()}/read`, 400, /^notifications/, { body: { notifications: [] } });
    await app.refused(author, `PATCH ${at(review.id)}`, 400, /^unread: is required/, { body: {} });
  });

  test("are paged by time, and count up to 99", async () => {
    const { app, space, author } = await createChangeRequest();
    const { database } = app.context;
    const row = { organization_id: app.organizationId, user_id: author.id, space_id: space.id };
    const time = (i: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 2)).toISOString();
    await database.write(async (trx) => {
      for (let start = 0; start < 1100; start += 100)
        await trx
          .insertInto("notifications")
          .values(
            Array.from({ length: 100 }, (_, i) => ({
              ...row,
              id: `n${String(start + i).padStart(6, "0")}-${author.id}`,
              place_id: space.id,
              kind: "mentioned" as const,
              group_key: String(start + i),
              count: 1,
              created_at: time(start + i),
              updated_at: time(start + i),
            })),
          )
          .execute();
    });
    assert.deepEqual(await app.ok(author, `GET ${path()}/unread`), {
      object: "unread-notifications",
      count: 99,
      hasMore: true,
      updatedAt: time(1099),
    });
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const query = { limit: 300, unread: true, ...(page && { page }) };
      const reply = await app.ok(author, `GET ${path()}`, { query });
      assert.equal(reply.count, 1000);
      seen.push(...reply.items.map(({ id }: Item) => id));
      page = reply.next?.page;
    } while (page !== undefined);
    assert.deepEqual(seen, seen.toSorted().reverse());
    assert.equal(seen.length, 1100);
  });

  test("are chosen by kind", async () => {
    const { app, request, author, reviewer, other } = await createChangeRequest();
    const settings = `${path()}/settings`;
    const { kinds: all } = await app.ok(author, `GET ${settings}`);
    assert.ok(Object.values(all).every((setting) => (setting as { list: boolean }).list));
    const body = { kinds: { mentioned: { list: false } } };
    assert.equal((await app.ok(author, `PATCH ${settings}`, { body })).kinds.mentioned.list, false);
    // The next reason counts.
    await app.comment(request.path, mention(author), other);
    assert.deepEqual(await kinds(author), ["commented"]);
    await app.ok(author, `PATCH ${settings}`, { body: { kinds: { commented: { list: false } } } });
    await app.comment(request.path, mention(author), reviewer);
    assert.deepEqual(await kinds(author), ["commented"]);
    await app.ok(author, `PATCH ${settings}`, { body: { kinds: { mentioned: { list: true } } } });
    await app.comment(request.path, mention(author), reviewer);
    assert.deepEqual(await kinds(author), ["mentioned", "commented"]);
    await app.refused(author, `PATCH ${settings}`, 400, /^kinds/, { body: { kinds: { x: { list: true } } } });
    await app.refused(author, `PATCH ${settings}`, 400, /^kinds/, { body: { kinds: { merged: {} } } });
  });

  test("stop for what is muted and come for what is followed", async () => {
    const { app, space, request, author, reviewer, other, post } = await createChangeRequest();
    const subscribe = (person: Person, to: string, state: string) =>
      app.ok(person, `PUT ${to}/subscription`, { body: { state } });
    assert.deepEqual(await app.ok(author, `GET ${request.path}/subscription`), {
      object: "subscription",
      state: "default",
    });
    await subscribe(author, request.path, "muted");
    await subscribe(reviewer, request.path, "following");
    assert.equal((await app.ok(reviewer, `GET ${request.path}/subscription`)).state, "following");
    const comment = await app.comment(request.path, {}, other);
    assert.deepEqual([await kinds(author), await kinds(reviewer)], [[], ["commented"]]);
    // A thread counts before its change request; mentions and requests for reviews always arrive.
    const thread = `${request.path}/comments/${comment.id}`;
    await subscribe(author, thread, "following");
    await subscribe(reviewer, thread, "muted");
    await app.ok(other, `POST ${thread}/replies`, { body: { body: { markdown: "More" } } });
    assert.deepEqual([await kinds(author), await kinds(reviewer)], [["replied"], ["commented"]]);
    await app.ok(other, `POST ${thread}/replies`, { body: mention(reviewer) });
    await post(app.admin, "requested-reviewers", { users: [author.id] });
    assert.deepEqual(await kinds(reviewer), ["mentioned", "commented"]);
    assert.deepEqual(await kinds(author), ["review-requested", "replied 2"]);
    await subscribe(reviewer, request.path, "default");
    await app.comment(request.path, {}, other);
    assert.deepEqual(await kinds(reviewer), ["mentioned", "commented"]);
    const onSpace = await app.comment(space.path, {}, other);
    await subscribe(reviewer, `${space.path}/comments/${onSpace.id}`, "following");
    await app.ok(author, `POST ${space.path}/comments/${onSpace.id}/replies`, {
      body: { body: { markdown: "So" } },
    });
    assert.deepEqual(await kinds(reviewer), ["replied", "mentioned", "commented"]);
    await app.refused(author, `PUT ${request.path}/subscription`, 400, /^state/, { body: { state: "x" } });
    await app.refused(author, `GET ${space.path}/comments/nothing/subscription`, 404, /^Comment/);
  });

  test("are hidden from those who lost access, and end with memberships and spaces", async () => {
    const { app, space, request, author, other } = await createChangeRequest();
    const guest = await app.member(null);
    const rows = async ({ id }: Person) =>
      (
        await app.context.database.read
          .selectFrom("notifications")
          .where("user_id", "=", id)
          .select("id")
          .execute()
      ).length;
    await app.comment(request.path, mention(guest), other);
    assert.equal(await rows(guest), 0);
    await app.give(space.path, "comment", { users: [guest] });
    await app.comment(request.path, mention(guest), other);
    assert.deepEqual([await kinds(guest), await unread(guest)], [["mentioned"], 1]);
    const [{ id }] = await list(guest);
    await app.call(app.admin, `DELETE ${space.path}/permissions/users/${guest.id}`);
    assert.deepEqual([await list(guest), await unread(guest), await rows(guest)], [[], 0, 1]);
    await app.refused(guest, `GET ${path()}/${id}`, 404, /^Notification/);
    await app.ok(app.admin, `DELETE ${space.path}`).catch(() => undefined);
    assert.deepEqual([await list(author), await unread(author)], [[], 0]);
    await app.call(app.admin, `DELETE /orgs/${app.organizationId}/members/${guest.id}`);
    assert.equal(await rows(guest), 0);
  });
});
