import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { coverSizes, evaluationModes, limits, pageTypes } from "../../content/index.ts";
import { LinkUrl } from "../../platform/index.ts";
import { revisionTypes } from "../../storage/database/index.ts";
import { ChangeRequest } from "../change-requests/index.ts";
import {
  DiscriminatedUnion,
  DocumentFormat,
  HttpUrl,
  ListQuery,
  patternMessage,
  RecordOf,
  StringEnum,
  Timestamp,
} from "../http/index.ts";
import { DocumentBlocks } from "./document-schema.ts";

const Id = Type.String({ minLength: 1, maxLength: 256 });
const FileReference = Type.Object({ kind: Type.Literal("file"), file: Id });
const Image = DiscriminatedUnion("kind", [
  FileReference,
  Type.Object({ kind: Type.Literal("url"), url: HttpUrl }),
]);

export const Reference = DiscriminatedUnion("kind", [
  Type.Object({ kind: Type.Literal("url"), url: LinkUrl }),
  FileReference,
  Type.Object({ kind: Type.Literal("page"), page: Id, space: Type.Optional(Id) }),
  Type.Object({
    kind: Type.Literal("anchor"),
    anchor: Type.String({ minLength: 1, maxLength: 256 }),
    page: Type.Optional(Id),
    space: Type.Optional(Id),
  }),
  Type.Object({ kind: Type.Literal("space"), space: Id }),
]);

const layoutFields = {
  width: StringEnum(["default", "wide"]),
  cover: Type.Boolean(),
  coverSize: StringEnum(coverSizes),
  coverMask: StringEnum(["none", "radial"]),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  metadata: Type.Boolean(),
  tags: Type.Boolean(),
  actions: Type.Boolean(),
  anchors: Type.Boolean(),
};
const Layout = Type.Object(layoutFields);
export const LayoutInput = Type.Partial(Layout);

export const Cover = Type.Object({
  ref: Type.Optional(Image),
  refDark: Type.Optional(Image),
  yPos: Type.Number(),
});

const variableNames = {
  minLength: 1,
  maxLength: limits.variableName,
  pattern: "^[^\\u0000-\\u001f]+$",
  [patternMessage]: "must not have names with control characters",
};

export function VariablesInput<T extends TSchema>(value: T, maxCount: number) {
  return RecordOf(value, { maxProperties: maxCount, propertyNames: variableNames });
}

export const VariableValue = Type.String({ maxLength: limits.variableValue });

const Git = Type.Object({ oid: Type.String(), path: Type.String() });

const PageTag = Type.Object(
  {
    tag: Type.Object({ kind: Type.Literal("tag"), tag: Type.String() }),
    primary: Type.Optional(
      Type.Boolean({ description: "Whether the tag is shown in the table of contents." }),
    ),
  },
  { title: "PageTag" },
);

/** A page of any type. Properties that its type does not have are absent. */
const pageFields = {
  id: Type.String(),
  title: Type.String(),
  linkTitle: Type.Optional(
    Type.String({ description: "Replaces the title in the table of contents and in mentions." }),
  ),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  kind: Type.String({ deprecated: true }),
  type: StringEnum(pageTypes),
  urls: Type.Optional(Type.Object({ app: HttpUrl })),
  slug: Type.Optional(Type.String()),
  path: Type.Optional(Type.String({ description: "The slugs of the ancestors and of the page." })),
  description: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String({ description: "Absent if the page is empty." })),
  layout: Type.Optional(Layout),
  tags: Type.Optional(Type.Array(PageTag)),
  cover: Type.Optional(Type.Unsafe<Static<typeof Cover>>({})),
  variables: Type.Optional(RecordOf(Type.String())),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String()),
  target: Type.Optional(Type.Unsafe<Static<typeof Reference>>({})),
  href: Type.Optional(Type.String()),
  git: Type.Optional(Git),
  markdown: Type.Optional(Type.String({ description: "Present if a single page is read." })),
  document: Type.Optional(DocumentBlocks),
};

export type Page = Static<typeof PageWithoutSubpages> & { pages?: Page[] };
const PageWithoutSubpages = Type.Object(pageFields);
export const Page = Type.Object(
  {
    ...pageFields,
    // Recursive. Serialized without a schema, which is fastest for a tree.
    pages: Type.Optional(Type.Array(Type.Unsafe<Page>({ description: "The subpages." }))),
  },
  { title: "Page" },
);

export const File = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: HttpUrl,
    size: Type.Integer(),
    dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
    git: Type.Optional(Git),
  },
  { title: "File" },
);
export type File = Static<typeof File>;

export type ReusableContent = Static<typeof ReusableContent>;
export const ReusableContent = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    document: Type.Optional(Type.String({ description: "The id of the document. Absent if empty." })),
    markdown: Type.Optional(Type.String({ description: "Present if a single reusable content is read." })),
    git: Type.Optional(Git),
  },
  { title: "ReusableContent" },
);

/** A tag has no properties besides its name, which is also its slug. */
const RevisionTag = Type.Object(
  { slug: Type.String(), label: Type.String(), color: Type.Literal("default") },
  { title: "RevisionTag" },
);

export type Revision = Static<typeof Revision>;
export const Revision = Type.Object(
  {
    object: Type.Literal("revision"),
    id: Type.String(),
    parents: Type.Array(Type.String()),
    pages: Type.Array(Page),
    files: Type.Array(File),
    reusableContents: Type.Array(ReusableContent),
    tags: Type.Array(RevisionTag, { description: "The tags of the pages." }),
    variables: RecordOf(Type.String()),
    createdAt: Timestamp,
    type: StringEnum(revisionTypes),
    mergedFrom: Type.Optional(
      Type.Unsafe<ChangeRequest>({
        ...ChangeRequest,
        description:
          "The change request that a `merge` revision merged. For visitors, such a revision has the type `edits`.",
      }),
    ),
    urls: Type.Object({ app: HttpUrl, published: Type.Optional(HttpUrl), public: Type.Optional(HttpUrl) }),
  },
  { title: "Revision" },
);

export const FileListQuery = Type.Object(ListQuery);

const Evaluated = StringEnum(evaluationModes, {
  default: "false",
  description:
    "If true, expressions are replaced by their values, blocks with an unmet condition are omitted, and reusable " +
    "contents are included. `deterministic-only` evaluates only what does not depend on the visitor.",
});

export type PageQuery = Static<typeof PageQuery>;
export const PageQuery = Type.Object({ format: DocumentFormat, evaluated: Evaluated });

export type DocumentQuery = Static<typeof DocumentQuery>;
export const DocumentQuery = Type.Object({ evaluated: Evaluated });

export const Pages = Type.Object({ pages: Type.Array(Page) });

export const ChangesQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 10,
    description: "The maximum number of changes.",
  }),
  skip: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: "The number of changes before those that are listed.",
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
  more: Type.Optional(Type.Integer({ description: "The number of changes after those that are listed." })),
});
