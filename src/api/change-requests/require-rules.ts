import { includesRole } from "../../identity/roles/index.ts";
import { conflict, forbidden } from "../../platform/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import {
  findMissingRules,
  isBypasser,
  type MergeRule,
  type MissingRule,
  rulesOf,
} from "../merge-rules/index.ts";
import { findSpaceForUser } from "../spaces/index.ts";
import type { ChangeRequestHead, ChangeRequestRef } from "./head.ts";
import { candidateOf } from "./mergeability.ts";
import { findReviewers } from "./reviewers.ts";

export interface Merger {
  readonly userId: string;
  /** Merges past the rules of the space, if the user may do that. */
  readonly bypassRules: boolean;
  /** Whether the server merges, at the time that the user has set. */
  readonly isScheduled?: boolean;
}

/**
 * Rejects a merge that the rules of the space do not allow. Returns the rules that it bypasses. In the transaction that
 * merges, the change request must be locked: then no review and no edit is added meanwhile.
 */
export async function requireRules(
  db: Reader,
  { changeRequest, primary }: ChangeRequestHead,
  { userId, bypassRules }: Merger,
): Promise<readonly MissingRule["rule"][]> {
  const found = await selectWithRules(db, changeRequest).executeTakeFirstOrThrow();
  const rules = rulesOf(found.merge_rules, found.organization_rules);
  if (rules.length === 0) return [];
  const reviewers = (await findReviewers(db, [found.id])).get(found.id) ?? [];
  const candidate = candidateOf({ ...found, primary_root: primary.root }, reviewers);
  const missing = findMissingRules(rules, candidate, userId);
  if (missing.length === 0) return [];
  if (!bypassRules) throw conflict(await explain(db, missing));
  await requireBypasser(db, found, rules, userId);
  return missing.map(({ rule }) => rule);
}

/** Rejects a user who may not bypass the rules of the space of a change request. */
export async function requireBypass(
  db: Reader,
  changeRequest: ChangeRequestRef,
  userId: string,
): Promise<void> {
  const found = await selectWithRules(db, changeRequest).executeTakeFirstOrThrow();
  await requireBypasser(db, found, rulesOf(found.merge_rules, found.organization_rules), userId);
}

async function requireBypasser(
  db: Reader,
  { space_id }: { readonly space_id: string },
  rules: readonly MergeRule[],
  userId: string,
): Promise<void> {
  const role = (await findSpaceForUser(db, space_id, userId))?.role ?? null;
  if (!isBypasser(rules, userId) && !includesRole(role, "admin"))
    throw forbidden(
      "bypassRules: only admins of the space and users of the rule allow_bypass may bypass its rules",
    );
}

function selectWithRules(db: Reader, { id, organization_id }: ChangeRequestRef) {
  return db
    .selectFrom("change_requests")
    .innerJoin("spaces", "spaces.id", "change_requests.space_id")
    .innerJoin("organizations", "organizations.id", "spaces.organization_id")
    .where("change_requests.organization_id", "=", organization_id)
    .where("change_requests.id", "=", id)
    .selectAll("change_requests")
    .select(["spaces.merge_rules", "organizations.merge_rules as organization_rules"]);
}

/** What is missing, in the words of an error message. */
async function explain(db: Reader, missing: readonly MissingRule[]): Promise<string> {
  const ids = [...new Set(missing.flatMap(({ users = [] }) => users))];
  const rows = await inBatches(ids, (batch) =>
    db.selectFrom("users").where("id", "in", batch).select(["id", "display_name"]).execute(),
  );
  const names = new Map(rows.map(({ id, display_name }) => [id, display_name]));
  const parts = missing.map(({ users = [], ...rest }) =>
    describe(rest, users.map((id) => names.get(id) ?? id).join(", ")),
  );
  return `The merge rules of the space are not met: ${parts.join("; ")}`;
}

function describe({ rule, needed, have }: MissingRule, names: string): string {
  switch (rule) {
    case "require_approved_reviews":
    case "require_at_least_one_approved_review":
      return `it has ${have} of ${needed} approvals`;
    case "require_at_least_one_review":
      return `it has no review`;
    case "require_all_reviews_approved":
      return `changes were requested by ${names}`;
    case "require_specific_reviewers":
      return `${names} must approve it`;
    case "require_one_of_specific_reviewers":
      return `one of ${names} must approve it`;
    case "require_up_to_date_change_request":
      return `it must be updated from the primary content`;
    case "require_change_request_subject":
      return `it has no subject`;
    case "require_change_request_description":
      return `it has no description`;
    case "require_author_to_merge":
      return `only its author may merge it`;
    case "forbid_author_to_merge":
      return `its author may not merge it`;
    default:
      return rule;
  }
}
