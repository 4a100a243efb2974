import { type Static, Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { changeRequestStatuses, reviewStatuses } from "../../storage/database/index.ts";
import { HttpUrl, ListQuery, StringEnum, Timestamp } from "../http/index.ts";
import { type MergeRule, ruleNames } from "../merge-rules/index.ts";
import { presentJoinedUser, presentOptionalUser, User } from "../users/index.ts";
import type { ChangeRequestRow } from "./store.ts";

export const maxSubject = 100;
const Subject = Type.String({ maxLength: maxSubject });
const Description = Type.String({
  maxLength: 10_000,
  description: "What it is about, as plain text of any number of lines.",
});
const Status = StringEnum(changeRequestStatuses, { description: "`merged` is set only by merging." });

const Reviewer = Type.Object(
  {
    user: User,
    status: StringEnum([...reviewStatuses, "pending"], {
      description: "The last review; `pending` if a review was requested since, or there is none.",
    }),
    outdated: Type.Boolean({ description: "Whether the content has changed since the last review." }),
  },
  { title: "ChangeRequestReviewer" },
);

const MissingRule = Type.Object(
  {
    rule: StringEnum(ruleNames, { description: "The rule of the space that is not met." }),
    needed: Type.Optional(Type.Integer({ description: "The number of approvals that the rule requires." })),
    have: Type.Optional(Type.Integer({ description: "The number of approvals that count." })),
    users: Type.Optional(
      Type.Array(User, { description: "The users who must approve, or who requested changes." }),
    ),
  },
  { title: "MissingMergeRule" },
);

const ScheduledMerge = Type.Object(
  {
    at: Timestamp,
    by: User,
    bypassRules: Type.Boolean(),
    endedAt: Type.Optional(Timestamp),
    reason: Type.Optional(Type.String({ description: "Why it was not merged at that time." })),
  },
  { title: "ScheduledMerge", description: "The time at which it will be merged, or was to be." },
);

export type ChangeRequest = Static<typeof ChangeRequest>;
export const ChangeRequest = Type.Object(
  {
    object: Type.Literal("change-request"),
    id: Type.String(),
    number: Type.Integer({ description: "The number in the space. Paths accept it instead of the id." }),
    status: Status,
    subject: Subject,
    description: Type.Optional(Description),
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    mergedBy: Type.Optional(User),
    mergedAt: Type.Optional(Timestamp),
    space: Type.String(),
    revision: Type.String({ description: "The id of the current revision." }),
    revisionInitial: Type.String({ description: "The primary revision when it was opened." }),
    revisionMergedAncestor: Type.Optional(Type.String({ description: "The primary revision pulled last." })),
    revisionMerged: Type.Optional(Type.String({ description: "The primary revision after the merge." })),
    comments: Type.Integer({ description: "The number of open comments." }),
    outdated: Type.Boolean({ description: "Whether the primary content has changes that were not pulled." }),
    reviewers: Type.Optional(
      Type.Array(Reviewer, {
        description: "Who has reviewed it, or was asked to: up to 20 of each. Not of merged change requests.",
      }),
    ),
    mergeability: Type.Optional(
      Type.Object(
        { missing: Type.Array(MissingRule) },
        { description: "The merge rules that a merge by the caller would break. Of drafts and open ones." },
      ),
    ),
    scheduledMerge: Type.Optional(ScheduledMerge),
    reverts: Type.Optional(Type.String({ description: "The id of the change request that it undoes." })),
    bypassedRules: Type.Optional(
      Type.Array(StringEnum(ruleNames), { description: "The merge rules that its merge bypassed." }),
    ),
    urls: Type.Object({ app: HttpUrl, location: HttpUrl }),
  },
  { title: "ChangeRequest" },
);

const OrderBy = StringEnum(["updatedAt", "createdAt"], {
  default: "updatedAt",
  description: "The sort key; the latest comes first.",
});

const filters = {
  search: Type.Optional(
    Type.String({ maxLength: 100, description: "A part of the subject, in any case, or the number." }),
  ),
  creator: Type.Optional(Type.String({ description: "The id of the user who opened the change request." })),
  contributor: Type.Optional(
    Type.String({ description: "The id of a user who opened or edited the change request." }),
  ),
  requestedReviewer: Type.Optional(Type.String({ description: "The id of a requested reviewer." })),
  pendingReviewer: Type.Optional(
    Type.String({ description: "The id of a requested reviewer who has not reviewed since the request." }),
  ),
};

const Origin = Type.Optional(
  Type.String({
    description: "An origin of generated change requests. Lectern has none, so this matches nothing.",
  }),
);

/** Accepted for compatibility: Lectern has no generated change requests. */
const originFilters = { site: Origin, topic: Origin, styleguideRun: Origin };

export const ChangeRequestQuery = Type.Object({
  ...ListQuery,
  status: { ...Status, default: "open" } as typeof Status,
  ...filters,
  orderBy: OrderBy,
});

export type OrganizationChangeRequestQuery = Static<typeof OrganizationChangeRequestQuery>;
export const OrganizationChangeRequestQuery = Type.Object({
  ...ListQuery,
  status: Type.Array(Status, { default: ["open"], maxItems: changeRequestStatuses.length }),
  ...filters,
  space: Type.Optional(Type.String({ description: "The id of a space." })),
  ...originFilters,
  orderBy: OrderBy,
});

export type ChangeRequestCreate = Static<typeof ChangeRequestCreate>;
export const ChangeRequestCreate = Type.Object({
  subject: Type.Optional(Subject),
  description: Type.Optional(Description),
  source: Type.Optional(
    Type.String({
      description:
        "The id or the number of a change request of the space. The new one starts with its content.",
    }),
  ),
  agentTaskId: Type.Optional(Type.String({ description: "Accepted for compatibility and ignored." })),
});

export type ChangeRequestUpdate = Static<typeof ChangeRequestUpdate>;
export const ChangeRequestUpdate = Type.Object({
  subject: Type.Optional(Subject),
  description: Type.Optional(Description),
  status: Type.Optional(
    StringEnum(["draft", "open", "archived"], { description: "`merged` is set only by merging." }),
  ),
});

export const MergeOptions = Type.Object({
  bypassRules: Type.Boolean({
    default: false,
    description:
      "Merges although rules of the space are not met. For admins of the space and users of the rule `allow_bypass`.",
  }),
});

export const ScheduleOptions = Type.Object({
  at: Type.String({ format: "date-time", description: "When it is merged: in the future, within a year." }),
  ...MergeOptions.properties,
});

export const RevertOptions = Type.Object({
  merge: Type.Boolean({
    default: false,
    description:
      "Merges the new change request at once, if it has no conflicts and the rules of the space allow it.",
  }),
});

export const RevertResult = Type.Object({
  changeRequest: ChangeRequest,
  result: StringEnum(["update", "conflicts", "merge"], {
    description: "`merge`: it was merged; `conflicts`: later changes are in its way; `update`: neither.",
  }),
});

export const MergeResult = Type.Object({
  revision: Type.String({
    description: "The id of the resulting revision; on conflicts, of the current one.",
  }),
  result: StringEnum(["merge", "conflicts"], { description: "On `conflicts`, nothing has changed." }),
});

export const UpdateResult = Type.Object({
  revision: Type.String({ description: "The id of the resulting revision." }),
  result: StringEnum(["update", "conflicts"], {
    description: "On `conflicts`, the affected pages have both versions between conflict markers.",
  }),
});

export const Contributor = Type.Object(
  {
    user: User,
    count: Type.Integer({ description: "The number of edits." }),
    actionType: Type.Literal("edit"),
    updatedAt: Timestamp,
  },
  { title: "Contributor" },
);

export function presentChangeRequest(row: ChangeRequestRow, urls: Urls): ChangeRequest {
  return {
    object: "change-request",
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    ...(row.description !== "" && { description: row.description }),
    createdBy: presentJoinedUser(row, "creator", urls),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    mergedBy: presentOptionalUser(row, "merger", urls),
    mergedAt: row.merged_at ?? undefined,
    space: row.space_id,
    revision: row.revision_id,
    revisionInitial: row.initial_revision_id,
    revisionMergedAncestor: row.merged_ancestor_id ?? undefined,
    revisionMerged: row.merged_revision_id ?? undefined,
    comments: row.comments,
    outdated: isOutdated(row),
    reverts: row.reverts_id ?? undefined,
    ...(row.bypassed !== null && { bypassedRules: JSON.parse(row.bypassed) as MergeRule["rule"][] }),
    urls: { location: urls.api(changeRequestPath(row)), app: urls.app(changeRequestPath(row)) },
  };
}

/** The path of a change request below /v1 and in the app. */
export function changeRequestPath({ space_id, id }: Pick<ChangeRequestRow, "space_id" | "id">): string {
  return `/spaces/${space_id}/change-requests/${id}`;
}

/** Roots are content hashes: reverted changes do not count, unless they changed a timestamp. */
export function isOutdated({
  status,
  base_root,
  primary_root,
}: Pick<ChangeRequestRow, "status" | "base_root" | "primary_root">): boolean {
  return status !== "merged" && base_root !== primary_root;
}
