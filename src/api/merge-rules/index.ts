// The rules of merging: what a space or its organization requires before a change request is merged.
export { checkMergeRules } from "./check-rules.ts";
export {
  findMissingRules,
  isBypasser,
  type MissingRule,
  type Verdict,
} from "./find-missing.ts";
export {
  inheritedRules,
  type MergeRule,
  noRules,
  OrganizationMergeRules,
  PresentedOrganizationRules,
  PresentedSpaceRules,
  parseOrganizationRules,
  parseSpaceRules,
  ruleNames,
  rulesOf,
  SpaceMergeRules,
} from "./schema.ts";
