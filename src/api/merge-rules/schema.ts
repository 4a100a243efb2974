import { type Static, Type } from "@sinclair/typebox";
import { DiscriminatedUnion, StringEnum } from "../http/index.ts";

const Users = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 100,
  description: "The ids of members of the organization.",
});

/** The rules without parameters. */
const plainRules = [
  "require_at_least_one_review",
  "require_at_least_one_approved_review",
  "require_all_reviews_approved",
  "require_up_to_date_change_request",
  "require_change_request_subject",
  "require_change_request_description",
  "require_author_to_merge",
  "forbid_author_to_merge",
  "ignore_outdated_reviews",
] as const;

export const ruleNames = [
  "require_approved_reviews",
  "require_specific_reviewers",
  "require_one_of_specific_reviewers",
  "allow_bypass",
  ...plainRules,
] as const;

export type MergeRule = Static<typeof MergeRule>;
export const MergeRule = DiscriminatedUnion("rule", [
  Type.Object({
    rule: Type.Literal("require_approved_reviews"),
    count: Type.Integer({ minimum: 1, maximum: 20 }),
  }),
  Type.Object({ rule: Type.Literal("require_specific_reviewers"), users: Users }),
  Type.Object({ rule: Type.Literal("require_one_of_specific_reviewers"), users: Users }),
  Type.Object({ rule: Type.Literal("allow_bypass"), users: Users }),
  Type.Object({ rule: StringEnum(plainRules) }),
]);

const Inherited = Type.Object(
  { type: Type.Literal("inherit") },
  { description: "The rules are those of the organization." },
);
const None = Type.Object(
  { type: Type.Literal("none") },
  { description: "Change requests can be merged without a review." },
);
const Rules = Type.Object(
  { type: Type.Literal("rules"), rules: Type.Array(MergeRule, { maxItems: 20 }) },
  { description: "All of the rules must be met." },
);

export type OrganizationMergeRules = Static<typeof OrganizationMergeRules>;
export const OrganizationMergeRules = DiscriminatedUnion("type", [None, Rules]);
export type SpaceMergeRules = Static<typeof SpaceMergeRules>;
export const SpaceMergeRules = DiscriminatedUnion("type", [Inherited, None, Rules]);

/** Replies have no unions: for these, the serializer would validate whole spaces. */
const PresentedRule = Type.Object({
  rule: StringEnum(ruleNames),
  count: Type.Optional(Type.Integer()),
  users: Type.Optional(Type.Array(Type.String())),
});
const PresentedRules = {
  rules: Type.Optional(Type.Array(PresentedRule, { description: "For the type `rules`." })),
};
export const PresentedOrganizationRules = Type.Object({
  type: StringEnum(["none", "rules"]),
  ...PresentedRules,
});
export const PresentedSpaceRules = Type.Object({
  type: StringEnum(["inherit", "none", "rules"], {
    description: "`inherit`: the rules are those of the organization.",
  }),
  ...PresentedRules,
});

/** The columns of new organizations and spaces, and what callers see who may not see the rules. */
export const noRules = JSON.stringify({ type: "none" } satisfies OrganizationMergeRules);
export const inheritedRules = JSON.stringify({ type: "inherit" } satisfies SpaceMergeRules);

/** Reads a column that only `checkMergeRules` has written. */
export function parseSpaceRules(column: string): SpaceMergeRules {
  return JSON.parse(column) as SpaceMergeRules;
}

export function parseOrganizationRules(column: string): OrganizationMergeRules {
  return JSON.parse(column) as OrganizationMergeRules;
}

/** The rules that apply in a space. */
export function rulesOf(space: string, organization: string): readonly MergeRule[] {
  const own = parseSpaceRules(space);
  const applied = own.type === "inherit" ? parseOrganizationRules(organization) : own;
  return applied.type === "rules" ? applied.rules : [];
}
