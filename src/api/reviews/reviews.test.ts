import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("reviews", (suite) => {
  test("refer to the reviewed revision, and are superseded by a later review", async () => {
    const { app } = suite;
    const request = await app.changeRequest(await app.space());
    const reviewer = await app.member("review");
    const submit = (body: object) => app.call(reviewer, `POST ${request.path}/reviews`, { body });
    const {
      status,
      body: first,
      headers,
    } = await submit({ status: "changes-requested", comment: { markdown: "Hm." } });
    assert.equal(status, 201);
    assert.equal(headers.location, first.urls.location);
    const opened = await app.ok(app.admin, `GET ${request.path}`);
    assert.deepEqual(
      [first.object, first.status, first.revision, first.reviewer.id, first.requestedBy, first.outdated],
      ["change-request-review", "changes-requested", opened.revision, reviewer.id, undefined, false],
    );
    assert.deepEqual(first.comment.body, { markdown: "Hm." });
    assert.deepEqual(first.comment.target, {
      space: opened.space,
      changeRequest: request.id,
      review: first.id,
      revision: opened.revision,
    });
    await app.change(request.path, { operation: "insert_page", title: "A" });
    assert.equal((await app.ok(app.admin, `GET ${request.path}/reviews/${first.id}`)).outdated, false);
    const { body: second } = await submit({ status: "approved", comment: {} });
    assert.equal(second.revision, (await app.ok(app.admin, `GET ${request.path}`)).revision);
    assert.equal("comment" in second, false);
    const { items, count } = await app.ok(app.admin, `GET ${request.path}/reviews`);
    assert.equal(count, 2);
    assert.deepEqual(
      items.map(({ id, outdated }: { id: string; outdated: boolean }) => [id, outdated]),
      [
        [second.id, false],
        [first.id, true],
      ],
    );
  });

  test("have a comment as Markdown or as blocks", async () => {
    const { app } = suite;
    const request = await app.changeRequest(await app.space());
    const text = { object: "text", leaves: [{ object: "leaf", text: "Nice *work*", marks: [] }] };
    const document = { object: "document", nodes: [{ object: "block", type: "paragraph", nodes: [text] }] };
    const body = { status: "approved", comment: { document } };
    const { id, comment } = await app.ok(app.admin, `POST ${request.path}/reviews`, { body });
    assert.deepEqual(comment.body, { markdown: "Nice \\*work\\*\n" });
    const read = await app.ok(app.admin, `GET ${request.path}/reviews/${id}?format=document`);
    assert.deepEqual(Object.keys(read.comment.body), ["document"]);
    assert.equal(read.comment.body.document.nodes[0].nodes[0].leaves[0].text, "Nice *work*");
    const { items } = await app.ok(app.admin, `GET ${request.path}/reviews?format=document`);
    assert.deepEqual(items, [read]);
    const invalid = { status: "approved", comment: { document: { object: "document", nodes: [{}] } } };
    await app.refused(
      app.admin,
      `POST ${request.path}/reviews`,
      400,
      /^comment\.document\.nodes\[0\]\.object/,
      {
        body: invalid,
      },
    );
  });

  test("have the user who requested them, and are superseded by a new request", async () => {
    const { app } = suite;
    const request = await app.changeRequest(await app.space());
    const reviewer = await app.member("review");
    const requestReview = () =>
      app.ok(app.admin, `POST ${request.path}/requested-reviewers`, { body: { users: [reviewer.id] } });
    await requestReview();
    const review = await app.ok(reviewer, `POST ${request.path}/reviews`, { body: { status: "approved" } });
    assert.equal(review.requestedBy.id, app.admin.id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await requestReview();
    assert.equal((await app.ok(reviewer, `GET ${request.path}/reviews/${review.id}`)).outdated, true);
  });

  test("a review is pending from its request until it is submitted", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "open" } });
    const [reviewer, other] = [await app.member("review"), await app.member("review")];
    const requestReviews = () =>
      app.ok(app.admin, `POST ${request.path}/requested-reviewers`, {
        body: { users: [reviewer.id, other.id] },
      });
    const pending = async ({ id }: { id: string }) => {
      const query = { pendingReviewer: id };
      const inSpace = await app.ok(reviewer, `GET ${space.path}/change-requests`, { query });
      const all = await app.ok(reviewer, `GET /orgs/${app.organizationId}/change-requests`, { query });
      assert.deepEqual(inSpace.items, all.items);
      return all.items.map((item: { id: string }) => item.id);
    };
    assert.deepEqual(await pending(reviewer), []);
    await requestReviews();
    assert.deepEqual([await pending(reviewer), await pending(other)], [[request.id], [request.id]]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await app.ok(reviewer, `POST ${request.path}/reviews`, { body: { status: "approved" } });
    assert.deepEqual([await pending(reviewer), await pending(other)], [[], [request.id]]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await requestReviews();
    assert.deepEqual(await pending(reviewer), [request.id]);
  });

  test("send the pending comments of the reviewer at once, which nobody else saw before", async () => {
    const { app } = suite;
    const space = await app.space();
    const pageId = await app.page(space.path, "Page", { document: { markdown: "Some *words* here." } });
    const request = await app.changeRequest(space);
    const [reviewer, other] = [await app.member("review"), await app.member("review")];
    const path = `${request.path}/pending-comments`;
    const { document } = await app.ok(
      app.admin,
      `GET ${request.path}/content/page/${pageId}?format=document`,
    );
    const target = {
      page: pageId,
      node: document.nodes[0].key,
      quote: { text: "words" },
      suggestion: "texts",
    };
    const first = await app.call(reviewer, `POST ${path}`, {
      body: { body: { markdown: "One" }, ...target },
    });
    assert.equal(first.status, 201);
    assert.deepEqual(
      [first.body.object, first.body.target.quote, first.body.target.page.id, first.body.suggestion],
      ["pending-comment", { text: "words" }, pageId, { text: "texts" }],
    );
    const second = await app.ok(reviewer, `POST ${path}`, { body: { body: { markdown: "Two" } } });
    const third = await app.ok(reviewer, `POST ${path}`, { body: { body: { markdown: "Three" } } });
    await app.ok(reviewer, `PUT ${path}/${second.id}`, { body: { body: { markdown: "Two, better" } } });
    assert.equal((await app.call(reviewer, `DELETE ${path}/${third.id}`)).status, 205);
    assert.equal((await app.call(reviewer, `DELETE ${path}/${third.id}`)).status, 204);

    // Others neither see nor change them, nor are they counted.
    const foreign = { body: { body: { markdown: "Mine" } } };
    assert.deepEqual((await app.ok(other, `GET ${path}`)).items, []);
    await app.refused(other, `PUT ${path}/${second.id}`, 404, /Pending comment not found/, foreign);
    assert.equal((await app.call(other, `DELETE ${path}/${second.id}`)).status, 204);
    assert.deepEqual((await app.ok(reviewer, `GET ${request.path}/comments`)).items, []);
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).comments, 0);

    // A review without them leaves them, one of another reviewer too.
    await app.ok(reviewer, `POST ${request.path}/reviews`, { body: { status: "approved" } });
    const all = { status: "changes-requested", pendingComments: true };
    await app.ok(other, `POST ${request.path}/reviews`, { body: all });
    assert.equal((await app.ok(reviewer, `GET ${path}`)).count, 2);
    const body = { ...all, comment: { markdown: "In short" } };
    const review = await app.ok(reviewer, `POST ${request.path}/reviews`, { body });
    assert.deepEqual([review.comments, review.comment.body], [2, { markdown: "In short" }]);
    assert.deepEqual((await app.ok(reviewer, `GET ${path}`)).items, []);
    const { items } = await app.ok(app.admin, `GET ${request.path}/comments?review=${review.id}&order=asc`);
    assert.deepEqual(
      items.map((comment: { body: object; target: { review: string }; suggestion?: object }) => [
        comment.body,
        comment.target.review,
        comment.suggestion,
      ]),
      [
        [{ markdown: "One" }, review.id, { text: "texts" }],
        [{ markdown: "Two, better" }, review.id, undefined],
      ],
    );
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).comments, 3);
    const foreignPath = `GET ${(await app.changeRequest(space)).path}/comments?review=${review.id}`;
    assert.deepEqual((await app.ok(app.admin, foreignPath)).items, []);
  });

  test("that only comment leave the verdict and the request as they are", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "open" } });
    const reviewer = await app.member("review");
    const submit = (body: object) => app.ok(reviewer, `POST ${request.path}/reviews`, { body });
    const approval = await submit({ status: "approved" });
    await app.ok(app.admin, `POST ${request.path}/requested-reviewers`, { body: { users: [reviewer.id] } });
    const path = `${request.path}/reviews`;
    await app.refused(reviewer, `POST ${path}`, 400, /^comment: is required/, {
      body: { status: "commented" },
    });
    await app.refused(reviewer, `POST ${path}`, 400, /^comment: is required/, {
      body: { status: "commented", pendingComments: true },
    });
    assert.equal((await app.ok(reviewer, `GET ${path}`)).count, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const other = await app.changeRequest(space);
    await app.ok(reviewer, `POST ${other.path}/reviews`, { body: { status: "approved" } });
    await app.ok(reviewer, `POST ${other.path}/reviews`, {
      body: { status: "commented", comment: { markdown: "A thought." } },
    });
    const [last, before] = (await app.ok(reviewer, `GET ${other.path}/reviews`)).items;
    assert.deepEqual([last.status, last.outdated, before.outdated], ["commented", false, false]);
    const [verdict] = (await app.ok(reviewer, `GET ${other.path}`)).reviewers;
    assert.equal(verdict.status, "approved");
    await submit({ status: "commented", comment: { markdown: "A thought." } });
    const query = { pendingReviewer: reviewer.id };
    const waiting = await app.ok(reviewer, `GET ${space.path}/change-requests`, { query });
    assert.deepEqual(
      waiting.items.map((item: { id: string }) => item.id),
      [request.id],
    );
    assert.equal((await app.ok(reviewer, `GET ${path}/${approval.id}`)).outdated, true);
  });

  test("pending comments are limited, and end with the change request", async () => {
    const { app } = suite;
    const request = await app.changeRequest(await app.space());
    const path = `POST ${request.path}/pending-comments`;
    const body = { body: { markdown: "x" } };
    for (let i = 0; i < 100; i++) await app.ok(app.admin, path, { body });
    await app.refused(app.admin, path, 400, /^body: a review has at most 100 comments/, { body });
    const review = { status: "approved", pendingComments: true };
    const sent = await app.ok(app.admin, `POST ${request.path}/reviews`, { body: review });
    assert.equal(sent.comments, 100);
    await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "archived" } });
    await app.refused(app.admin, path, 409, /archived/, { body });
    await app.refused(app.admin, path, 404, /page: Page/, { body: { ...body, page: "unknown" } });
  });

  test("are refused if invalid", async () => {
    const { app } = suite;
    const request = await app.changeRequest(await app.space());
    const other = await app.changeRequest(await app.space());
    const path = `POST ${request.path}/reviews`;
    await app.refused(app.admin, path, 400, /^status: is required/, { body: {} });
    await app.refused(
      app.admin,
      path,
      400,
      /^status: must be one of approved, changes-requested, commented/,
      {
        body: { status: "rejected" },
      },
    );
    await app.refused(app.admin, path, 400, /^comment/, { body: { status: "approved", comment: "text" } });
    await app.refused(app.admin, path, 400, /^comment.document/, {
      body: { status: "approved", comment: { document: { object: "document" } } },
    });
    const review = await app.ok(app.admin, path, { body: { status: "approved" } });
    await app.refused(app.admin, `GET ${other.path}/reviews/${review.id}`, 404, /Review not found/);
  });
});

