import { type Static, Type } from "@sinclair/typebox";
import { limits, maxChanges, maxFiles, pageTypes } from "../../content/index.ts";
import { DiscriminatedUnion, HttpUrl, nullable, patternMessage, StringEnum } from "../http/index.ts";
import { Emoji, Space } from "../spaces/index.ts";
import { MarkdownOrBlocksInput } from "./document-schema.ts";
import { Cover, File, LayoutInput, Reference, VariablesInput, VariableValue } from "./page-schema.ts";

const Id = Type.String({ minLength: 1, maxLength: 256 });
const Removable = Type.Literal("", { description: "Removes the emoji." });

const Document = MarkdownOrBlocksInput(limits.document, "Front matter sets the attributes of the page.");

const TagInput = Type.Object({
  tag: Type.String({
    minLength: 1,
    maxLength: limits.tag,
    pattern: "^[^,\\s](?:[^,\\u0000-\\u001f\\u007f]*[^,\\s])?$",
    [patternMessage]: "must be the name of a tag, without commas",
  }),
  primary: Type.Optional(Type.Boolean()),
});

const attributes = {
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.pageTitle,
      pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$",
      [patternMessage]: "must not be blank, nor contain control characters",
    }),
  ),
  linkTitle: Type.Optional(
    Type.String({
      maxLength: limits.linkTitle,
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
      [patternMessage]: "must not contain control characters",
      description: "Replaces the title in the table of contents and in mentions. Empty removes it.",
    }),
  ),
  slug: Type.Optional(Type.String({ maxLength: limits.slug })),
  emoji: Type.Optional(Type.Union([Emoji, Removable])),
  icon: Type.Optional(
    Type.String({
      maxLength: limits.icon,
      pattern: "^[A-Za-z0-9:_./-]*$",
      [patternMessage]: "must be the name of an icon: letters, digits and hyphens",
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: limits.pageDescription })),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String({ maxLength: limits.condition })),
  layout: Type.Optional(nullable(LayoutInput)),
  cover: Type.Optional(nullable(Cover)),
  variables: Type.Optional(nullable(VariablesInput(VariableValue, limits.pageVariables))),
  tags: Type.Optional(nullable(Type.Array(TagInput, { maxItems: limits.pageTags }))),
  target: Type.Optional(Reference),
};
const Ref = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 256,
    description: "A name by which other changes of the batch can refer to the new object.",
  }),
);
const Index = Type.Optional(
  Type.Integer({ minimum: 0, description: "The index among the siblings. The default is the end." }),
);

const InsertPage = Type.Object({
  operation: Type.Literal("insert_page"),
  type: Type.Optional(StringEnum(pageTypes)),
  ...attributes,
  document: Type.Optional(Document),
  into: Type.Optional(nullable(Id)),
  at: Index,
  ref: Ref,
});

const UpdatePage = Type.Object({
  operation: Type.Literal("update_page"),
  page: Id,
  ...attributes,
  document: Type.Optional(Document),
  into: Type.Optional(nullable(Id)),
  at: Index,
});

const DeletePage = Type.Object({ operation: Type.Literal("delete_page"), page: Id });

const DuplicatePage = Type.Object(
  {
    operation: Type.Literal("duplicate_page"),
    page: Id,
    title: attributes.title,
    into: Type.Optional(nullable(Id)),
    at: Index,
    ref: Ref,
  },
  { description: "Copies a page with the pages below it. The default position is after the page." },
);

const RevertPage = Type.Object({
  operation: Type.Literal("revert_page"),
  page: Id,
  revision: Type.Optional(Id),
  block: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 1000,
      description: "The keys of the blocks to revert. The default is the whole page.",
    }),
  ),
});

const FileInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.fileName }),
  contentType: Type.Optional(Type.String({ maxLength: limits.contentType })),
  url: Type.Optional(HttpUrl),
  base64: Type.Optional(Type.String()),
  ref: Ref,
});

const InsertFiles = Type.Object({
  operation: Type.Literal("insert_files"),
  files: Type.Array(FileInput, { minItems: 1, maxItems: maxFiles }),
});

const UpdateFile = Type.Object({
  operation: Type.Literal("update_file"),
  file: Id,
  name: Type.String({ minLength: 1, maxLength: limits.fileName }),
});

const DeleteFile = Type.Object({ operation: Type.Literal("delete_file"), file: Id });

const SetVariables = Type.Object({
  operation: Type.Literal("set_variables"),
  variables: VariablesInput(nullable(VariableValue), limits.variables),
});

const ReusableTitle = Type.String({ minLength: 1, maxLength: limits.reusableContentTitle });

const InsertReusableContent = Type.Object({
  operation: Type.Literal("insert_reusable_content"),
  title: ReusableTitle,
  document: Type.Optional(Document),
});

const UpdateReusableContent = Type.Object({
  operation: Type.Literal("update_reusable_content"),
  reusableContent: Id,
  title: Type.Optional(ReusableTitle),
  document: Type.Optional(Document),
});

const DeleteReusableContent = Type.Object({
  operation: Type.Literal("delete_reusable_content"),
  reusableContent: Id,
});

export type ChangeInput = Static<typeof ChangeInput>;
const ChangeInput = DiscriminatedUnion("operation", [
  InsertPage,
  UpdatePage,
  DeletePage,
  DuplicatePage,
  RevertPage,
  InsertFiles,
  UpdateFile,
  DeleteFile,
  SetVariables,
  InsertReusableContent,
  UpdateReusableContent,
  DeleteReusableContent,
]);

export const ContentChanges = Type.Object({
  changes: Type.Array(ChangeInput, { minItems: 1, maxItems: maxChanges }),
});

const PageRef = Type.Object({
  object: Type.Literal("page"),
  id: Type.String(),
  urls: Type.Object({ location: HttpUrl }),
});

const PageOutcome = Type.Object({
  object: StringEnum(["created_page", "updated_page", "deleted_page"]),
  ref: Type.Optional(Type.String()),
  page: Type.Unsafe<Static<typeof PageRef> | string>({
    description: "The page with its `urls.location`; for a deleted page, its id.",
  }),
});

export const ContentOutcome = Type.Object({
  changes: Type.Array(PageOutcome),
  insertedFiles: Type.Array(File),
  insertedReusableContents: Type.Array(Type.String()),
});
export type ContentOutcome = Static<typeof ContentOutcome>;

export const ChangedSpace = Type.Composite([Space, ContentOutcome], { title: "ChangedSpace" });
