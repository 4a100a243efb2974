import type { Body } from "../../data/api.ts";
import type { Organization, Space } from "../../data/api-types.ts";

export type StoredRules = Space["mergeRules"] | Organization["mergeRules"];
export type RulesBody = NonNullable<Body<"PATCH /orgs/:organizationId">["mergeRules"]>;
type Rule = Extract<RulesBody, { type: "rules" }>["rules"][number];

/** Rules as the fields of the form. */
export interface RuleFields {
  readonly approvals: number;
  readonly merger: "any" | "others" | "author";
  readonly all: readonly string[];
  readonly one: readonly string[];
  readonly bypass: readonly string[];
  /** The rules that are switched on. */
  readonly flags: ReadonlySet<string>;
}

/** The rules that the form has as checkboxes, and those that it keeps as they are. */
const flagRules = [
  "require_all_reviews_approved",
  "ignore_outdated_reviews",
  "require_up_to_date_change_request",
  "require_change_request_subject",
  "require_change_request_description",
  "require_at_least_one_review",
] as const;

export function fieldsOf({ rules = [] }: StoredRules): RuleFields {
  const find = (name: string) => rules.find(({ rule }) => rule === name);
  return {
    approvals:
      find("require_approved_reviews")?.count ?? (find("require_at_least_one_approved_review") ? 1 : 0),
    merger: find("forbid_author_to_merge") ? "others" : find("require_author_to_merge") ? "author" : "any",
    all: find("require_specific_reviewers")?.users ?? [],
    one: find("require_one_of_specific_reviewers")?.users ?? [],
    bypass: find("allow_bypass")?.users ?? [],
    flags: new Set(rules.map(({ rule }) => rule)),
  };
}

export function rulesOf({ approvals, merger, all, one, bypass, flags }: RuleFields): Rule[] {
  const named = (
    rule: "require_specific_reviewers" | "require_one_of_specific_reviewers" | "allow_bypass",
  ) => {
    const users = {
      require_specific_reviewers: all,
      require_one_of_specific_reviewers: one,
      allow_bypass: bypass,
    };
    return users[rule].length > 0 ? [{ rule, users: [...users[rule]] }] : [];
  };
  return [
    ...(approvals > 0 ? [{ rule: "require_approved_reviews" as const, count: approvals }] : []),
    ...flagRules.filter((rule) => flags.has(rule)).map((rule) => ({ rule })),
    ...(merger === "others" ? [{ rule: "forbid_author_to_merge" as const }] : []),
    ...(merger === "author" ? [{ rule: "require_author_to_merge" as const }] : []),
    ...named("require_specific_reviewers"),
    ...named("require_one_of_specific_reviewers"),
    ...named("allow_bypass"),
  ];
}
