import { type Static, Type } from "@sinclair/typebox";
import { evaluationModes } from "../../content/index.ts";
import { revisionTypes } from "../../storage/database/index.ts";
import { ChangeRequest } from "../change-requests/index.ts";
import { DocumentFormat, HttpUrl, ListQuery, RecordOf, StringEnum, Timestamp } from "../http/index.ts";
import { File, Page, ReusableContent } from "./page-schema.ts";

export type Revision = Static<typeof Revision>;
export const Revision = Type.Object(
  {
    object: Type.Literal("revision"),
    id: Type.String(),
    parents: Type.Array(Type.String()),
    pages: Type.Array(Page),
    files: Type.Array(File),
    reusableContents: Type.Array(ReusableContent),
    variables: RecordOf(Type.String()),
    createdAt: Timestamp,
    type: StringEnum(revisionTypes),
    urls: Type.Object({ app: HttpUrl, published: Type.Optional(HttpUrl), public: Type.Optional(HttpUrl) }),
  },
  { title: "Revision" },
);

const flags = {
  metadata: Type.Boolean({ default: true, description: "If false, git metadata is omitted." }),
  computed: Type.Boolean({ default: true, description: "If false, computed properties are omitted." }),
};

export const ContentQuery = Type.Object(flags);
export const FileListQuery = Type.Object({ ...ListQuery, ...flags });

const Evaluated = StringEnum(evaluationModes, {
  default: "false",
  description:
    "If true, expressions are replaced by their values, blocks with an unmet condition are omitted, and reusable " +
    "contents are included. `deterministic-only` does only what does not depend on the reader.",
});

export type PageQuery = Static<typeof PageQuery>;
export const PageQuery = Type.Object({
  ...flags,
  format: DocumentFormat,
  evaluated: Evaluated,
});

export type DocumentQuery = Static<typeof DocumentQuery>;
export const DocumentQuery = Type.Object({ evaluated: Evaluated });

/** Accepted for compatibility: there is one version of the document schema. */
export const DocumentByIdQuery = Type.Object({ schema: Type.Optional(StringEnum(["current", "next"])) });

export const Pages = Type.Object({ pages: Type.Array(Page) });

export const ChangesQuery = Type.Object({
  ...flags,
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 10,
    description: "The maximum number of changes.",
  }),
});

const ChangedPage = Type.Object({
  id: Type.String(),
  type: Type.String(),
  title: Type.String(),
  path: Type.Optional(Type.String()),
});

const ChangedFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  contentType: Type.String(),
  downloadURL: Type.String(),
});

const ChangedReusableContent = Type.Object({
  id: Type.String(),
  title: Type.String(),
  document: Type.Optional(Type.String()),
});

/** A value before and after a change. `before` is absent if it was added, `after` if it was removed. */
const BeforeAndAfter = Type.Object({
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});

export type SemanticChange = Static<typeof SemanticChange>;
export const SemanticChange = Type.Object(
  {
    type: StringEnum([
      "page_created",
      "page_edited",
      "page_moved",
      "page_deleted",
      "file_created",
      "file_edited",
      "file_deleted",
      "variables_edited",
      "reusable_content_created",
      "reusable_content_edited",
      "reusable_content_deleted",
    ]),
    page: Type.Optional(ChangedPage),
    parent: Type.Optional(
      Type.Object({ before: Type.Optional(ChangedPage), after: Type.Optional(ChangedPage) }),
    ),
    file: Type.Optional(ChangedFile),
    reusableContent: Type.Optional(ChangedReusableContent),
    variables: Type.Optional(RecordOf(BeforeAndAfter)),
    attributes: Type.Optional(RecordOf(BeforeAndAfter)),
  },
  { title: "SemanticChange" },
);

export const SemanticChanges = Type.Object({
  mergedFrom: Type.Optional(ChangeRequest),
  changes: Type.Array(SemanticChange),
  more: Type.Optional(Type.Integer({ description: "The number of changes beyond the limit." })),
});
