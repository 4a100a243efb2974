import { badInput } from "../../platform/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import type { MergeRule, SpaceMergeRules } from "./schema.ts";

/** Checks rules that a caller sets, and returns the column that stores them. */
export async function checkMergeRules(
  db: Reader,
  organizationId: string,
  mergeRules: SpaceMergeRules | undefined,
): Promise<string | undefined> {
  if (mergeRules === undefined) return undefined;
  if (mergeRules.type === "rules") await checkRules(db, organizationId, mergeRules.rules);
  return JSON.stringify(mergeRules);
}

async function checkRules(db: Reader, organizationId: string, rules: readonly MergeRule[]): Promise<void> {
  const names = rules.map(({ rule }) => rule);
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (repeated >= 0) throw badInput(`mergeRules.rules[${repeated}]`, `${names[repeated]} is listed twice`);
  if (names.includes("require_author_to_merge") && names.includes("forbid_author_to_merge"))
    throw badInput("mergeRules.rules", "either authors merge or others do: nobody could merge");
  const userIds = [...new Set(rules.flatMap((rule) => ("users" in rule ? rule.users : [])))];
  const members = await inBatches(userIds, (batch) =>
    db
      .selectFrom("members")
      .where("organization_id", "=", organizationId)
      .where("user_id", "in", batch)
      .select("user_id")
      .execute(),
  );
  const known = new Set(members.map(({ user_id }) => user_id));
  for (const [index, rule] of rules.entries()) {
    const unknown = "users" in rule ? rule.users.find((id) => !known.has(id)) : undefined;
    if (unknown !== undefined)
      throw badInput(`mergeRules.rules[${index}].users`, `${unknown} is not a member of the organization`);
  }
}
