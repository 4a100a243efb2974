import { type Static, Type } from "@sinclair/typebox";
import { changeRequestStatuses } from "../../storage/database/index.ts";
import { Address, ListQuery, oneOf, Timestamp } from "../http/index.ts";
import { User } from "../users/index.ts";

const Subject = Type.String({ maxLength: 100 });
const Status = oneOf(changeRequestStatuses, { description: "`merged` is reached by merging only." });

export type ChangeRequest = Static<typeof ChangeRequest>;
export const ChangeRequest = Type.Object(
  {
    object: Type.Literal("change-request"),
    id: Type.String(),
    number: Type.Integer({
      description: "Counts up within the space; may stand in paths in place of the id.",
    }),
    status: Status,
    subject: Subject,
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    mergedBy: Type.Optional(User),
    mergedAt: Type.Optional(Timestamp),
    space: Type.String(),
    revision: Type.String({ description: "The id of the revision that its content is at." }),
    revisionInitial: Type.String({ description: "The primary revision that it was opened from." }),
    revisionMergedAncestor: Type.Optional(
      Type.String({ description: "The primary revision that it was last updated from." }),
    ),
    revisionMerged: Type.Optional(Type.String({ description: "The primary revision that merging it made." })),
    comments: Type.Integer({ description: "How many open comments there are on it." }),
    outdated: Type.Boolean({ description: "Whether the primary content has changes that it has not seen." }),
    urls: Type.Object({ app: Address, location: Address }),
  },
  { title: "ChangeRequest" },
);

const OrderBy = oneOf(["updatedAt", "createdAt"], {
  default: "updatedAt",
  description: "What they are sorted by, the latest first.",
});

/** Of whom, in both lists. */
const people = {
  creator: Type.Optional(Type.String({ description: "The id of the user who opened it." })),
  contributor: Type.Optional(Type.String({ description: "The id of a user who opened or edited it." })),
  requestedReviewer: Type.Optional(
    Type.String({ description: "The id of a user who was asked to review it." }),
  ),
};

const Origin = Type.Optional(
  Type.String({ description: "Of what a change request was made for; none is made for anything here." }),
);

/** Change requests that a machine opened; here all are opened by people, so that nothing comes from any of these. */
const origins = {
  site: Origin,
  topic: Origin,
  styleguideRun: Origin,
  finding: Type.Optional(oneOf(["none", "all"], { description: "Whether to show those of findings, too." })),
};

export const ChangeRequestQuery = Type.Object({
  ...ListQuery,
  status: { ...Status, default: "open" } as typeof Status,
  ...people,
  orderBy: OrderBy,
});

export type OrganizationChangeRequestQuery = Static<typeof OrganizationChangeRequestQuery>;
export const OrganizationChangeRequestQuery = Type.Object({
  ...ListQuery,
  status: Type.Array(Status, { default: ["open"], maxItems: changeRequestStatuses.length }),
  ...people,
  space: Type.Optional(Type.String({ description: "The id of a space." })),
  ...origins,
  orderBy: OrderBy,
});

export type ChangeRequestCreate = Static<typeof ChangeRequestCreate>;
export const ChangeRequestCreate = Type.Object({
  subject: Type.Optional(Subject),
  agentTaskId: Type.Optional(
    Type.String({ description: "Accepted for clients that send it, and not kept." }),
  ),
});

export type ChangeRequestUpdate = Static<typeof ChangeRequestUpdate>;
export const ChangeRequestUpdate = Type.Object({
  subject: Type.Optional(Subject),
  status: Type.Optional(
    oneOf(["draft", "open", "archived"], { description: "`merged` is reached by merging only." }),
  ),
});

export const MergeResult = Type.Object({
  revision: Type.String({ description: "The id of the resulting revision; of conflicts, the present one." }),
  result: oneOf(["merge", "conflicts"], { description: "After conflicts, nothing has moved." }),
});

export const UpdateResult = Type.Object({
  revision: Type.String({ description: "The id of the resulting revision." }),
  result: oneOf(["update", "conflicts"], {
    description: "After conflicts, the pages concerned hold both versions, between markers.",
  }),
});

export const Contributor = Type.Object(
  {
    user: User,
    count: Type.Integer({ description: "How often they edited the content." }),
    actionType: Type.Literal("edit"),
    updatedAt: Timestamp,
  },
  { title: "Contributor" },
);
