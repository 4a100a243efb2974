import type { MergeRule } from "./schema.ts";

/** The last review of a reviewer. */
export interface Verdict {
  readonly userId: string;
  readonly status: "approved" | "changes-requested";
  /** Whether the content has changed since, or the reviewer was asked again. */
  readonly isOutdated: boolean;
}

/** What rules decide by. */
export interface MergeCandidate {
  readonly authorId: string;
  readonly subject: string;
  readonly description: string;
  readonly isOutdated: boolean;
  readonly verdicts: readonly Verdict[];
}

/** A rule that is not met. */
export interface MissingRule {
  readonly rule: MergeRule["rule"];
  /** Numbers of approvals. */
  readonly needed?: number;
  readonly have?: number;
  /** The ids of those who must approve, or who asked for changes. */
  readonly users?: readonly string[];
}

/** The rules that a merge by this user would break. Reviews of the author do not count. */
export function findMissingRules(
  rules: readonly MergeRule[],
  candidate: MergeCandidate,
  actorId: string,
): MissingRule[] {
  const { authorId } = candidate;
  const ignoresOutdated = rules.some(({ rule }) => rule === "ignore_outdated_reviews");
  const verdicts = candidate.verdicts.filter(({ userId }) => userId !== authorId);
  // Outdated requests for changes remain: only their reviewer can withdraw them.
  const counted = verdicts.filter(({ isOutdated }) => !(ignoresOutdated && isOutdated));
  const approvers = new Set(
    counted.filter(({ status }) => status === "approved").map(({ userId }) => userId),
  );
  const critics = verdicts.filter(({ status }) => status !== "approved").map(({ userId }) => userId);
  return rules.flatMap((rule) => {
    const missing = findMissing(rule, { ...candidate, approvers, critics, counted }, actorId);
    return missing === undefined ? [] : [{ rule: rule.rule, ...missing }];
  });
}

interface Reviewed extends MergeCandidate {
  /** Reviews that count. */
  readonly counted: readonly Verdict[];
  readonly approvers: ReadonlySet<string>;
  readonly critics: readonly string[];
}

/** What a rule needs that is missing; undefined if the rule is met. */
function findMissing(
  rule: MergeRule,
  reviewed: Reviewed,
  actorId: string,
): Omit<MissingRule, "rule"> | undefined {
  const { authorId, approvers, critics } = reviewed;
  const missingIf = (isMissing: boolean) => (isMissing ? {} : undefined);
  const missingApprovals = (needed: number) =>
    approvers.size < needed ? { needed, have: approvers.size } : undefined;
  switch (rule.rule) {
    case "require_approved_reviews":
      return missingApprovals(rule.count);
    case "require_at_least_one_approved_review":
      return missingApprovals(1);
    case "require_at_least_one_review":
      return missingIf(reviewed.counted.length === 0);
    case "require_all_reviews_approved":
      return critics.length > 0 ? { users: critics } : undefined;
    case "require_specific_reviewers": {
      const users = rule.users.filter((id) => id !== authorId && !approvers.has(id));
      return users.length > 0 ? { users } : undefined;
    }
    case "require_one_of_specific_reviewers": {
      const users = rule.users.filter((id) => id !== authorId);
      return users.length > 0 && !users.some((id) => approvers.has(id)) ? { users } : undefined;
    }
    case "require_up_to_date_change_request":
      return missingIf(reviewed.isOutdated);
    case "require_change_request_subject":
      return missingIf(reviewed.subject.trim() === "");
    case "require_change_request_description":
      return missingIf(reviewed.description.trim() === "");
    case "require_author_to_merge":
      return missingIf(actorId !== authorId);
    case "forbid_author_to_merge":
      return missingIf(actorId === authorId);
    case "allow_bypass":
    case "ignore_outdated_reviews":
      return undefined;
  }
}

/** Whether the rules let this user merge past them. */
export function isBypasser(rules: readonly MergeRule[], userId: string): boolean {
  return rules.some((rule) => rule.rule === "allow_bypass" && rule.users.includes(userId));
}
