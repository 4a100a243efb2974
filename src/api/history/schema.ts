import { type Static, Type } from "@sinclair/typebox";
import { pageChangeKinds, revisionTypes } from "../../storage/database/index.ts";
import { ChangeRequest } from "../change-requests/index.ts";
import { HttpUrl, ListQuery, StringEnum, Timestamp } from "../http/index.ts";
import { User } from "../users/index.ts";

const Id = Type.String({ minLength: 1, maxLength: 256 });

const filters = {
  ...ListQuery,
  authors: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 100,
      description: "The ids of the authors, as a repeated parameter or separated by commas.",
    }),
  ),
  from: Type.Optional(Type.String({ format: "date-time", description: "Created at this time or after it." })),
  to: Type.Optional(Type.String({ format: "date-time", description: "Created at this time or before it." })),
};

export type PageHistoryQuery = Static<typeof PageHistoryQuery>;
export const PageHistoryQuery = Type.Object(filters);

export type HistoryQuery = Static<typeof HistoryQuery>;
export const HistoryQuery = Type.Object({
  ...filters,
  targetPage: Type.Optional(Type.String({ description: "The id of a page that the revisions changed." })),
  revisions: Type.Optional(
    Type.Array(Type.String(), { maxItems: 100, description: "Lists only the revisions with these ids." }),
  ),
});

const revisionKinds = ["start", "edit", "merge", "import", "restore", "update", "computed"] as const;
export type RevisionKind = (typeof revisionKinds)[number];

const entryFields = {
  type: StringEnum(revisionTypes),
  kind: StringEnum(revisionKinds, {
    description: "How it was made, in more detail than `type`. `start` is the first one of a space.",
  }),
  createdAt: Timestamp,
  createdBy: Type.Optional(User),
  mergedFrom: Type.Optional(ChangeRequest),
  restored: Type.Optional(
    Type.Object(
      { revision: Type.String(), createdAt: Type.Optional(Timestamp) },
      { description: "The revision whose state was restored." },
    ),
  ),
  urls: Type.Object({ app: HttpUrl }),
};

const PageChangeKind = StringEnum(pageChangeKinds, {
  description:
    "`edited`: the document; `moved`: its place in the tree; `attributes`: its title, for example.",
});

const count = Type.Optional(Type.Integer());

export const RevisionEntry = Type.Object(
  {
    object: Type.Literal("revision-entry"),
    id: Type.String(),
    ...entryFields,
    changes: Type.Object({
      pages: Type.Object(
        { created: count, edited: count, moved: count, attributes: count, deleted: count },
        { description: "The number of pages by what happened to them." },
      ),
      files: count,
      reusableContents: count,
      variables: count,
      listed: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), change: PageChangeKind }), {
        description: "The first of the changed pages.",
      }),
    }),
  },
  { title: "RevisionEntry" },
);

export const PageRevision = Type.Object(
  {
    object: Type.Literal("page-revision"),
    revision: Type.String(),
    change: PageChangeKind,
    title: Type.String({ description: "The title of the page in the revision." }),
    ...entryFields,
  },
  { title: "PageRevision" },
);

export const DeletedPageQuery = Type.Object({
  ...ListQuery,
  search: Type.Optional(
    Type.String({
      maxLength: 256,
      description: "A part of the title. Pages that were deleted with a page above them are found, too.",
    }),
  ),
});

export const DeletedPage = Type.Object(
  {
    object: Type.Literal("deleted-page"),
    id: Type.String(),
    title: Type.String(),
    path: Type.Optional(Type.String({ description: "The path that it had. A link has none." })),
    pages: Type.Integer({ description: "The number of pages that were deleted with it, below it." }),
    revision: Type.String({ description: "The last revision with the page: it can be restored from there." }),
    deletedIn: Type.String({ description: "The revision that deleted the page." }),
    deletedAt: Timestamp,
    deletedBy: Type.Optional(User),
    urls: Type.Object({ app: HttpUrl }),
  },
  { title: "DeletedPage" },
);

export type RestoreRequest = Static<typeof RestoreRequest>;
export const RestoreRequest = Type.Object(
  {
    page: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "Restores only this page, with its files. By default the whole content is restored.",
      }),
    ),
    blocks: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 100,
        description: "Restores only these blocks of the page: their keys in the revision or in the page now.",
      }),
    ),
    changeRequest: Type.Optional(
      Type.Object(
        { subject: Type.Optional(Type.String({ maxLength: 256 })) },
        {
          additionalProperties: false,
          description:
            "Opens a change request with the restored state. By default the primary content is changed.",
        },
      ),
    ),
    currentRevision: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "Refuses (412) if the primary content has another revision by now.",
      }),
    ),
  },
  { additionalProperties: false, title: "RestoreRequest" },
);

export const Restored = Type.Object(
  {
    object: Type.Literal("restored-revision"),
    revision: Type.String({
      description: "The new revision, of the primary content or of the change request.",
    }),
    previousRevision: Type.String({
      description: "The revision of the primary content that it was made from.",
    }),
    changeRequest: Type.Optional(ChangeRequest),
  },
  { title: "RestoredRevision" },
);

const BlockAuthor = Type.Object(
  {
    key: Type.String({ description: "The key of the block." }),
    revision: Type.Optional(
      Type.String({ description: "The revision that gave the block its content. Absent if not found." }),
    ),
    createdAt: Type.Optional(Timestamp),
    createdBy: Type.Optional(User),
    changeRequest: Type.Optional(
      Type.Object(
        { id: Type.String(), number: Type.Integer(), subject: Type.String() },
        { description: "The change request in which it was written." },
      ),
    ),
  },
  { title: "BlockAuthor" },
);

export const PageAuthors = Type.Object(
  {
    object: Type.Literal("page-authors"),
    revision: Type.String({ description: "The revision of the primary content." }),
    blocks: Type.Array(BlockAuthor, { description: "The blocks of the document in order." }),
    since: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "Blocks without a revision are older than this time: earlier revisions were not compared.",
      }),
    ),
  },
  { title: "PageAuthors" },
);