describeOnEachDatabase("requested reviewers", (suite) => {
  test("are requested for a revision, once each, and can be removed", async () => {
    const { app } = suite;
    const request = await app.changeRequest(await app.space(), { subject: "Old" });
    const [one, two] = [await app.member("review"), await app.member("read")];
    const { revision } = await app.ok(app.admin, `GET ${request.path}`);
    const path = `${request.path}/requested-reviewers`;
    const requested = await app.ok(one, `POST ${path}`, {
      body: { users: [one.id, two.id, one.id], subject: "New" },
    });
    assert.equal((await app.ok(one, `GET ${request.path}`)).subject, "New");
    const { items, count } = await app.ok(two, `GET ${path}`);
    assert.deepEqual(items, requested.users);
    assert.equal(count, 2);
    for (const item of items) {
      assert.deepEqual(
        [item.object, item.kind, item.revision, item.requestedBy.id],
        ["change-request-requested-reviewer", "user", revision, one.id],
      );
    }
    assert.deepEqual(
      new Set(items.map(({ user }: { user: { id: string } }) => user.id)),
      new Set([one.id, two.id]),
    );
    assert.equal((await app.call(one, `DELETE ${path}/${two.id}`)).status, 205);
    assert.equal((await app.call(one, `DELETE ${path}/${two.id}`)).status, 204);
    assert.equal((await app.ok(one, `GET ${path}`)).count, 1);
    await app.refused(two, `DELETE ${path}/${one.id}`, 403, /needs the role edit/);
  });

  test("must all be able to read the space", async () => {
    const { app } = suite;
    const request = await app.changeRequest(await app.space(), { subject: "Old" });
    const [member, guest, stranger] = [
      await app.member("review"),
      await app.member(null),
      await app.stranger(),
    ];
    const path = `${request.path}/requested-reviewers`;
    for (const userId of [guest.id, stranger.id, "nobody"]) {
      const body = { users: [member.id, userId], subject: "New" };
      await app.refused(app.admin, `POST ${path}`, 404, new RegExp(`^users: Member ${userId}`), { body });
    }
    await app.refused(app.admin, `POST ${path}`, 400, /^users: is required/, { body: {} });
    assert.equal((await app.ok(app.admin, `GET ${path}`)).count, 0);
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).subject, "Old");
  });
});
