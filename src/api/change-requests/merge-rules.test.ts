import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

/** Users are named by their e-mail addresses until they choose a name. */
const nameOf = ({ email }: Person) => email.split("@")[0];

describeOnEachDatabase("merge rules", (suite) => {
  /** Creates a space with these rules, and a change request of an author in it. */
  async function createRequest(...rules: object[]) {
    const { app } = suite;
    const space = await app.space();
    const author = await app.member("create");
    await app.ok(app.admin, `PATCH ${space.path}`, { body: { mergeRules: { type: "rules", rules } } });
    const fields = { subject: "Change", description: "Why" };
    const { id } = await app.ok(author, `POST ${space.path}/change-requests`, { body: fields });
    const path = `${space.path}/change-requests/${id}`;
    const edit = (title: string) => app.change(path, { operation: "insert_page", title });
    await edit("First");
    const review = (person: Person, status: "approved" | "changes-requested") =>
      app.ok(person, `POST ${path}/reviews`, { body: { status } });
    const missingTo = async (person: Person) =>
      (await app.ok(person, `GET ${path}`)).mergeability.missing.map(
        ({ users, ...rest }: { users?: { id: string }[] }) => ({
          ...rest,
          ...(users && { users: users.map((user) => user.id) }),
        }),
      );
    const refused = (person: Person, message: RegExp, body?: object, status = 409) =>
      app.refused(person, `POST ${path}/merge`, status, message, body && { body });
    const merge = (person: Person, body?: object) => app.ok(person, `POST ${path}/merge`, body && { body });
    return { app, space, author, id, path, edit, review, missingTo, refused, merge };
  }

  test("are set by admins of a space or an organization, and checked", async () => {
    const { app } = suite;
    const space = await app.space();
    const writer = await app.member("create");
    const set = (mergeRules: object, person = app.admin) =>
      app.call(person, `PATCH ${space.path}`, { body: { mergeRules } });
    const rules = [
      { rule: "require_approved_reviews", count: 2 },
      { rule: "require_specific_reviewers", users: [writer.id] },
      { rule: "forbid_author_to_merge" },
    ];
    assert.deepEqual((await set({ type: "rules", rules })).body.mergeRules, { type: "rules", rules });
    assert.equal((await set({ type: "none" }, writer)).status, 403);
    for (const [mergeRules, message] of [
      [{ type: "some" }, /mergeRules: type must be one of inherit, none, rules/],
      [{ type: "rules" }, /mergeRules\.rules/],
      [
        { type: "rules", rules: [{ rule: "custom", expression: "true" }] },
        /mergeRules\.rules\[0\]: rule must be one of/,
      ],
      [{ type: "rules", rules: [{ rule: "require_approved_reviews", count: 0 }] }, /rules\[0\]\.count/],
      [{ type: "rules", rules: [{ rule: "allow_bypass", users: ["nobody"] }] }, /nobody is not a member/],
      [{ type: "rules", rules: [rules[2], rules[2]] }, /rules\[1\]: forbid_author_to_merge is listed twice/],
      [{ type: "rules", rules: [rules[2], { rule: "require_author_to_merge" }] }, /nobody could merge/],
    ] as const)
      await app.refused(app.admin, `PATCH ${space.path}`, 400, message, { body: { mergeRules } });
    assert.deepEqual((await app.ok(writer, `GET ${space.path}`)).mergeRules, { type: "rules", rules });
    const copy = await app.ok(app.admin, `POST ${space.path}/duplicate`);
    assert.deepEqual(copy.mergeRules, { type: "rules", rules });

    const { id, admin } = await app.organization();
    const inherited = { mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_review" }] } };
    assert.deepEqual(
      (await app.ok(admin, `PATCH /orgs/${id}`, { body: inherited })).mergeRules,
      inherited.mergeRules,
    );
    await app.refused(admin, `PATCH /orgs/${id}`, 400, /mergeRules: type must be one of none, rules/, {
      body: { mergeRules: { type: "inherit" } },
    });
    const other = await app.space({}, id, admin);
    const request = await app.ok(admin, `POST ${other.path}/change-requests`);
    assert.deepEqual(request.mergeability.missing, [{ rule: "require_at_least_one_review" }]);
    await app.refused(admin, `POST ${other.path}/change-requests/1/merge`, 409, /it has no review/);
    await app.ok(admin, `PATCH ${other.path}`, { body: { mergeRules: { type: "none" } } });
    await app.ok(admin, `POST ${other.path}/change-requests/1/merge`);
  });

  test("require a number of approvals of others, and optionally of the current content", async () => {
    const { app, space, author, path, edit, review, missingTo, refused, merge } = await createRequest(
      { rule: "require_approved_reviews", count: 2 },
      { rule: "ignore_outdated_reviews" },
      { rule: "require_all_reviews_approved" },
    );
    const [ada, bob] = [await app.member("review"), await app.member("review")];
    const approvals = (have: number) => ({ rule: "require_approved_reviews", needed: 2, have });
    await review(author, "approved");
    assert.deepEqual(await missingTo(ada), [approvals(0)]);
    await refused(ada, /it has 0 of 2 approvals/);
    await review(ada, "approved");
    await review(bob, "changes-requested");
    assert.deepEqual(await missingTo(ada), [
      approvals(1),
      { rule: "require_all_reviews_approved", users: [bob.id] },
    ]);
    await refused(ada, new RegExp(`1 of 2 approvals; changes were requested by ${nameOf(bob)}$`));
    await review(bob, "approved");
    assert.deepEqual(await missingTo(ada), []);

    // An update without conflicts leaves what was approved as it is, and an edit does not.
    await app.change(space.path, { operation: "insert_page", title: "Of the primary content" });
    await app.ok(author, `POST ${path}/update`);
    assert.deepEqual(await missingTo(ada), []);
    await edit("Second");
    assert.deepEqual(await missingTo(ada), [approvals(0)]);
    const { reviewers } = await app.ok(ada, `GET ${path}`);
    assert.deepEqual(
      new Set(reviewers.map((reviewer: { user: Person }) => reviewer.user.id)),
      new Set([author.id, ada.id, bob.id]),
    );
    assert.ok(reviewers.every((reviewer: { outdated: boolean }) => reviewer.outdated));
    await refused(ada, /0 of 2 approvals/);

    await app.ok(author, `POST ${path}/requested-reviewers`, { body: { users: [ada.id] } });
    const asked = await app.ok(ada, `GET ${path}`);
    const statusOf = (id: string) =>
      asked.reviewers.find((reviewer: { user: Person }) => reviewer.user.id === id).status;
    assert.deepEqual([statusOf(ada.id), statusOf(bob.id)], ["pending", "approved"]);
    await review(ada, "approved");
    await review(bob, "approved");
    assert.equal((await merge(author)).result, "merge");
  });

  test("count no reviews of users who are disabled or no longer members", async () => {
    const { app, author, review, missingTo, refused, merge } = await createRequest(
      { rule: "require_approved_reviews", count: 1 },
      { rule: "require_all_reviews_approved" },
    );
    const [ada, bob] = [await app.member("review"), await app.member("review")];
    const memberPath = ({ id }: Person) => `/orgs/${app.organizationId}/members/${id}`;
    const disable = (disabled: boolean) =>
      app.ok(app.admin, `PATCH ${memberPath(ada)}`, { body: { disabled } });
    const approvals = [{ rule: "require_approved_reviews", needed: 1, have: 0 }];
    await review(ada, "approved");
    await review(bob, "changes-requested");
    await disable(true);
    await refused(author, /0 of 1 approvals; changes were requested by/);
    await app.call(app.admin, `DELETE ${memberPath(bob)}`);
    assert.deepEqual(await missingTo(author), approvals);
    await refused(author, /0 of 1 approvals$/);
    await disable(false);
    assert.deepEqual(await missingTo(author), []);
    assert.equal((await merge(author)).result, "merge");
  });

  test("name who must approve, and who may merge", async () => {
    const { app } = suite;
    const [ada, bob] = [await app.member("review"), await app.member("review")];
    const { author, path, review, missingTo, refused, merge } = await createRequest(
      { rule: "forbid_author_to_merge" },
      { rule: "require_specific_reviewers", users: [ada.id] },
      { rule: "require_one_of_specific_reviewers", users: [bob.id, app.admin.id] },
      { rule: "require_up_to_date_change_request" },
      { rule: "require_change_request_subject" },
      { rule: "require_change_request_description" },
    );
    const reviewers = [
      { rule: "require_specific_reviewers", users: [ada.id] },
      { rule: "require_one_of_specific_reviewers", users: [bob.id, app.admin.id] },
    ];
    assert.deepEqual(await missingTo(author), [{ rule: "forbid_author_to_merge" }, ...reviewers]);
    assert.deepEqual(await missingTo(bob), reviewers);
    await review(ada, "approved");
    await review(bob, "approved");
    await refused(author, /its author may not merge it/);
    await app.ok(author, `PATCH ${path}`, { body: { subject: " ", description: "" } });
    await app.change(path.split("/change-requests")[0] ?? "", { operation: "insert_page", title: "More" });
    await refused(bob, /must be updated from the primary content; it has no subject; it has no description$/);
    await app.ok(author, `PATCH ${path}`, { body: { subject: "Change", description: "Why" } });
    await app.ok(author, `POST ${path}/update`);
    assert.equal((await merge(bob)).result, "merge");
    assert.equal("mergeability" in (await app.ok(bob, `GET ${path}`)), false);
  });

  test("are bypassed by admins and named users only if they say so, which is recorded", async () => {
    const { app } = suite;
    const named = await app.member("review");
    const rules = [
      { rule: "require_at_least_one_approved_review" },
      { rule: "allow_bypass", users: [named.id] },
    ];
    for (const allowed of [app.admin, named]) {
      const { author, path, refused, merge } = await createRequest(...rules);
      await refused(allowed, /0 of 1 approvals/);
      await refused(author, /bypassRules: only admins/, { bypassRules: true }, 403);
      assert.equal((await merge(allowed, { bypassRules: true })).result, "merge");
      const merged = await app.ok(author, `GET ${path}`);
      assert.deepEqual(merged.bypassedRules, ["require_at_least_one_approved_review"]);
    }
  });

  test("are evaluated in lists for each change request, with the reviewers", async () => {
    const { app, space, author, review } = await createRequest({
      rule: "require_approved_reviews",
      count: 1,
    });
    const ada = await app.member("review");
    await review(ada, "approved");
    await app.ok(author, `POST ${space.path}/change-requests`);
    const query = { space: space.id, status: ["open", "draft"] };
    const { items } = await app.ok(app.admin, `GET /orgs/${app.organizationId}/change-requests`, { query });
    assert.deepEqual(
      items.map((item: { number: number; reviewers: { status: string }[]; mergeability: object }) => [
        item.number,
        item.reviewers.map(({ status }) => status),
        item.mergeability,
      ]),
      [
        [2, [], { missing: [{ rule: "require_approved_reviews", needed: 1, have: 0 }] }],
        [1, ["approved"], { missing: [] }],
      ],
    );
  });
});
