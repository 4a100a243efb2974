import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, rulesOf } from "./rules.ts";

test("the form of merge rules keeps all rules that it is given", () => {
  const rules = [
    { rule: "require_approved_reviews" as const, count: 2 },
    { rule: "require_all_reviews_approved" as const },
    { rule: "ignore_outdated_reviews" as const },
    { rule: "require_up_to_date_change_request" as const },
    { rule: "require_change_request_subject" as const },
    { rule: "require_change_request_description" as const },
    { rule: "require_at_least_one_review" as const },
    { rule: "forbid_author_to_merge" as const },
    { rule: "require_specific_reviewers" as const, users: ["ada"] },
    { rule: "require_one_of_specific_reviewers" as const, users: ["bob", "eve"] },
    { rule: "allow_bypass" as const, users: ["eve"] },
  ];
  assert.deepEqual(rulesOf(fieldsOf({ type: "rules", rules })), rules);
  assert.deepEqual(rulesOf(fieldsOf({ type: "none" })), []);
  const [one, author] = [
    { rule: "require_at_least_one_approved_review" as const },
    { rule: "require_author_to_merge" as const },
  ];
  assert.deepEqual(rulesOf(fieldsOf({ type: "rules", rules: [one, author] })), [
    { rule: "require_approved_reviews", count: 1 },
    author,
  ]);
});
