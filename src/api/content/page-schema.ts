import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { limits, pageTypes } from "../../content/index.ts";
import { LinkAddress } from "../../platform/index.ts";
import {
  DiscriminatedUnion,
  HttpUrl,
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
  Type.Object({ kind: Type.Literal("url"), url: LinkAddress }),
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
  coverSize: StringEnum(["hero", "full"]),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  metadata: Type.Boolean(),
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

/** A page of any type. Properties that its type does not have are absent. */
const pageFields = {
  id: Type.String(),
  title: Type.String(),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  kind: Type.String({ deprecated: true }),
  type: StringEnum(pageTypes),
  urls: Type.Optional(Type.Object({ app: HttpUrl })),
  slug: Type.Optional(Type.String()),
  path: Type.Optional(Type.String({ description: "The slugs of its ancestors and of the page." })),
  description: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String({ description: "Absent if the page is empty." })),
  layout: Type.Optional(Layout),
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

export type Page = Static<typeof PageAlone> & { pages?: Page[] };
const PageAlone = Type.Object(pageFields);
export const Page = Type.Object(
  {
    ...pageFields,
    // Recursive. Serialized without a schema, which is also the fastest for a tree.
    pages: Type.Optional(Type.Array(Type.Unsafe<Page>({ description: "Its subpages." }))),
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
    document: Type.Optional(Type.String({ description: "The id of its document. Absent if it is empty." })),
    markdown: Type.Optional(Type.String({ description: "Present if a single one is read." })),
    git: Type.Optional(Git),
  },
  { title: "ReusableContent" },
);
